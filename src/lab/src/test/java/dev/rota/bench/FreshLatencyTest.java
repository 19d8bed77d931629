package dev.rota.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.bench.pool.PoolRun;
import dev.rota.cores.scheduler.CoresDomain;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import dev.rota.trials.Full;
import dev.rota.workload.WorkloadRegistry;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

@Full
class FreshLatencyTest {

    @Test
    void shouldMeasureNothingButLatencyByMinute() throws Exception {
        StringWriter text = new StringWriter();
        Bench.Size size = new Bench.Size(
                List.of("many-small"), false, 0, 1, 200, 2, 1, 1, new PoolRun.PoolSize(1, 1), List.of(0), 0);
        CoresDomain cores = new CoresDomain();
        try (PrintWriter out = new PrintWriter(text)) {
            new Bench(cores, WorkloadRegistry.of(cores), Settings.of(Map.of(Setting.PARTITIONS.key(), "1")), size, out)
                    .run();
        }

        List<String> minutes =
                text.toString().lines().filter(line -> line.contains("minute")).toList();
        assertThat(minutes)
                .singleElement()
                .asString()
                .matches(" +minute +1 +p50 .* p99.9 .* maximum .*\\([1-9]\\d* events\\)");
        assertThat(text.toString()).doesNotContain("pass-through").doesNotContain("pure engine");
    }
}
