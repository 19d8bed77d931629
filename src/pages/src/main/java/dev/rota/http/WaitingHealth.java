package dev.rota.http;

import dev.rota.engine.Nullable;
import dev.rota.pages.Reads;
import dev.rota.settings.BadSetting;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import io.javalin.Javalin;
import io.javalin.http.Context;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Answers for the health of a process that waits for its cluster: it is live and not ready. It listens from the first
 * reason on, on the port on which {@link HttpPages} listens once the process runs.
 */
public final class WaitingHealth implements AutoCloseable {

    private final Settings settings;
    private final List<String> domains;
    private volatile String reason = "";
    private @Nullable Javalin server;

    public WaitingHealth(Settings settings, List<String> domains) {
        this.settings = settings;
        this.domains = List.copyOf(domains);
    }

    /**
     * States why the process is not ready.
     *
     * @throws BadSetting if the address cannot be bound
     */
    public void waits(String why) {
        reason = why;
        if (server == null) {
            server = Javalin.create(config -> {
                config.startup.showJavalinBanner = false;
                ContentPolicy.route(config.routes);
                Reads.route(config.routes, "/health/live", context -> health(context, 200, "live", true));
                Reads.route(config.routes, "/health/ready", context -> health(context, 503, "ready", false));
            });
            HttpPages.bind(
                    server,
                    settings,
                    settings.has(Setting.HTTP_OPERATIONS_PORT) ? Setting.HTTP_OPERATIONS_PORT : Setting.HTTP_PORT);
        }
    }

    private void health(Context context, int status, String word, boolean good) {
        Map<String, Object> each = new TreeMap<>();
        for (String domain : domains) {
            each.put(
                    domain,
                    new TreeMap<>(
                            Map.of("live", true, "ready", false, "reasons", List.of(reason), "notes", List.of())));
        }
        context.status(status).json(new TreeMap<>(Map.of(word, good, "domains", each)));
    }

    @Override
    public void close() {
        if (server != null) {
            server.stop();
        }
    }
}
