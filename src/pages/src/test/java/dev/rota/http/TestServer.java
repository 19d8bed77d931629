package dev.rota.http;

import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import dev.rota.stream.DomainRun;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Starts the server of an instance without the operator's pages. */
final class TestServer {

    private TestServer() {}

    static HttpPages of(DomainRun run, int port, Duration patience) {
        Settings settings = Settings.of(
                Map.of(Setting.HTTP_HOST.key(), "127.0.0.1", Setting.HTTP_PORT.key(), String.valueOf(port)));
        return new HttpPages(
                settings,
                List.of(run),
                new PrometheusMeterRegistry(PrometheusConfig.DEFAULT),
                null,
                null,
                () -> Map.of("registry", Map.of("problem", "")),
                patience);
    }
}
