package dev.rota.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.audit.EvidenceFolder;
import dev.rota.chores.ChoresDomain;
import dev.rota.cores.scheduler.CoresDomain;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedLogTest {

    @Test
    void shouldDecideARecordedLogAgain() {
        assertThat(RecordedLog.verify(new CoresDomain(), EvidenceFolder.RECORDED))
                .isEqualTo(1_340);
    }

    @Test
    void shouldShowADecisionThatDiffers(@TempDir Path folder) throws IOException {
        EvidenceFolder evidence = EvidenceFolder.copyTo(folder.resolve("evidence"));
        evidence.edit("cores.claim-events", 3, 10, record -> record.put("value", "AAAA"));

        assertThatThrownBy(() -> RecordedLog.verify(new CoresDomain(), evidence.path()))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("it is DIVERGES\n  cores.claim-events/3/")
                .hasMessageContaining("    expected: ");
    }

    /** The log announces rules that a former build does not know. */
    @Test
    void shouldFailIfTheSchedulerCannotDecideItAll() {
        Path recorded = Path.of("src/rota/src/test/resources/recorded/chores-2");

        assertThatThrownBy(() -> RecordedLog.verify(ChoresDomain.formerBuild(), recorded))
                .hasMessageContaining("it is NEEDS_NEWER_BUILD");
    }
}
