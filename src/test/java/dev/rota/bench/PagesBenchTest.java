package dev.rota.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.ChunksDomain;
import dev.rota.cores.CoresDomain;
import dev.rota.engine.Domain;
import dev.rota.engine.Full;
import dev.rota.jobs.JobsDomain;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import dev.rota.shards.ShardsDomain;
import dev.rota.workload.Extent;
import dev.rota.workload.WorkloadRegistry;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("broker")
@Full
class PagesBenchTest {

    private static final Extent SMALL = new Extent(8, 20, 12, 300);

    @Test
    void shouldLookAtAChainWhileItHasBlocks() throws Exception {
        String report = report(new CoresDomain(), 0);

        assertThat(report)
                .containsPattern("cores: [1-9][\\d,]* blocks a second if as many are offered as can be")
                .containsPattern("cores: [1-9][\\d,]* blocks a second offered for 1 s, a chain of 8 cores");
        assertReport(report);
        assertPages(report, "state of a unit", "a para", "a core", "a validator", "a block");
    }

    @Test
    void shouldLookAtANetworkWhileItHasListings() throws Exception {
        String report = report(new ChunksDomain(), 10);

        assertReport(report);
        assertThat(report).contains("a network of 12 workers and 300 chunks with 8 replicas");
        assertPages(report, "state of a unit", "a chunk", "a worker", "a dataset", "an epoch");
    }

    @Test
    void shouldLookAtAPoolWhileItHasTransactions() throws Exception {
        String report = report(new ShardsDomain(), 100);

        assertReport(report);
        assertThat(report).contains("20 shards, 2 workers");
        assertPages(report, "state of a unit", "a shard", "a transaction", "a worker", "a block");
    }

    @Test
    void shouldLookAtACohortWhileItHasJobs() throws Exception {
        String report = report(new JobsDomain(), 20);

        assertReport(report);
        assertThat(report).contains("10 more jobs queued in the unit");
        assertPages(report, "state of a unit", "a job", "a bot", "an instance");
    }

    private static String report(Domain domain, long perSecond) throws Exception {
        StringWriter text = new StringWriter();
        PagesBench.Size size = new PagesBench.Size(SMALL, 10, 0, perSecond, 1, 1, 40);
        try (PrintWriter out = new PrintWriter(text)) {
            new PagesBench(
                            domain,
                            WorkloadRegistry.of(domain),
                            Settings.of(Map.of(Setting.PARTITIONS.key(), "1")),
                            size,
                            out)
                    .run();
        }
        return text.toString();
    }

    private static void assertReport(String report) {
        for (String lane : new String[] {"no pages in the process", "pages, nobody reads", "40 pages a second"}) {
            assertThat(report).containsPattern(lane + " +[1-9][\\d,]* +[\\d.,]+ +[\\d.,]+ +[1-9]");
        }
        assertPages(
                report,
                "overview",
                "units",
                "timeline of a unit",
                "decision",
                "evidence",
                "rejections",
                "search for an id");
        // how fast it was is for the benchmark to say: a loaded machine can give any ratio
        assertThat(report)
                .containsPattern("with readers / without: [\\d.]+ of the throughput, [\\d.]+ of the processor time");
    }

    private static void assertPages(String report, String... kinds) {
        for (String kind : kinds) {
            assertThat(report).containsPattern("\n  " + kind + " +p50 +[\\d.]+ +p99 +[\\d.]+ +\\([1-9]");
        }
    }
}
