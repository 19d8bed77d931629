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

/** {@code rota audit export} writes to an empty folder, and replaces no file. */
class AuditExportTest {

    private static final Path CORES = Path.of("src/rota/src/test/resources/recorded/cores-1");

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
    void shouldReplaceNoEvidence() throws IOException {
        Path evidence = copy(CORES, "evidence");
        Path link = Files.createSymbolicLink(folder.resolve("link"), evidence);

        assertRefused(export("cores", evidence, evidence), "expected a new or empty folder to export to, but ");
        assertRefused(export("cores", CORES, link), "expected a new or empty folder to export to, but ");

        assertThat(contents(evidence)).isEqualTo(contents(CORES));
    }

    @Test
    void shouldRefuseAFolderOfSomethingElse() throws IOException {
        Files.writeString(folder.resolve("thesis.txt"), "for years");

        assertRefused(export("cores", CORES, folder), "'thesis.txt'");
        assertRefused(export("cores", CORES, folder.resolve("thesis.txt")), "is a file");

        assertThat(contents(folder)).containsOnlyKeys("thesis.txt");
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
