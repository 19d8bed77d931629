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
                        Map.entry("0/", "6bd0cf23d555f286e81d6b232bd0a7a8877146c8be0d3f4ac275b2a5bee4ea04"),
                        Map.entry(
                                "0/demo-backward", "e009c87267258073ceeffc324655c1e8be257e51bab4d7ef28a53a3f6c46073c"),
                        Map.entry("1/", "34aade6847dee52bec18ea611d66a117d1b8f6984021fa839baafb7ee8ae947a"),
                        Map.entry("1/nobody", "4cb0ff8fe510c5e0bbe76daf9d902eb2a948ad344fdb2c0786c0019b2470ee7e"),
                        Map.entry("1/polkadot", "f687f7ead9d7de885a369f0e76c9fa1e0da773ae8543188504d98f2001bfa094"),
                        Map.entry("2/", "766c98770c44c9a43a2a6caa6282b2b325497f08b0ec6b5067834c76a9469532"),
                        Map.entry("3/", "4ecf82416c9e50e565fab3db1ac45e2fcb237332e5955fe87debb0a41d2d7601"),
                        Map.entry(
                                "3/demo-forward", "a851bccdf52007db02b176fcd803fe01d6b54e11e5678ae181900f480b17cab2"));
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
