package dev.rota.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.rota.audit.findings.UnitFindings;
import dev.rota.chores.ChoresDomain;
import dev.rota.chunks.scheduler.ChunksDomain;
import dev.rota.engine.Domain;
import dev.rota.jobs.scheduler.JobsDomain;
import dev.rota.shards.scheduler.ShardsDomain;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;

/** Recorded logs with their outputs must always verify, however the code changes. */
class RecordedLogsTest {

    private static final Path CHORES_TWO = Path.of("src/rota/src/test/resources/recorded/chores-2");

    /**
     * The log has a minute of {@code dev --demo}, with a chain that makes mistakes and producers that do not send Avro.
     */
    @Test
    void shouldVerifyWhatCoresDecidedByRulesOne() {
        // when
        Verdict verdict = Verdict.of(EvidenceFolder.RECORDED);

        // then
        assertThat(verdict.right()).isTrue();
        assertThat(heads(verdict))
                .containsExactly(
                        Map.entry("0/", "0bc6648709350724422c3732a1274cd729042d3bf87e34f221f51d86bacf4b9a"),
                        Map.entry(
                                "0/demo-backward", "85afa5cdb7ccfde597609dc6797b8335ca15820f2a8d903e0b9735decfc32cf7"),
                        Map.entry("1/", "e5a1a70e9de9b5a5db58008a0464621588986a274cd32954edf0f56e40ace42a"),
                        Map.entry("1/polkadot", "1c869d50c863d5fbfe9c3fdd5a6faf3c1f882d3ac592831e434493d1c3b04a45"),
                        Map.entry("2/", "ffa0d6324db3bc2560450b380e5ae26b8cdef0dd3381e7b8a270aec76dca3b17"),
                        Map.entry("3/", "f28296a178f812d10e96d25ce7977510e1d15350fd4964dd6f5e2e571a6275cc"),
                        Map.entry(
                                "3/demo-forward", "cdb36274637a45b4512bef13f11ca3c20846e04c9a5fcc8cb576f3d9a034408f"));
        assertThat(sum(verdict, UnitFindings::decisions)).isEqualTo(1_340);
        assertThat(sum(verdict, UnitFindings::checkpoints)).isEqualTo(7);
        assertWhole(verdict);
    }

    /**
     * The log has half a minute of {@code dev --demo} in the cohort linux. In the cohort mac, it has each transition of
     * a job, each strategy and each rejection reason, produced by hand with two assigners. Broker and schedulers were
     * restarted in between.
     */
    @Test
    void shouldVerifyWhatJobsDecidedByRulesOne() {
        // when
        Domain domain = new JobsDomain().configured(new TreeMap<>(Map.of("cohorts", "linux:linux,unknown;mac:mac")));
        Verdict verdict = Verdict.of(domain, Path.of("src/rota/src/test/resources/recorded/jobs-1"));

        // then
        assertThat(verdict.right()).isTrue();
        assertThat(heads(verdict))
                .containsExactly(
                        Map.entry("0/", "3712e63c2a836cbf428298259357c8d7677913afbb8737fd43f2d74e80d7159b"),
                        Map.entry("0/linux", "5e8a8223d2549514ce196babb5f0d8fee32f53cdbcf21ab5b6af1166163881b7"),
                        Map.entry("1/", "b70c52da6e6d75cab1ea6c718dd3e0b114a48754439fb53d33c1fdb730acb73b"),
                        Map.entry("2/", "9be04bd8462abd175bf080b69802e2d611fe65a0e14493d3bf12dd0baf497ed0"),
                        Map.entry("2/mac", "557185fa090dd3054480657d6d951ec348612d6655055f5f66c8fe4085f90958"));
        assertThat(sum(verdict, UnitFindings::decisions)).isEqualTo(208);
        assertThat(sum(verdict, UnitFindings::checkpoints)).isEqualTo(2);
        assertWhole(verdict);
    }

    /**
     * The log has half a minute of {@code dev --demo}. In the network hand, it has each outcome of an epoch, each
     * status and each rejection reason, produced by hand. Rota was killed once, so intake repeated events.
     */
    @Test
    void shouldVerifyWhatChunksDecidedByRulesOne() {
        // when
        Verdict verdict = Verdict.of(new ChunksDomain(), Path.of("src/rota/src/test/resources/recorded/chunks-1"));

        // then
        assertThat(verdict.right()).isTrue();
        assertThat(heads(verdict))
                .containsExactly(
                        Map.entry("0/", "2c033b043cfa44ed3853840d9de8617816d455f93bcf2c33b7189758ded3449b"),
                        Map.entry("1/", "63410df1413e9d1001d93a193ed9687362be0d472c5d42dc1d71f1688023f860"),
                        Map.entry("1/demo", "1bf7a45224257a49604c88329cdfa6a74d3e03250e4080755f9557c701946498"),
                        Map.entry("1/hand", "4d848f99f1e90bec92e5636797a610fda7a48b2eadc259c4197faf22af30c794"),
                        Map.entry("2/", "039aa2d5d221520aa10f92134d46298da8813539a6e23773097d37818e2bf291"));
        assertThat(sum(verdict, UnitFindings::decisions)).isEqualTo(251);
        assertThat(sum(verdict, UnitFindings::checkpoints)).isEqualTo(8);
        assertWhole(verdict);
    }

    /**
     * The log has each cause of a change of state, each reason for a dead letter and each rejection reason, produced by
     * hand in the pool hand. Two further pools have random traffic, workers that fail and operators that interfere. The
     * schedulers restarted once.
     */
    @Test
    void shouldVerifyWhatShardsDecidedByRulesOne() {
        // when
        Verdict verdict = Verdict.of(new ShardsDomain(), Path.of("src/rota/src/test/resources/recorded/shards-1"));

        // then
        assertThat(verdict.right()).isTrue();
        assertThat(heads(verdict))
                .containsExactly(
                        Map.entry("0/", "5545160c62d671b63f970b59c64b847541d8750cd346913531455aa87d905cc8"),
                        Map.entry("1/", "cce7d785fb4fdb226192d7b02b2d4cb357b8a07d48cef190e0aff5c5c2a8e9fc"),
                        Map.entry("1/default", "a7cdd0a47649f205b0a778694be749618f60faabaf57ff7a9b6363684d2a25dd"),
                        Map.entry("1/hand", "1facbd7476030731ae820852e40c2f7b52f080b051cececf686e7dbb17758c18"),
                        Map.entry("1/tight", "41090b2cd85e8ac20a59ffb02a6f5597ff719ccd9599a1da91636c97d6315666"));
        assertThat(sum(verdict, UnitFindings::decisions)).isEqualTo(491);
        assertWhole(verdict);
    }

    /**
     * The log was decided by three instances that were upgraded one after the other, with kills, and rules 2 announced
     * in the middle: see {@code RulesUpgradeTest}. Each partition has the older schemas before the announcement and the
     * newer ones after it.
     */
    @Test
    void shouldVerifyWhatChoresDecidedByRulesOneAndThenByRulesTwo() {
        // when
        Verdict verdict = Verdict.of(new ChoresDomain(), CHORES_TWO);

        // then
        assertThat(verdict.right()).isTrue();
        assertThat(heads(verdict))
                .containsExactly(
                        Map.entry("0/h2", "e99fcf2d5059791b8179c17067dffedf67a1a6ea1a82400a5954faec367c0a6b"),
                        Map.entry("0/h3", "78d10cfbd6e59f0fb4ef3d413c349e42d3864a482ecc499a6b6171dcbf94df9d"),
                        Map.entry("0/h4", "2d562aa34418525a19518dea83bd5ad07f2164f14d109ba95a0909ebfc7ad3d6"),
                        Map.entry("0/h9", "937a4bd9d560d08850e476622c33a243a2326a49577676a8196d259ebd6f5d25"),
                        Map.entry("1/", "202d8e6e1decb1033b718f2ca6acc4fa77f2e6dcf036560cfb2ac59c7c8011a7"),
                        Map.entry("1/h0", "1e51b6e7b7489b8af0b32843e4f4bf41077987268ca9f6099d40bc21e8d2ba61"),
                        Map.entry("1/h1", "ec5e84fab52d98527a0c5785cb4d0f39f286145242ee35de917f95753c16328b"),
                        Map.entry("1/h5", "1fe0bb9a9e84bfb4965644faaad0beb77394cd7a98aedb82a0c464f28811f973"),
                        Map.entry("1/h7", "ab0127686329c18dbee2632453f0131a2ac1e12298d27aa2e5fbc60fdb47e2be"),
                        Map.entry("2/h10", "c5ed06445be8ce43246638afbe6d0d0bd96c54d8ea45efb9b003a1fa5bd6abb3"),
                        Map.entry("2/h11", "7ba3312982fa0b5d5e7d44f4b5d8900386632fdc983dcbee45a736ac5763f83e"),
                        Map.entry("3/h6", "2c727985b38816a64fb57161bece4c56b93c995c9cb7e6dbea57a60b4a680419"),
                        Map.entry("3/h8", "743047124e4383dfcd56845ac86025cfd13a4a67d4b0c97b1b4c70ce50703d5a"));
        assertThat(sum(verdict, UnitFindings::decisions)).isEqualTo(313);
        assertThat(sum(verdict, UnitFindings::checkpoints)).isEqualTo(12);
        assertWhole(verdict);
    }

    /**
     * A build that supports only rules 1 follows the log to the announcement, and reports that it cannot follow it
     * further.
     */
    @Test
    void shouldSayThatABuildDoesNotKnowTheRules() {
        // when
        Verdict verdict = Verdict.of(ChoresDomain.formerBuild(), CHORES_TWO);

        // then
        assertThat(verdict.right()).isFalse();
        assertThat(verdict.diverging()).isEmpty();
        assertThat(sum(verdict, UnitFindings::decisions)).isEqualTo(217);
        assertThat(verdict.others()).isEmpty();
        assertThat(verdict.partitions())
                .hasSize(4)
                .allSatisfy(findings -> assertThat(findings.notCompared())
                        .singleElement(STRING)
                        .contains("rules chores/2", "chores/1 to chores/1"));
    }

    private static Map<String, String> heads(Verdict verdict) {
        Map<String, String> heads = new TreeMap<>();
        verdict.units().forEach((name, unit) -> heads.put(name, unit.chain()));
        return heads;
    }

    private static long sum(Verdict verdict, ToLongFunction<UnitFindings> count) {
        return verdict.units().values().stream().mapToLong(count).sum();
    }

    private static void assertWhole(Verdict verdict) {
        assertThat(verdict.partitions()).allSatisfy(partition -> {
            assertThat(partition.sourcesGone()).isZero();
            assertThat(partition.notCompared()).isEmpty();
        });
    }
}
