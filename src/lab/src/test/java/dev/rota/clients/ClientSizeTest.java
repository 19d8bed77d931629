package dev.rota.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that example clients are short single files, and exist in each language. */
class ClientSizeTest {

    private static final int LINES_MAX = 99;

    /** The limit of a client that keeps no state. */
    private static final int STATELESS_LINES_MAX = 69;

    private static final int COLUMNS_MAX = 125;

    @Test
    void shouldBeShort() throws IOException {
        for (Path file : clients()) {
            List<String> lines = Files.readAllLines(file);
            int max = file.getFileName().toString().startsWith("stateless") ? STATELESS_LINES_MAX : LINES_MAX;
            assertThat(lines).as(file.toString()).hasSizeLessThanOrEqualTo(max);
            assertThat(lines).as(file.toString()).allMatch(line -> line.length() <= COLUMNS_MAX && !line.endsWith(" "));
        }
    }

    @Test
    void shouldExistInBothLanguagesAndInTheDomainsGuide() throws IOException {
        for (Path file : clients()) {
            String name = file.getFileName().toString().replaceFirst("\\.(py|js)$", "");
            Path folder = Path.of(String.valueOf(file.getParent()));
            assertThat(folder.resolve(name + ".py")).exists();
            assertThat(folder.resolve(name + ".js")).exists();
            assertThat(Files.readString(folder.resolveSibling("PROTOCOL.md")))
                    .contains("(clients/" + file.getFileName());
        }
    }

    private static List<Path> clients() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("schemas"))) {
            List<Path> clients = files.filter(
                            file -> file.getParent() != null && file.getParent().endsWith("clients"))
                    .sorted()
                    .toList();
            assertThat(clients).isNotEmpty();
            return clients;
        }
    }
}
