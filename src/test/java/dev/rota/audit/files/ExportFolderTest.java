package dev.rota.audit.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.audit.EvidenceFolder;
import dev.rota.audit.evidence.AuditRefused;
import dev.rota.cores.CoresDomain;
import dev.rota.engine.Domain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An export that is interrupted, wherever, leaves either the old evidence or the new one. */
class ExportFolderTest {

    private static final Domain CORES = new CoresDomain();

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @SuppressWarnings("NullAway.Init") // set before each test
    private Map<String, String> old;

    @BeforeEach
    void copy() throws IOException {
        EvidenceFolder.copyTo(folder);
        old = contents(folder);
    }

    @Test
    void shouldKeepTheOldEvidenceWhenWritingFails() throws IOException {
        try (ExportFolder export = ExportFolder.open(CORES, folder)) {
            Files.writeString(export.fresh().resolve("cores.log-0.jsonl"), "half");
        }

        assertThat(contents(folder)).isEqualTo(old);
    }

    @Test
    void shouldLetOneExportWriteAtATime() throws IOException {
        try (ExportFolder export = ExportFolder.open(CORES, folder)) {
            assertThatThrownBy(() -> ExportFolder.open(CORES, folder))
                    .isInstanceOf(AuditRefused.class)
                    .hasMessageContaining("one is writing to it");
            Files.writeString(export.fresh().resolve("evidence.json"), "new");
            export.complete();
        }

        assertThat(contents(folder)).containsOnly(Map.entry("evidence.json", "new"));
    }

    @Test
    void shouldDeleteWhatAKilledExportHadWritten() throws IOException {
        aside("lock", "");
        aside("new/evidence.json", "half");

        ExportFolder.open(CORES, folder).close();

        assertThat(contents(folder)).isEqualTo(old);
    }

    @Test
    void shouldBringBackWhatAKilledExportHadMovedAway() throws IOException {
        aside("new/evidence.json", "new");
        Files.createDirectory(folder.resolve(".export/leaving"));
        for (String file : List.of("evidence.json", "cores.log-0.jsonl", "cores.duties-1.jsonl")) {
            Files.move(folder.resolve(file), folder.resolve(".export/leaving").resolve(file));
        }

        ExportFolder.open(CORES, folder).close();

        assertThat(contents(folder)).isEqualTo(old);
    }

    @Test
    void shouldFinishAKilledExportThatHadMovedAllAway() throws IOException {
        // given
        Path gone = Files.createDirectories(folder.resolve(".export/old"));
        Path fresh = Files.createDirectory(folder.resolve(".export/new"));
        for (String file : old.keySet()) {
            Files.move(folder.resolve(file), gone.resolve(file));
        }
        Map<String, String> renewed = new TreeMap<>(old);
        renewed.replaceAll(
                (file, content) -> file.equals("evidence.json") ? content.replaceFirst("\\{", "{ ") : content);
        for (Map.Entry<String, String> file : renewed.entrySet()) {
            boolean movedIn = file.getKey().equals("cores.log-0.jsonl");
            Files.writeString((movedIn ? folder : fresh).resolve(file.getKey()), file.getValue());
        }

        // when
        ExportFolder.open(CORES, folder).close();

        // then
        assertThat(contents(folder)).isEqualTo(renewed);
    }

    private void aside(String file, String content) throws IOException {
        Path path = folder.resolve(".export").resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, content);
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
