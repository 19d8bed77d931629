package dev.rota.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Each alert links to its entry in the runbook. */
class RunbookTest {

    private static final Pattern ALERT = Pattern.compile("- alert: (\\w+)");
    private static final Pattern LINK = Pattern.compile("runbook: deploy/README\\.md#(\\S+)");
    private static final Pattern ENTRY = Pattern.compile("(?m)^#### (Rota\\w+)$");

    @Test
    void shouldHaveAnEntryForEachAlert() throws IOException {
        String alerts = Files.readString(Path.of("deploy/prometheus/alerts.yml"));
        List<String> names = all(ALERT, alerts);

        assertThat(names).isNotEmpty().doesNotHaveDuplicates();
        assertThat(all(LINK, alerts))
                .isEqualTo(names.stream()
                        .map(name -> name.toLowerCase(Locale.ROOT))
                        .toList());
        assertThat(all(ENTRY, Files.readString(Path.of("deploy/README.md"))))
                .containsExactlyInAnyOrderElementsOf(names);
    }

    private static List<String> all(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
    }
}
