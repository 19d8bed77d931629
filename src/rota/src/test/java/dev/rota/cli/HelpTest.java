package dev.rota.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** The output of {@code --help} and {@code completion} is complete and parses. */
class HelpTest {

    /** Parsing leaves nothing behind, and a line is expensive to make. */
    private static final CommandLine LINE = Main.line();

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    /** Returns every verb, and every verb within a verb. */
    static List<String> verbs() {
        List<String> verbs = new ArrayList<>();
        collect(LINE.getCommandSpec(), verbs);
        return verbs;
    }

    private static void collect(CommandSpec spec, List<String> verbs) {
        spec.subcommands().values().forEach(line -> {
            verbs.add(line.getCommandSpec().qualifiedName(" "));
            collect(line.getCommandSpec(), verbs);
        });
    }

    @ParameterizedTest
    @MethodSource("verbs")
    void shouldBeginWithASentence(String verb) {
        String first = spec(verb).usageMessage().description()[0];

        assertThat(first).matches("[A-Z].*\\.").doesNotContain("rightly").hasSizeLessThan(80);
    }

    @ParameterizedTest
    @MethodSource("verbs")
    void shouldShowNoDefaultThatIsEmpty(String verb) {
        assertThat(spec(verb).commandLine().getUsageMessage()).doesNotContainPattern("(?m)Default:\\s*(\\[])?$");
    }

    @ParameterizedTest
    @MethodSource("verbs")
    void shouldShowAnExampleThatParses(String verb) {
        for (String example : spec(verb).usageMessage().footer()) {
            String command = example.replaceFirst(".*\\brota ", "").replaceFirst("\\)$", "");

            assertThat(example).startsWith("  ").contains("rota ").hasSizeLessThanOrEqualTo(80);
            assertThat(LINE.parseArgs(command.split(" "))).as(command).isNotNull();
        }
        assertThat(spec(verb).usageMessage().footer()).isNotEmpty();
    }

    @Test
    void shouldListAllOfThem() {
        VerbRun run = VerbRun.here("--help");

        assertThat(run.out()).contains("completion", "Example:", "rota dev --demo");
    }

    @Test
    void shouldCompleteInBash() throws IOException, InterruptedException {
        VerbRun run = VerbRun.here("completion");
        Path script = Files.writeString(folder.resolve("completion.sh"), run.out());
        String type = "source " + script
                + "; COMP_WORDS=(rota aud); COMP_CWORD=1; _complete_rota rota aud rota; echo ${COMPREPLY[@]}";

        Process bash =
                new ProcessBuilder("bash", "-c", type).redirectErrorStream(true).start();

        assertThat(bash.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(new String(bash.getInputStream().readAllBytes(), UTF_8)).isEqualTo("audit\n");
    }

    private static CommandSpec spec(String verb) {
        CommandLine line = LINE;
        for (String word : verb.split(" ")) {
            if (!word.equals("rota")) {
                line = Objects.requireNonNull(line.getSubcommands().get(word));
            }
        }
        return line.getCommandSpec();
    }
}
