package dev.rota.stream.meters;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SeriesTest {

    private final PrometheusMeterRegistry metrics = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Series series = new Series("queue", "Who waits", Tags.of("domain", "d"), metrics);

    @Test
    void shouldShowWhatWasSetLast() {
        series.set(Map.of(Tags.of("unit", "a"), 1.0, Tags.of("unit", "b"), 2.0));
        series.set(Map.of(Tags.of("unit", "a"), 3.0, Tags.of("unit", "b"), 2.0));

        assertThat(shown())
                .containsExactlyInAnyOrder("queue{domain=\"d\",unit=\"a\"} 3.0", "queue{domain=\"d\",unit=\"b\"} 2.0");
    }

    @Test
    void shouldForgetMissingSeries() {
        series.set(Map.of(Tags.of("unit", "a"), 1.0, Tags.of("unit", "b"), 2.0));
        series.set(Map.of(Tags.of("unit", "b"), 5.0, Tags.of("unit", "c"), 6.0));

        assertThat(shown())
                .containsExactlyInAnyOrder("queue{domain=\"d\",unit=\"b\"} 5.0", "queue{domain=\"d\",unit=\"c\"} 6.0");
        series.set(Map.of());
        assertThat(shown()).isEmpty();
    }

    private List<String> shown() {
        return metrics.scrape().lines().filter(line -> !line.startsWith("#")).toList();
    }
}
