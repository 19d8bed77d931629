package dev.rota.audit.findings;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.audit.AuditReport;
import dev.rota.audit.AuditScope;
import dev.rota.audit.EvidenceFolder;
import dev.rota.audit.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests heads of chains that an auditor noted earlier and now expects to find. */
class ExpectedHeadTest {

    private static final String LAST = "cdb36274637a45b4512bef13f11ca3c20846e04c9a5fcc8cb576f3d9a034408f";
    private static final String HEX = "0123456789abcdefABCDEF0123456789";

    @ParameterizedTest
    @CsvSource({"u=%s, u, ", "u=%s@7, u, 7", "a=b=%s@0, a=b, 0", "a@5=%s, a@5, ", "=%s, '', ", "u=%s%s@12, u, 12"})
    void shouldParseFromTheRight(String form, String unit, Long seq) {
        ExpectedHead head = ExpectedHead.parse(form.replace("%s", HEX));

        assertThat(head).isNotNull();
        assertThat(head.unit()).isEqualTo(unit);
        assertThat(head.seq()).isEqualTo(seq);
        assertThat(head.head()).startsWith(HEX.toLowerCase(java.util.Locale.ROOT));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "u", "u=", "u=12", "u=%s@", "u=%s@-1", "u=%s@x", "u=%sg", "%s", "u=%s@1@2"})
    void shouldNotParseMalformedHeads(String form) {
        assertThat(ExpectedHead.parse(form.replace("%s", HEX))).isNull();
    }

    @Test
    void shouldFindTheLastHead() {
        assertThat(outcome("demo-forward=" + LAST)).isEqualTo(AuditReport.Outcome.VERIFIED);
        assertThat(outcome("demo-forward=" + LAST.substring(0, 32))).isEqualTo(AuditReport.Outcome.VERIFIED);
    }

    @Test
    void shouldFindAHeadInTheMiddleOfTheChain() throws Exception {
        // given a head from an output long before the end
        var output = new ArrayList<>(records()).get(100);
        String chain = EvidenceFolder.headerText(output, "rota-chain");
        String seq = EvidenceFolder.headerText(output, "rota-seq");

        assertThat(outcome("demo-forward=" + chain)).isEqualTo(AuditReport.Outcome.VERIFIED);
        assertThat(outcome("demo-forward=" + chain + "@" + seq)).isEqualTo(AuditReport.Outcome.VERIFIED);
        assertThat(outcome("demo-forward=" + chain + "@1")).isEqualTo(AuditReport.Outcome.DIVERGES);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "demo-forward=00000000000000000000000000000000",
                "demo-backward=" + LAST,
                "nobody-knows=" + LAST,
                "demo-forward=" + LAST + "@1",
                "demo-forward=" + LAST + "@99999"
            })
    void shouldFailWhereTheChainNeverHadTheHead(String text) {
        assertThat(outcome(text)).isEqualTo(AuditReport.Outcome.DIVERGES);
    }

    private static List<ObjectNode> records() throws Exception {
        return EvidenceFolder.recorded().records("cores.claim-events", 3);
    }

    private static AuditReport.Outcome outcome(String text) {
        return Verdict.report(EvidenceFolder.RECORDED, new AuditScope(null, null, List.of(ExpectedHead.parse(text))))
                .outcome();
    }
}
