package dev.rota.cluster;

import dev.rota.local.LocalCluster;
import dev.rota.local.LocalNode;
import dev.rota.local.TestJvm;
import dev.rota.registry.RegistryServer;
import dev.rota.settings.Setting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Three brokers, a registry, and a proxy in front of the brokers for one instance. */
public final class Cluster implements AutoCloseable {

    /** The shortest timeout that brokers allow, so that a test waits no longer than necessary. */
    private static final String SESSION_TIMEOUT_MS = "6000";

    private final Proxy proxy;
    private final LocalCluster brokers;
    private final RegistryServer registry;

    public Cluster(Path folder) throws IOException {
        proxy = new Proxy(LocalCluster.NODES);
        brokers = LocalCluster.behind(proxy.ports(), folder, TestJvm.options());
        proxy.forward(brokers.proxiedPorts());
        registry = RegistryServer.local(brokers.bootstrapServers(), 0);
    }

    public Proxy proxy() {
        return proxy;
    }

    public List<LocalNode> brokers() {
        return brokers.nodes();
    }

    /** Returns the settings of all instances. */
    public Map<String, String> settings(String prefix, int partitions) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put(Setting.BOOTSTRAP.key(), brokers.bootstrapServers());
        settings.put(Setting.REGISTRY_URL.key(), registry.url());
        settings.put(Setting.TOPIC_PREFIX.key(), prefix);
        settings.put(Setting.PARTITIONS.key(), String.valueOf(partitions));
        settings.put(Setting.HTTP_PORT.key(), "0");
        settings.put("kafka.session.timeout.ms", SESSION_TIMEOUT_MS);
        settings.put("streams.main.consumer.session.timeout.ms", SESSION_TIMEOUT_MS);
        settings.put("streams.producer.transaction.timeout.ms", "10000");
        return settings;
    }

    /** Returns the bootstrap servers of the instance that the proxy can cut off. */
    public String proxiedServers() {
        return brokers.proxiedServers();
    }

    @Override
    public void close() throws IOException {
        registry.close();
        brokers.close();
        proxy.close();
    }
}
