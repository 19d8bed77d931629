package dev.rota.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.ChunksDomain;
import dev.rota.engine.Domain;
import dev.rota.jobs.JobsDomain;
import dev.rota.shards.ShardsDomain;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;

/** Logs that a rules number decided once. They verify for ever, whatever becomes of the code. */
class RecordedLogsTest {

    /** A minute of {@code dev --demo}, with a chain that makes mistakes and producers that send no Avro. */
    @Test
    void shouldVerifyWhatCoresDecidedByRulesOne() {
        // when
        Verdict verdict = Verdict.of(EvidenceFolder.RECORDED);

        // then
        assertThat(verdict.right()).isTrue();
        assertThat(heads(verdict))
                .containsExactly(
                        Map.entry("0/", "fb355f8c07c7d1e7a057078a1c4d860f29e34575e8ab3aaf7a26d1fe28d4874a"),
                        Map.entry(
                                "0/demo-backward", "a4471b06edb2ca37fd3c6adb820c8313fc6d005e5c0545d2397a1789b94c482b"),
                        Map.entry("1/", "2892e0e62dc31b5526b271416e947be2ed4d74dc9d17fc128ebeac493791085c"),
                        Map.entry("1/polkadot", "596242cbd333db2a180f0949964d71addd0dddc0c89301510b2489dcc94b8198"),
                        Map.entry("2/", "443e4ccc301229edd32a2e5ace7464cce64588398ac092e9a8b2832bf1182109"),
                        Map.entry("3/", "38545d8fed90ee96add3a27def40c0d0e9c3456cdc34b253e46b4beeb32f7b13"),
                        Map.entry(
                                "3/demo-forward", "18bc45eb39fbeda65f505f75467de75c3238554cad6e78a7435f01687bcfda13"));
        assertThat(sum(verdict, UnitFindings::decisions)).isEqualTo(1_324);
        assertThat(sum(verdict, UnitFindings::checkpoints)).isEqualTo(7);
        assertWhole(verdict);
    }

    /**
     * Half a minute of {@code dev --demo} in the cohort linux; and, in the cohort mac, by hand, each way that a job can
     * go, each strategy and each reason to refuse, with two assigners. Broker and schedulers were started again between.
     */
    @Test
    void shouldVerifyWhatJobsDecidedByRulesOne() {
        // when
        Domain domain = new JobsDomain().configured(new TreeMap<>(Map.of("cohorts", "linux:linux,unknown;mac:mac")));
        Verdict verdict = Verdict.of(domain, Path.of("src/test/resources/recorded/jobs-1"));

        // then
        assertThat(verdict.right()).isTrue();
        assertThat(heads(verdict))
                .containsExactly(
                        Map.entry("0/", "07454180bc9f6ee72cc756eea568c5bbce4aea6843a55e20daefb66ea5b5a82a"),
                        Map.entry("0/linux", "96c297a1a9a6acd2f953295633ddb5f0918ccdc2b18f3cbb539c44d93afa89e1"),
                        Map.entry("1/", "b6e8a473b76a0cd5d567b2dde6e81e674333ea7cae963fc16fe75e1e43d7a10d"),
                        Map.entry("2/", "ac92b0d7ccf7fc2e4daf3aef448ac56831a4be0a8851091bb3d774740c6eb6fd"),
                        Map.entry("2/mac", "8a3df194a02cbfe4508a7e25dcc7afba91aec13a821388dd6b8fabf7b5008667"));
        assertThat(sum(verdict, UnitFindings::decisions)).isEqualTo(208);
        assertThat(sum(verdict, UnitFindings::checkpoints)).isEqualTo(2);
        assertWhole(verdict);
    }

    /**
     * Half a minute of {@code dev --demo}; and, in the network hand, by hand, each way that an epoch can end, each status
     * and each reason to refuse. Rota was killed once, and so intake repeated itself.
     */
    @Test
    void shouldVerifyWhatChunksDecidedByRulesOne() {
        // when
        Verdict verdict = Verdict.of(new ChunksDomain(), Path.of("src/test/resources/recorded/chunks-1"));

        // then
        assertThat(verdict.right()).isTrue();
        assertThat(heads(verdict))
                .containsExactly(
                        Map.entry("0/", "d10aac1c9b58ac8c379544377ffd715f6470aef075993bf3bb42ce6e700af6d6"),
                        Map.entry("1/", "8851490b4e8f4af1c9706bf75e076a02b8c06cf14f525dcb9eb877e98c15c77f"),
                        Map.entry("1/demo", "d8585b987aa40221e674c3376a28c050ab15a3d046b12e600797165837aa022d"),
                        Map.entry("1/hand", "37c4c88dc906add120f583709d317be5a31122588a05d235ee8670e736d88148"),
                        Map.entry("2/", "a3c0209c32bc9ef975a679a3de3d144d9a854a2bdac53a37fbf8d5a22718ec5d"));
        assertThat(sum(verdict, UnitFindings::decisions)).isEqualTo(248);
        assertThat(sum(verdict, UnitFindings::checkpoints)).isEqualTo(8);
        assertWhole(verdict);
    }

    /**
     * By hand, in the pool hand, each cause of a change of state, each way to die and each reason to refuse; and two pools
     * that chance has made up, whose workers fail, and whose operators interfere. The schedulers were started again once.
     */
    @Test
    void shouldVerifyWhatShardsDecidedByRulesOne() {
        // when
        Verdict verdict = Verdict.of(new ShardsDomain(), Path.of("src/test/resources/recorded/shards-1"));

        // then
        assertThat(verdict.right()).isTrue();
        assertThat(heads(verdict))
                .containsExactly(
                        Map.entry("0/", "6c1eb04bc9a21084df2c740e8eadc3327c99fe7a6c5a3057cd71b773cf63f867"),
                        Map.entry("1/", "281c7b7ecdc5d7c23d8d0d6a0bcf674505e65d5f15140b818e1d50950cd2d305"),
                        Map.entry("1/default", "18ca4bd9f5cd21ebb094fe18c9976cba633eeb758d5b8d36cf934a8a7e68acb8"),
                        Map.entry("1/hand", "ae4f7a616d3d420db435a94e32c60fec49c2ad2824d16611044b4895a5d5f6a1"),
                        Map.entry("1/tight", "eeda84a96f756a29ee43860c937d149bdf4ee072595ae34bf9af0b0b086c9ff8"));
        assertThat(sum(verdict, UnitFindings::decisions)).isEqualTo(445);
        assertWhole(verdict);
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
