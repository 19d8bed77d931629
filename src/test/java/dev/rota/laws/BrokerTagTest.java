package dev.rota.laws;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tests that start no broker run on more than one Java, so those that start one must be told apart. */
class BrokerTagTest {

    private static final Pattern STARTS_A_BROKER = Pattern.compile(
            "new SharedCluster\\(|new Cluster\\(|\\bLocalBroker\\s*\\.\\s*(at|temporary|start)\\(|new DevProcess\\(|\\bLocalCluster\\b");
    private static final Pattern TEST = Pattern.compile("@(Test|ParameterizedTest|TestFactory)\\b");

    @Test
    void shouldTagTheTestsThatStartABroker() throws IOException {
        List<Path> starting;
        try (Stream<Path> files = Files.walk(Path.of("src/test/java"))) {
            starting = files.filter(Files::isRegularFile)
                    .filter(file -> !file.endsWith("BrokerTagTest.java"))
                    .filter(file -> has(TEST, file) && has(STARTS_A_BROKER, file))
                    .toList();
        }
        assertThat(starting)
                .hasSizeGreaterThan(20)
                .allSatisfy(file -> assertThat(Files.readString(file)).contains("@Tag(\"broker\")"));
    }

    private static boolean has(Pattern pattern, Path file) {
        try {
            return pattern.matcher(Files.readString(file)).find();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
