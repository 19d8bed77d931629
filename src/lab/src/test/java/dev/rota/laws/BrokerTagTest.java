package dev.rota.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.trials.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Tests without a broker run on several Java versions, and tests that work with any broker run with one in a container.
 * Each test class must therefore have the tags of its kind.
 */
class BrokerTagTest {

    private static final String OWN_BROKER =
            "new Cluster\\(|\\bLocalBroker\\s*\\.\\s*(at|temporary|start)\\(|new DevProcess\\(|\\bLocalCluster\\b"
                    + "|new (Unreliable|Secured)Broker\\(";

    private static final Pattern STARTS_A_BROKER =
            Pattern.compile("new (Shared|Asked)Cluster\\(|\\bTestBroker\\s*\\.\\s*start\\(|" + OWN_BROKER);

    /** Matches tests that start a broker other than {@code TestBroker}'s, or that kill a process. */
    private static final Pattern EMBEDDED = Pattern.compile(OWN_BROKER + "|\\.kill\\(\\)|new RunProcess\\(");

    private static final Pattern TEST = Pattern.compile("@(Test|ParameterizedTest|TestFactory)\\b");

    @Test
    void shouldTagTheTestsThatStartABroker() throws IOException {
        assertThat(tests(STARTS_A_BROKER))
                .hasSizeGreaterThan(30)
                .allSatisfy(file -> assertThat(Files.readString(file)).contains("@Tag(\"broker\")"));
    }

    @Test
    void shouldTagTheTestsThatNeedTheEmbeddedBroker() throws IOException {
        assertThat(tests(EMBEDDED))
                .hasSizeGreaterThan(10)
                .allSatisfy(file -> assertThat(Files.readString(file)).contains("@Tag(\"embedded\")"));
    }

    private static List<Path> tests(Pattern pattern) throws IOException {
        return Checkout.files("test/java", ".java").stream()
                .filter(file -> !file.endsWith("BrokerTagTest.java"))
                .filter(file -> has(TEST, file) && has(pattern, file))
                .toList();
    }

    private static boolean has(Pattern pattern, Path file) {
        try {
            return pattern.matcher(Files.readString(file)).find();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
