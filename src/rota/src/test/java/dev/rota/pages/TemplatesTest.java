package dev.rota.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.trials.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The templates contain nothing that the content security policy forbids, and escape every value. */
class TemplatesTest {

    private static final Path SCRIPT = Path.of("src/pages/src/main/resources/pages/rota.js");

    /** Unescaped output, inline or foreign styles and scripts, and addresses that are scripts. */
    private static final Pattern FORBIDDEN = Pattern.compile(
            "\\$unsafe|@raw|<style|<script(?! src=\"/[a-z])|\\sstyle\\s*=|\\son[a-z]+\\s*=|javascript:|https?://|<base|<iframe",
            Pattern.CASE_INSENSITIVE);

    /** Functions that turn text into elements or code. */
    private static final Pattern FROM_TEXT = Pattern.compile(
            "innerHTML|outerHTML|insertAdjacentHTML|document\\.write|\\beval\\b|Function\\(|\\.style\\b");

    @Test
    void shouldContainNoScriptNoStyleAndNothingUnescaped() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path template : templates()) {
            found.addAll(found(FORBIDDEN, template));
        }

        assertThat(found).isEmpty();
    }

    @Test
    void shouldNotTurnTextIntoElementsInTheScript() throws IOException {
        assertThat(found(FROM_TEXT, SCRIPT)).isEmpty();
    }

    /** The patterns can match. */
    @Test
    void shouldFindWhatIsForbidden() {
        assertThat(List.of(
                        "<p>$unsafe{page.id()}</p>",
                        "<p style=\"color:red\">",
                        "<a onclick='x()'>",
                        "<script>",
                        "<script src=\"//elsewhere/x.js\">",
                        "<a href=\"javascript:x\">",
                        "<STYLE>"))
                .allMatch(line -> FORBIDDEN.matcher(line).find());
        assertThat("live.innerHTML = text").containsPattern(FROM_TEXT);
    }

    private static List<Path> templates() throws IOException {
        List<Path> templates = Checkout.files("main/jte", ".jte");
        assertThat(templates).hasSizeGreaterThan(50);
        return templates;
    }

    private static List<String> found(Pattern pattern, Path file) throws IOException {
        List<String> found = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            if (pattern.matcher(line).find()) {
                found.add(file + ": " + line);
            }
        }
        return found;
    }
}
