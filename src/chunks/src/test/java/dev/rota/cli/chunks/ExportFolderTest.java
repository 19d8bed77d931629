package dev.rota.cli.chunks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.CurrentFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ExportFolderTest {

    @Test
    void shouldKeepTheLatestWholeFileAlsoIfALaterOneWasInterrupted() throws IOException {
        // given
        Path folder = Files.createTempDirectory(Files.createDirectories(Path.of("target/export")), "folder");
        for (String name : List.of("routes-0.json.gz", "routes-1.json.gz", "routes-2.json.gz.part", "mine")) {
            Files.writeString(folder.resolve(name), name);
        }

        // when
        ExportFolder.of(folder, "main")
                .write(Map.of(
                        "routes-3.json.gz",
                        CurrentFiles.newBuilder()
                                .setNetwork("main")
                                .setAsOf(1L)
                                .setEpoch(1L)
                                .setAssignment("")
                                .build()));

        // then
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> String.valueOf(file.getFileName())))
                    .containsExactlyInAnyOrder("routes-1.json.gz", "routes-3.json.gz", "mine");
        }
    }
}
