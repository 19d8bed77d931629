package dev.rota.cli.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cli.VerbRun;
import dev.rota.cli.options.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code rota audit export} replaces evidence of its own domain, and nothing else. */
class AuditExportTest {

    private static final Path CORES = Path.of("src/test/resources/recorded/cores-1");
    private static final Path JOBS = Path.of("src/test/resources/recorded/jobs-1");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @Test
    void shouldExportWhatItReads() throws IOException {
        Path out = folder.resolve("new/evidence");

        VerbRun run = export("cores", CORES, out);

        assertThat(run.code()).isEqualTo(ExitCode.DONE);
        assertThat(withoutManifest(out)).isEqualTo(withoutManifest(CORES));
        assertThat(audit(out).code()).isEqualTo(ExitCode.DONE);
    }

    @Test
    void shouldRefuseToReplaceWhatItReads() throws IOException {
        Path evidence = copy(CORES, "evidence");
        Path link = Files.createSymbolicLink(folder.resolve("link"), evidence);

        assertRefused(export("cores", evidence, evidence), "another folder than --files");
        assertRefused(export("cores", evidence, link), "another folder than --files");
        assertRefused(export("cores", evidence, evidence.resolve("../evidence")), "another folder than --files");

        assertThat(contents(evidence)).isEqualTo(contents(CORES));
    }

    @Test
    void shouldRefuseToReplaceAnotherDomainsEvidence() throws IOException {
        Path evidence = copy(CORES, "evidence");

        assertRefused(
                export("jobs", JOBS, evidence), "expected evidence of jobs in " + evidence + ", but it is of cores");

        assertThat(contents(evidence)).isEqualTo(contents(CORES));
    }

    @Test
    void shouldRefuseAFolderOfSomethingElse() throws IOException {
        Files.writeString(folder.resolve("thesis.txt"), "for years");

        assertRefused(export("cores", CORES, folder), "'thesis.txt'");
        assertRefused(export("cores", CORES, folder.resolve("thesis.txt")), "is a file");

        assertThat(contents(folder)).containsOnlyKeys("thesis.txt");
    }

    @Test
    void shouldReplaceEarlierEvidenceAsAWhole() throws IOException {
        // given
        Path out = copy(CORES, "evidence");
        Files.writeString(out.resolve("notes.txt"), "to be kept");
        Path manifest = out.resolve("evidence.json");
        Files.writeString(manifest, Files.readString(manifest).replace("\"version\" : \"", "\"version\" : \"older "));

        // when
        VerbRun run = export("cores", CORES, out);

        // then
        assertThat(run.code()).isEqualTo(ExitCode.DONE);
        assertThat(Files.readString(manifest)).doesNotContain("older");
        Map<String, String> there = withoutManifest(out);
        assertThat(there.remove("notes.txt")).isEqualTo("to be kept");
        assertThat(there).isEqualTo(withoutManifest(CORES));
    }

    private static VerbRun export(String domain, Path files, Path out) {
        return VerbRun.here("audit", "export", domain, "--files", files.toString(), "--out", out.toString());
    }

    private static VerbRun audit(Path files) {
        return VerbRun.here("audit", "cores", "--files", files.toString());
    }

    private static void assertRefused(VerbRun run, String said) {
        assertThat(run.code()).isEqualTo(ExitCode.WRONG_USE);
        assertThat(run.isOneLine()).as(run.err()).isTrue();
        assertThat(run.err()).contains(said);
        assertThat(run.out()).isEmpty();
    }

    private Path copy(Path from, String name) throws IOException {
        Path to = Files.createDirectory(folder.resolve(name));
        for (Map.Entry<String, String> file : contents(from).entrySet()) {
            Files.writeString(to.resolve(file.getKey()), file.getValue());
        }
        return to;
    }

    private static Map<String, String> withoutManifest(Path folder) throws IOException {
        Map<String, String> contents = contents(folder);
        contents.remove("evidence.json");
        return contents;
    }

    private static Map<String, String> contents(Path folder) throws IOException {
        Map<String, String> contents = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                contents.put(String.valueOf(file.getFileName()), Files.readString(file));
            }
        }
        return contents;
    }
}
