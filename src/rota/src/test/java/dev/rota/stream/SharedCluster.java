package dev.rota.stream;

import dev.rota.engine.Domain;
import dev.rota.local.TestBroker;
import dev.rota.local.UnreliableBroker;
import dev.rota.registry.RegistryServer;
import dev.rota.settings.Setting;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A registry, and a broker that all tests of this JVM share. Each test has a separate topic prefix. A test that stops
 * its broker passes one.
 */
public final class SharedCluster implements AutoCloseable {

    private static final AtomicInteger TENANTS = new AtomicInteger();

    private final String bootstrapServers;
    private final Runnable stopBroker;
    private final RegistryServer registry;

    public SharedCluster() {
        this(TestBroker.shared().bootstrapServers(), () -> {});
    }

    /** Creates a cluster whose broker the test stops and starts. */
    SharedCluster(UnreliableBroker broker) {
        this(broker.bootstrapServers(), broker::close);
    }

    private SharedCluster(String bootstrapServers, Runnable stopBroker) {
        this.bootstrapServers = bootstrapServers;
        this.stopBroker = stopBroker;
        this.registry = RegistryServer.local(bootstrapServers, 0);
    }

    public String bootstrapServers() {
        return bootstrapServers;
    }

    public String registryUrl() {
        return registry.url();
    }

    /** Returns a domain with its topics, which does not run yet. */
    public Tenant tenant(Domain domain) {
        return tenant(domain, Map.of());
    }

    public Tenant tenant(Domain domain, Map<String, String> over) {
        return new Tenant(domain, settings(over));
    }

    Map<String, String> settings(Map<String, String> over) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put(Setting.BOOTSTRAP.key(), bootstrapServers());
        settings.put(Setting.REGISTRY_URL.key(), registryUrl());
        settings.put(Setting.TOPIC_PREFIX.key(), "t" + TENANTS.incrementAndGet() + ".");
        settings.put(Setting.INSTANCE_ID.key(), "test");
        settings.put(Setting.PARTITIONS.key(), "2");
        settings.put(Setting.REPLICATION_FACTOR.key(), "1");
        settings.put(Setting.MIN_INSYNC_REPLICAS.key(), "1");
        settings.put(Setting.TICK_INTERVAL_MS.key(), "20");
        settings.put("streams.commit.interval.ms", "20");
        settings.put(Setting.SILENCE_GRACE_MS.key(), "1000");
        settings.put(Setting.INSTANCE_SETTLE_MS.key(), "0");
        settings.putAll(over);
        return settings;
    }

    @Override
    public void close() {
        registry.close();
        stopBroker.run();
    }
}
