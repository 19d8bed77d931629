package dev.rota.audit.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.audit.EvidenceFolder;
import dev.rota.audit.Verdict;
import dev.rota.audit.evidence.AuditRefused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** For damaged evidence files, an audit names the file and the line, and continues where it can. */
class BrokenFilesTest {

    private static final String FORWARD = "3/demo-forward";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @SuppressWarnings("NullAway.Init") // set before each test
    private EvidenceFolder evidence;

    @BeforeEach
    void copy() throws IOException {
        evidence = EvidenceFolder.copyTo(folder.resolve("evidence"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "null",
                "5",
                "{} {}",
                "{\"offset\":200,\"time\":1,\"key\":\"%%\",\"headers\":[],\"value\":null}",
                "{\"time\":1}",
                "{\"offset\":200,\"offset\":200,\"time\":1}"
            })
    void shouldNameALineOfTheLogAndReadOn(String broken) throws IOException {
        line("cores.log", 200, broken);

        Verdict verdict = Verdict.of(evidence.path());

        assertThat(verdict.right()).isFalse();
        assertThat(verdict.othersAt()).containsExactly("cores.log-3.jsonl line 201", "cores.log/3/200");
        assertThat(verdict.diverging()).containsOnlyKeys(FORWARD);
        assertThat(verdict.units().get("3/"))
                .satisfies(unit -> assertThat(unit.records()).isEqualTo(4));
    }

    @Test
    void shouldNameALineOfAnOutputAndReadOn() throws IOException {
        line("cores.claim-events", 100, "{");

        Verdict verdict = Verdict.of(evidence.path());

        assertThat(verdict.right()).isFalse();
        assertThat(verdict.othersAt()).containsExactly("cores.claim-events-3.jsonl line 101");
        assertThat(verdict.diverging()).containsOnlyKeys(FORWARD);
    }

    @Test
    void shouldNameALineOfAnInput() throws IOException {
        line("cores.claims", 100, "{");

        Verdict verdict = Verdict.of(evidence.path());

        assertThat(verdict.right()).isFalse();
        assertThat(verdict.othersAt()).containsExactly("cores.claims-3.jsonl line 101");
    }

    @Test
    void shouldNameADuplicateLine() throws IOException {
        Path file = evidence.file("cores.log", 3);
        List<String> lines = Files.readAllLines(file);
        lines.add(200, lines.get(200));
        Files.write(file, lines);

        Verdict verdict = Verdict.of(evidence.path());

        assertThat(verdict.right()).isFalse();
        assertThat(verdict.othersAt()).containsExactly("cores.log-3.jsonl line 202");
        assertThat(verdict.diverging()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"cores.log", "cores.claim-events", "cores.claims"})
    void shouldNoticeAFileThatEndsInTheMiddleOfALine(String topic) throws IOException {
        Path file = evidence.file(topic, 3);
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, java.util.Arrays.copyOf(bytes, bytes.length / 2));

        Verdict verdict = Verdict.of(evidence.path());

        assertThat(verdict.right()).isFalse();
        assertThat(verdict.othersAt()).anyMatch(at -> at.startsWith(topic + "-3.jsonl line "));
        assertThat(verdict.diverging().keySet()).isSubsetOf(FORWARD, "3/");
    }

    @Test
    void shouldNameAMissingFile() throws IOException {
        Files.delete(evidence.file("cores.log", 3));
        assertThat(Verdict.of(evidence.path()).othersAt()).contains("cores.log-3.jsonl");
    }

    @Test
    void shouldNameAMissingFileOfOutputs() throws IOException {
        Files.delete(evidence.file("cores.forecasts", 3));

        Verdict verdict = Verdict.of(evidence.path());

        assertThat(verdict.right()).isFalse();
        assertThat(verdict.othersAt()).contains("cores.forecasts-3.jsonl");
        assertThat(verdict.diverging()).containsOnlyKeys(FORWARD);
    }

    @Test
    void shouldVerifyWithoutInputFilesAndSaySo() throws IOException {
        Files.delete(evidence.file("cores.claims", 3));

        Verdict verdict = Verdict.of(evidence.path());

        assertThat(verdict.right()).isTrue();
        assertThat(verdict.partitions().get(3).notCompared()).hasSize(1);
        assertThat(verdict.partitions().get(3).notCompared().get(0)).startsWith("cores.claims/3");
    }

    @Test
    void shouldRefuseAFolderWithoutEvidence() {
        assertThatThrownBy(() -> Verdict.of(folder.resolve("nothing")))
                .isInstanceOf(AuditRefused.class)
                .hasMessageContaining("expected evidence in");
    }

    private void line(String topic, int index, String text) throws IOException {
        Path file = evidence.file(topic, 3);
        List<String> lines = Files.readAllLines(file);
        lines.set(index, text);
        Files.write(file, lines);
    }
}
