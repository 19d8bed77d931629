package dev.rota.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.trials.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each alert links to its entry in the runbook, and each health reason and each warning of an instance has a row. */
class RunbookTest {

    /** Matches a warning or an error that an instance logs, and a reason or a note of its health. */
    private static final Pattern STATED =
            Pattern.compile("(LOG\\.(?:warn|error)\\(|(?:reasons|stalls|waits|notes)\\.add\\(|sentence = )([^;]*);");

    private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");

    /** The first cell of a row of the table of sentences. */
    private static final Pattern ROW = Pattern.compile("(?m)^\\| (`[^|]*`) \\|");

    private static final Pattern QUOTE = Pattern.compile("`([^`]+)`");

    private static final Pattern ALERT = Pattern.compile("- alert: (\\w+)");
    private static final Path RUNBOOK = Path.of("deploy/RUNBOOK.md");

    private static final Pattern LINK = Pattern.compile("runbook: deploy/RUNBOOK\\.md#(\\S+)");
    private static final Pattern ENTRY = Pattern.compile("(?m)^### (Rota\\w+)$");

    @Test
    void shouldHaveAnEntryForEachAlert() throws IOException {
        String alerts = Files.readString(Path.of("deploy/prometheus/alerts.yml"));
        List<String> names = all(ALERT, alerts);

        assertThat(names).isNotEmpty().doesNotHaveDuplicates();
        assertThat(all(LINK, alerts))
                .isEqualTo(names.stream()
                        .map(name -> name.toLowerCase(Locale.ROOT))
                        .toList());
        assertThat(all(ENTRY, Files.readString(RUNBOOK))).containsExactlyInAnyOrderElementsOf(names);
    }

    @ParameterizedTest
    @ValueSource(strings = {"stream", "kafka"})
    void shouldHaveARowForEachReasonAndWarning(String room) throws IOException {
        List<String> quotes = new ArrayList<>();
        String table = Files.readString(RUNBOOK).split("## By health reason or log line", 2)[1];
        all(ROW, table.split("\n## ", 2)[0]).forEach(cell -> quotes.addAll(all(QUOTE, cell)));
        List<String> without = new ArrayList<>();
        for (Path source : Checkout.files("main/java/dev/rota/" + room, ".java")) {
            for (String sentence : sentences(Files.readString(source))) {
                if (quotes.stream().noneMatch(quote -> hasParts(sentence, quote))) {
                    without.add(source.getFileName() + ": " + sentence);
                }
            }
        }

        assertThat(without).as("sentences without a row in deploy/RUNBOOK.md").isEmpty();
    }

    /** Returns the sentences in a source, with an ellipsis for what is inserted. */
    private static List<String> sentences(String source) {
        List<String> sentences = new ArrayList<>();
        STATED.matcher(source).results().forEach(stated -> {
            String text = stated.group(2);
            Matcher literal = LITERAL.matcher(text);
            StringBuilder sentence = new StringBuilder();
            int end = 0;
            while (literal.find()) {
                String between = text.substring(end, literal.start()).strip();
                if (stated.group(1).startsWith("LOG") && end > 0 && !between.equals("+")) {
                    // what follows are arguments
                    break;
                }
                sentence.append(between.equals("+") || between.isEmpty() ? "" : "…")
                        .append(literal.group(1));
                end = literal.end();
            }
            String all = sentence.toString().replace("{}", "…").strip();
            if (!all.replace("…", "").isBlank()) {
                sentences.add(all);
            }
        });
        return sentences;
    }

    /** Returns whether a sentence has the parts of a quote, in order. */
    private static boolean hasParts(String sentence, String quote) {
        int at = 0;
        for (String part : quote.split("…")) {
            int found = sentence.indexOf(part.strip(), at);
            if (found < 0) {
                return false;
            }
            at = found + part.strip().length();
        }
        return true;
    }

    private static List<String> all(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
    }
}
