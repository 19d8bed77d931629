package dev.rota.cli;

import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.engine.Version;
import dev.rota.engine.machine.ParallelThreads;
import dev.rota.http.HttpPages;
import dev.rota.pages.Pages;
import dev.rota.registry.RegistryServer;
import dev.rota.serde.SchemaRegistry;
import dev.rota.serde.Wire;
import dev.rota.settings.ListeningHost;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import dev.rota.stream.DomainRun;
import dev.rota.stream.Recovery;
import dev.rota.stream.common.GroupMember;
import dev.rota.stream.peers.Peers;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** Runs schedulers and pages of this process until Ctrl-C or a failure. */
final class Serving implements AutoCloseable {

    private final PrometheusMeterRegistry metrics = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics gc = new JvmGcMetrics();
    private final ParallelThreads parallel = ParallelThreads.onAllProcessors();
    private final List<DomainRun> runs = new ArrayList<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final AtomicReference<String> failure = new AtomicReference<>();
    private final HttpPages server;

    /** The other instances; null if this one advertises no address to them. */
    @Nullable
    private final Peers peers;

    /** The operators' pages, if this process serves them. */
    @Nullable
    private final Pages pages;

    /**
     * @param served the registry that this process serves, or null
     * @param wire the wire format for the operators' pages; null for a process without pages
     */
    Serving(
            List<Domain> domains,
            Settings settings,
            SchemaRegistry registry,
            Recovery recovery,
            @Nullable RegistryServer served,
            @Nullable Wire wire) {
        gc.bindTo(metrics);
        Gauge.builder("rota.build.info", () -> 1)
                .description("The build that runs")
                .tag("version", Version.OF_JAR)
                .tag("java", Runtime.version().toString())
                .register(metrics);
        new JvmMemoryMetrics().bindTo(metrics);
        new ProcessorMetrics().bindTo(metrics);
        for (Domain domain : domains) {
            DomainRun run = new DomainRun(domain, settings, registry, parallel, recovery, metrics, this::fail);
            runs.add(run);
            Gauge.builder("rota.ready", run, each -> each.health().ready() ? 1 : 0)
                    .description("Whether this instance is ready, as /health/ready says")
                    .tag("domain", domain.name())
                    .register(metrics);
        }
        if (served != null) {
            Gauge.builder("rota.registry.schemas", served, RegistryServer::schemas)
                    .description("Schemas that the registry of this instance knows")
                    .register(metrics);
            Gauge.builder("rota.registry.up", served, each -> each.problem().isEmpty() ? 1 : 0)
                    .description("Whether the registry of this instance could use its topic at its latest request")
                    .register(metrics);
        }
        pages = wire == null
                ? null
                : new Pages(domains, settings, wire, HttpPages.instances(runs), System::currentTimeMillis);
        peers = settings.has(Setting.HTTP_ADVERTISED) && settings.flag(Setting.PEERS_WATCH)
                ? new Peers(settings.text(Setting.HTTP_ADVERTISED), schedulers(), this::fail)
                : null;
        try {
            server = new HttpPages(settings, runs, metrics, pages, peers, () -> status(served));
        } catch (RuntimeException e) {
            closeDomains();
            closeTheRest();
            throw e;
        }
    }

    private Peers.Schedulers schedulers() {
        return new Peers.Schedulers() {
            @Override
            public Set<String> addresses() {
                Set<String> addresses = new TreeSet<>();
                runs.forEach(run -> addresses.addAll(run.addresses()));
                return addresses;
            }

            @Override
            public Collection<GroupMember> members() {
                return runs.stream().flatMap(run -> run.members().stream()).toList();
            }

            @Override
            public void whenMembersChange(Runnable listener) {
                runs.forEach(run -> run.whenMembersChange(listener));
            }

            @Override
            public void ended(List<GroupMember> members) {
                runs.forEach(run -> run.ended(members));
            }
        };
    }

    /**
     * Returns what health shows besides the schedulers. A registry that fails makes no instance unready, since another
     * one may serve clients as well.
     */
    private Map<String, Object> status(@Nullable RegistryServer served) {
        Map<String, Object> status = new TreeMap<>();
        if (served != null) {
            status.put(
                    "registry", Map.of("url", served.url(), "schemas", served.schemas(), "problem", served.problem()));
        }
        if (peers != null) {
            status.put("peers", peers.states());
        }
        return status;
    }

    void start() {
        runs.forEach(DomainRun::start);
        if (peers != null) {
            peers.start();
        }
        if (pages != null) {
            pages.start();
        }
    }

    int httpPort() {
        return server.port();
    }

    /**
     * Waits until {@link #close} or a failure. Returns the failure's message, or null.
     *
     * @param max how long to wait; null for no limit
     */
    @Nullable
    String await(@Nullable Duration max) throws InterruptedException {
        long start = System.nanoTime();
        while (!ended.await(1, TimeUnit.SECONDS)) {
            if (max != null && System.nanoTime() - start >= max.toNanos()) {
                break;
            }
            // the demo prints in other threads, and only this one ends the process when standard output is closed
            System.out.flush();
        }
        return failure.get();
    }

    private void fail(String why) {
        failure.compareAndSet(null, why);
        ended.countDown();
    }

    /**
     * Returns the host name for browsers on this machine: the host that the pages listen on, unless they listen on all.
     */
    static String host(Settings settings) {
        return ListeningHost.inUrl(settings.text(Setting.HTTP_HOST));
    }

    @Override
    public void close() {
        if (peers != null) {
            peers.close();
        }
        closeDomains();
        server.close();
        closeTheRest();
        ended.countDown();
    }

    private void closeDomains() {
        List<Thread> closing = new ArrayList<>();
        for (DomainRun run : runs) {
            Thread thread = new Thread(run::close, "rota-close");
            thread.start();
            closing.add(thread);
        }
        for (Thread thread : closing) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void closeTheRest() {
        if (pages != null) {
            pages.close();
        }
        parallel.close();
        gc.close();
    }
}
