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
                        Map.entry("0/linux", "0c29164d2ddd4e72135c57aa0f56df9fdbe3dfd84ec1d314d2212d60947eb66c"),
                        Map.entry("1/", "b70c52da6e6d75cab1ea6c718dd3e0b114a48754439fb53d33c1fdb730acb73b"),
                        Map.entry("2/", "9be04bd8462abd175bf080b69802e2d611fe65a0e14493d3bf12dd0baf497ed0"),
                        Map.entry("2/mac", "acaf85a9637ca3860a1f7bb9f54465d560135f8ff24860a2c2b6d5f5a5602a0c"));
        assertThat(sum(verdict, UnitFindings::decisions)).isEqualTo(210);
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
                        Map.entry("0/h2", "f3e9759a0241a173b8a629d84a8ac1f1ee87eb5cf78b357ab7404cb214f47a61"),
                        Map.entry("0/h3", "bcabc60573f4d300deb9e9864ab7ad658863fcab1df8bfaac2cb34dea3f7c339"),
                        Map.entry("0/h4", "3fd1dd01611dea84cf46333d8084e30aea3e74ff0259887c2e69a506371e4732"),
                        Map.entry("0/h9", "735a1450e9c7411bc0d3c206673c889af5b68b683b5ea1fc4ec163f911e16fae"),
                        Map.entry("1/", "202d8e6e1decb1033b718f2ca6acc4fa77f2e6dcf036560cfb2ac59c7c8011a7"),
                        Map.entry("1/h0", "28c6c5bbe63edeccb53bb8bd590f668b5eaaccc5071f9d6eaf13ec4d6534bd3d"),
                        Map.entry("1/h1", "6cc560d14d36005bb016079df527a4519ab1ef516202997c8a3df1f38d890fad"),
                        Map.entry("1/h5", "3cffdbbb9e2bb52c2739fcc5e0b1da1d8164bd8919bcbd070933f8d3b5f6ba76"),
                        Map.entry("1/h7", "212adfdc540e72afe091da62ec3b65321daa6fe49aa4b08db16383ca5eab3877"),
                        Map.entry("2/h10", "656b00a9afdd5f3b95c7a00c9758cdff30222bddf3290d8850041c3af166d942"),
                        Map.entry("2/h11", "f386b16faacd7980b6351213bf970c0da311d75b9ef7e804532ff72dea708c34"),
                        Map.entry("3/h6", "352ab0952ef53882be52eb20a9eb2057258505b96314631fd1e199b0b8a89284"),
                        Map.entry("3/h8", "77ac08a2e2f4c2f1303dfaea240e1bc41d9938fd9ad6f846c6e42a34dbd85341"));
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
