package dev.rota.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Logs that a rules number decided once. They verify for ever, whatever becomes of the code. */
class RecordedLogsTest {

    /** A minute of {@code dev --demo}, with a chain that makes mistakes and producers that send no Avro. */
    @Test
    void shouldVerifyWhatCoresDecidedByRulesOne() {
        // when
        Verdict verdict = Verdict.of(EvidenceFolder.RECORDED);

        // then
        Map<String, String> heads = new TreeMap<>();
        verdict.units().forEach((name, unit) -> heads.put(name, unit.chain()));
        assertThat(verdict.right()).isTrue();
        assertThat(heads)
                .containsExactly(
                        Map.entry("0/", "fb355f8c07c7d1e7a057078a1c4d860f29e34575e8ab3aaf7a26d1fe28d4874a"),
                        Map.entry(
                                "0/demo-backward", "a4471b06edb2ca37fd3c6adb820c8313fc6d005e5c0545d2397a1789b94c482b"),
                        Map.entry("1/", "ff3bfb5a3f2a1c466b1e3a89acd93c6aaa42e7785db447a79dc0ada65694c34c"),
                        Map.entry("1/nobody", "8b5cae28e586aa36686d4ee262df100c278d10d164ba847388f7ca45662bbe7d"),
                        Map.entry("1/polkadot", "ab8789696e29cc0b437b8b449633ec9ccafc137dcda396810d7bf191939d6e6d"),
                        Map.entry("2/", "443e4ccc301229edd32a2e5ace7464cce64588398ac092e9a8b2832bf1182109"),
                        Map.entry("3/", "38545d8fed90ee96add3a27def40c0d0e9c3456cdc34b253e46b4beeb32f7b13"),
                        Map.entry(
                                "3/demo-forward", "18bc45eb39fbeda65f505f75467de75c3238554cad6e78a7435f01687bcfda13"));
        assertThat(verdict.units().values().stream()
                        .mapToLong(UnitFindings::decisions)
                        .sum())
                .isEqualTo(1_324);
        assertThat(verdict.units().values().stream()
                        .mapToLong(UnitFindings::checkpoints)
                        .sum())
                .isEqualTo(7);
        assertThat(verdict.partitions()).allSatisfy(partition -> {
            assertThat(partition.sourcesGone()).isZero();
            assertThat(partition.notCompared()).isEmpty();
        });
    }
}
