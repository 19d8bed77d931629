package dev.rota.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.bench.pool.PoolRun;
import dev.rota.chores.ChoresDomain;
import dev.rota.chores.ChoresWorkloads;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import dev.rota.trials.Full;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

@Full
class LoopBenchTest {

    private static String report(boolean engineOnly) throws Exception {
        StringWriter text = new StringWriter();
        Bench.Size size = new Bench.Size(
                List.of(), engineOnly, 1, 2_000, 0, 1, 2_000, 250, new PoolRun.PoolSize(1, 1), List.of(), 1_000);
        try (PrintWriter out = new PrintWriter(text)) {
            new Bench(
                            new ChoresDomain(),
                            new ChoresWorkloads(),
                            Settings.of(Map.of(Setting.PARTITIONS.key(), "1", "kafka.compression.type", "none")),
                            size,
                            out)
                    .run();
        }
        return text.toString();
    }

    private static double number(String report, String pattern) {
        Matcher found = Pattern.compile(pattern).matcher(report);
        assertThat(found.find()).as("%s in %s", pattern, report).isTrue();
        return Double.parseDouble(found.group(1).replace(",", ""));
    }

    @Test
    void shouldRunTheLoopInTheEngineAlone() throws Exception {
        String report = report(true);
        assertThat(report).doesNotContain("pass-through");
        assertThat(number(report, "pure engine, filled in .*, ([\\d,]+) assignments in"))
                .isBetween(2_000.0, 2_250.0);
    }

    @Test
    void shouldRunTheLoopThroughTheWholePathAndTransferTheSameAgain() throws Exception {
        String report = report(false);

        // a chore is two events, and two decisions without the checkpoints
        assertThat(number(report, "whole path +([\\d,]+) assignments")).isPositive();
        assertThat(number(report, "pass-through +([\\d,]+) assignments")).isPositive();
        assertThat(number(report, "recorded: ([\\d.]+) events")).isBetween(1.7, 2.3);
        assertThat(number(report, "events, ([\\d.]+) output records")).isBetween(1.7, 2.5);
        double rowsPerEvent = number(report, "rows an event ([\\d.]+)");
        assertThat(rowsPerEvent).isPositive();
        assertThat(number(report, "of the pass-through ([\\d.]+)")).isBetween(rowsPerEvent - 0.02, rowsPerEvent + 0.02);
        // an event is in its input and, with its coordinates added, in the log
        double inputs = number(report, "assignments: inputs ([\\d,]+),");
        assertThat(number(report, "log ([\\d,]+), outputs")).isGreaterThan(inputs);
        assertThat(number(report, "outputs ([\\d,]+), changelog")).isPositive();
        assertThat(number(report, "p99 +([\\d.]+) ")).isPositive();
        assertThat(number(report, "restored in ([\\d.]+) s")).isPositive();
        assertThat(number(report, "committed after ([\\d.]+) s")).isPositive();
    }
}
