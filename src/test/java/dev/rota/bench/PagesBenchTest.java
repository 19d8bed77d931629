package dev.rota.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chores.ChoresDomain;
import dev.rota.chores.ChoresWorkloads;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("broker")
class PagesBenchTest {

    @Test
    void shouldAskForEachKindOfPageWhileTheSchedulerWorks() throws Exception {
        StringWriter text = new StringWriter();
        PagesBench.Size size = new PagesBench.Size(10, 0, 20, 1, 3, 20);
        try (PrintWriter out = new PrintWriter(text)) {
            new PagesBench(
                            new ChoresDomain(),
                            new ChoresWorkloads(),
                            Settings.of(Map.of(Setting.PARTITIONS.key(), "1")),
                            size,
                            out)
                    .run();
        }

        for (String lane : new String[] {"no pages in the process", "pages, nobody reads", "20 pages a second"}) {
            assertThat(text.toString()).containsPattern(lane + " +[1-9]\\d* +[\\d.]+ +[\\d.]+ +[1-9]");
        }
        for (String kind : new String[] {
            "overview", "units", "timeline of a unit", "decision", "evidence", "rejections", "search for an id"
        }) {
            assertThat(text.toString()).containsPattern("\n  " + kind + " +p50 +[\\d.]+ +p99 +[\\d.]+ +\\([1-9]");
        }
        assertThat(text.toString()).containsPattern("with readers / without: [01]\\.\\d{3} of the throughput");
    }
}
