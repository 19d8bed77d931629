package dev.rota.http;

import dev.rota.engine.Nullable;
import dev.rota.engine.Times;
import dev.rota.pages.Access;
import dev.rota.pages.InstanceStatusPage;
import dev.rota.pages.Instances;
import dev.rota.pages.Pages;
import dev.rota.pages.Reads;
import dev.rota.settings.BadSetting;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import dev.rota.stream.DomainRun;
import dev.rota.stream.Health;
import dev.rota.stream.Ownership;
import dev.rota.stream.peers.Peers;
import io.javalin.Javalin;
import io.javalin.config.RoutesConfig;
import io.javalin.http.ContentType;
import io.javalin.http.Context;
import io.javalin.util.JavalinBindException;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** The HTTP server of a process: health, metrics and pages. */
public final class HttpPages implements AutoCloseable {

    private final List<DomainRun> domains;
    private final PrometheusMeterRegistry metrics;
    private final Supplier<Map<String, Object>> besides;
    private final Javalin server;

    /** The server of health and metrics alone; null if the port of the pages serves them. */
    @Nullable
    private final Javalin operations;

    /**
     * @param pages the operators' pages; null for an instance that shows its own state only
     * @throws BadSetting if the address cannot be bound
     */
    public HttpPages(
            Settings settings, List<DomainRun> domains, PrometheusMeterRegistry metrics, @Nullable Pages pages) {
        this(settings, domains, metrics, pages, null, Map::of);
    }

    /**
     * @param peers the other instances; null if none is watched
     * @param besides what health shows besides the schedulers, by name
     */
    public HttpPages(
            Settings settings,
            List<DomainRun> domains,
            PrometheusMeterRegistry metrics,
            @Nullable Pages pages,
            @Nullable Peers peers,
            Supplier<Map<String, Object>> besides) {
        this(settings, domains, metrics, pages, peers, besides, UnitPages.PATIENCE);
    }

    HttpPages(
            Settings settings,
            List<DomainRun> domains,
            PrometheusMeterRegistry metrics,
            @Nullable Pages pages,
            @Nullable Peers peers,
            Supplier<Map<String, Object>> besides,
            Duration patience) {
        this.domains = List.copyOf(domains);
        this.metrics = metrics;
        this.besides = besides;
        UnitPages units = new UnitPages(patience, this::later);
        InstanceStatusPage instance = new InstanceStatusPage(
                domains.stream().map(DomainRun::domain).toList(), settings, new LocalInstances(domains));
        this.server = Javalin.create(config -> {
            config.startup.showJavalinBanner = false;
            ContentPolicy.route(config.routes);
            new Access(settings).guard(config.routes);
            InstanceStatusPage.routeFiles(config.routes);
            if (pages == null) {
                instance.route(config.routes, "/");
            } else {
                pages.route(config.routes);
                if (!domains.isEmpty()) {
                    instance.route(config.routes, "/instance");
                }
            }
            operations(config.routes);
            Reads.route(config.routes, "/topology", this::topology);
            this.domains.forEach(domain -> units.route(config.routes, domain));
            if (peers != null) {
                PeerConnections.route(config.routes, peers);
            }
        });
        bind(server, settings, Setting.HTTP_PORT);
        this.operations = settings.has(Setting.HTTP_OPERATIONS_PORT) ? operations(settings) : null;
    }

    private Javalin operations(Settings settings) {
        Javalin second = Javalin.create(config -> {
            config.startup.showJavalinBanner = false;
            ContentPolicy.route(config.routes);
            operations(config.routes);
        });
        try {
            bind(second, settings, Setting.HTTP_OPERATIONS_PORT);
        } catch (BadSetting e) {
            server.stop();
            throw e;
        }
        return second;
    }

    private void operations(RoutesConfig routes) {
        Reads.route(routes, "/health/live", this::live);
        Reads.route(routes, "/health/ready", this::ready);
        Reads.route(routes, "/metrics", this::metrics);
    }

    static void bind(Javalin server, Settings settings, Setting setting) {
        int port = (int) settings.number(setting);
        String host = settings.text(Setting.HTTP_HOST);
        try {
            server.start(host, port);
        } catch (JavalinBindException e) {
            throw BindFailure.why(host, port, setting, e);
        }
    }

    /** Returns the schedulers of this process as a source of live state. */
    public static Instances instances(List<DomainRun> domains) {
        return new LocalInstances(domains);
    }

    public int port() {
        return server.port();
    }

    /** Returns the port of health and metrics alone, or the port of the pages if there is none. */
    int operationsPort() {
        return operations == null ? port() : operations.port();
    }

    /** Runs a task on one of the server's threads. */
    private void later(Runnable task) {
        server.jettyServer().threadPool().execute(task);
    }

    private void live(Context context) {
        boolean live = domains.stream().allMatch(domain -> domain.health().live());
        health(context, live, "live");
    }

    private void ready(Context context) {
        boolean ready = domains.stream().allMatch(domain -> domain.health().ready());
        health(context, ready, "ready");
    }

    private void health(Context context, boolean good, String word) {
        Map<String, Object> each = new TreeMap<>();
        for (DomainRun domain : domains) {
            Health health = domain.health();
            Ownership ownership = domain.ownership();
            Map<String, Object> status = new TreeMap<>(Map.of(
                    "live",
                    health.live(),
                    "ready",
                    health.ready(),
                    "reasons",
                    health.reasons(),
                    "notes",
                    health.notes(),
                    "behind",
                    domain.lag(),
                    "partitions",
                    Map.of(
                            "decides", ownership.decides(),
                            "restores", ownership.restores(),
                            "standsBy", ownership.standsBy())));
            if (domain.waitingSince() != Times.NEVER) {
                status.put("waitingSince", domain.waitingSince());
            }
            each.put(domain.domain().name(), status);
        }
        Map<String, Object> body = new TreeMap<>(besides.get());
        body.put(word, good);
        body.put("domains", each);
        context.status(good ? 200 : 503).json(body);
    }

    private void metrics(Context context) {
        context.contentType("text/plain; version=0.0.4; charset=utf-8").result(metrics.scrape());
    }

    private void topology(Context context) {
        List<String> topologies = new ArrayList<>();
        for (DomainRun domain : domains) {
            topologies.add("# " + domain.names().scheduler() + "\n" + domain.topology());
        }
        context.contentType(ContentType.TEXT_PLAIN).result(String.join("\n", topologies));
    }

    @Override
    public void close() {
        server.stop();
        if (operations != null) {
            operations.stop();
        }
    }
}
