package dev.rota.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that example clients are short single files, and exist in each language, and that the package is small. */
class ClientSizeTest {

    private static final int LINES_MAX = 119;

    /** The limit of a client that keeps no state. */
    private static final int STATELESS_LINES_MAX = 69;

    /** The limit of the package for Python, of lines that are neither blank nor comments nor within doc strings. */
    private static final int PACKAGE_LINES_MAX = 500;

    private static final int COLUMNS_MAX = 125;

    @Test
    void shouldBeShort() throws IOException {
        for (Path file : clients()) {
            List<String> lines = Files.readAllLines(file);
            int max = file.getFileName().toString().startsWith("stateless") ? STATELESS_LINES_MAX : LINES_MAX;
            assertThat(lines).as(file.toString()).hasSizeLessThanOrEqualTo(max);
            assertNarrow(file, lines);
        }
    }

    @Test
    void shouldExistInBothLanguagesAndInTheDomainsGuide() throws IOException {
        for (Path file : clients()) {
            String name = file.getFileName().toString().replaceFirst("\\.(py|js)$", "");
            Path folder = Path.of(String.valueOf(file.getParent()));
            String domain =
                    String.valueOf(Path.of(String.valueOf(folder.getParent())).getFileName());
            assertThat(Path.of(Language.PYTHON.script(domain, name))).exists();
            assertThat(Path.of(Language.JAVASCRIPT.script(domain, name))).exists();
            assertThat(Files.readString(folder.resolveSibling("PROTOCOL.md")))
                    .contains("(clients/" + file.getFileName());
        }
    }

    @Test
    void shouldKeepThePackageSmall() throws IOException {
        int count = 0;
        for (Path file : files(Language.PACKAGE.resolve("rota"))) {
            if (file.toString().endsWith(".py")) {
                List<String> lines = Files.readAllLines(file);
                assertNarrow(file, lines);
                count += codeLines(lines);
            }
        }
        assertThat(count).isBetween(1, PACKAGE_LINES_MAX);
    }

    private static int codeLines(List<String> lines) {
        int count = 0;
        boolean isText = false;
        for (String line : lines) {
            String code = line.strip();
            int quotes = code.split("\"\"\"", -1).length - 1;
            if (!isText && quotes == 0 && !code.isEmpty() && !code.startsWith("#")) {
                count++;
            }
            isText ^= quotes == 1;
        }
        return count;
    }

    private static void assertNarrow(Path file, List<String> lines) {
        assertThat(lines).as(file.toString()).allMatch(line -> line.length() <= COLUMNS_MAX && !line.endsWith(" "));
    }

    private static List<Path> clients() throws IOException {
        List<Path> clients = files(Path.of("schemas")).stream()
                .filter(file -> file.getParent() != null && file.getParent().endsWith("clients"))
                .toList();
        assertThat(clients).isNotEmpty();
        return clients;
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.sorted().toList();
        }
    }
}
