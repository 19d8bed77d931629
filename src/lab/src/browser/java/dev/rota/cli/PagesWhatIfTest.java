package dev.rota.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Nullable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Asks what would have happened to the demo's cohort with more bots, looks at the answer, and asks again by its link. */
@Tag("browser")
@ExtendWith(BrowserDemo.class)
class PagesWhatIfTest {

    private static final String FORM = "/what-if?domain=jobs&unit=default";

    private final BrowserDemo.Site site;
    private final Browser browser;

    PagesWhatIfTest(BrowserDemo.Site site) {
        this.site = site;
        this.browser = site.browser();
    }

    @Test
    void shouldAnswerWithATableAndAPictureAndRepeatByALink() throws IOException {
        site.await("/state?domain=jobs&unit=default", "kind=bot");
        String bot = bot();
        // what other tests have left there
        browser.console();
        browser.open("/state?domain=jobs&unit=default");
        browser.click(".tabs a", "What if");
        browser.await("form.what-if");
        look("what-if-form");
        fill("count", "3");
        fill("like", bot);
        fill("policy.priorityPercentage", "50");

        browser.click("#ask");
        browser.await("#task[data-running=false]");

        browser.await("#figures", "utilisation");
        assertThat(browser.textOf("#figures")).contains("all", "wait, mean", "bots=");
        assertThat(browser.count("#waits .plot g")).isEqualTo(3);
        assertThat(browser.is("document.querySelector('#waits .plot g.change path').getAttribute('d').length > 10"))
                .isTrue();
        assertThat(browser.textOf("[data-figure=error]")).startsWith("The model error: ");
        look("what-if-answer");
        browser.click("#again");
        browser.await("form.what-if");
        String link = browser.path();
        assertThat(browser.is("document.getElementById('change').value.includes('priorityPercentage')"))
                .isTrue();

        browser.open("/");
        browser.open(link);
        browser.click("#ask");
        browser.await("#figures", "utilisation");
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void shouldSayAtTheFormWhatIsWrong() {
        browser.open(FORM);
        browser.run("document.getElementById('change').value = '{\"mroe\": 1}'; return true");

        browser.click("#ask");

        browser.await("#problem", "expected policy, quota, more");
        assertThat(browser.is("document.getElementById('change').value === '{\"mroe\": 1}'"))
                .isTrue();
        browser.console();
    }

    @Test
    void shouldCancel() {
        browser.open(FORM + "&change=%7B%22load%22%3A1%7D&to=%2B9999d&from=end");
        browser.click("#ask");
        browser.await("#task");

        if (browser.has("#task[data-running=true]")) {
            browser.click("form.ask button", "Cancel");
        }

        browser.await("#task[data-running=false]");
    }

    /** Returns the name of a bot that the cohort's page lists. */
    private String bot() {
        browser.open("/state?domain=jobs&unit=default");
        browser.await("td[data-figure^='taken of']");
        return String.valueOf(browser.run("return document.querySelector(\"td[data-figure^='taken of']\")"
                + ".dataset.figure.replace('taken of ', '')"));
    }

    private void fill(String name, String value) {
        browser.run("document.getElementsByName(arguments[0])[0].value = arguments[1]; return true", name, value);
    }

    /** Looks at a page in both color schemes, wide and narrow. */
    private void look(String name) throws IOException {
        List<String> found = new ArrayList<>();
        browser.run("document.querySelectorAll('details').forEach((each) => { each.open = true; }); return true");
        for (int width : List.of(Browser.WIDE, Browser.NARROW)) {
            for (boolean dark : List.of(false, true)) {
                browser.width(width);
                browser.dark(dark);
                browser.violations()
                        .forEach(each -> found.add(name + ", " + width + (dark ? ", dark: " : ": ") + each));
                shoot(name + "-" + width + (dark ? "-dark" : "") + ".png");
            }
            long scrolled = (Long) browser.run("return document.documentElement.scrollWidth - window.innerWidth");
            if (scrolled > 0) {
                found.add(name + ", " + width + ": scrolls by " + scrolled);
            }
        }
        browser.width(Browser.WIDE);
        browser.dark(false);
        assertThat(found).isEmpty();
    }

    private void shoot(String name) throws IOException {
        @Nullable String folder = System.getProperty("browser.shots");
        if (folder != null) {
            Files.write(Path.of(folder, name), browser.screenshot());
            browser.run("window.scrollTo(0, document.documentElement.scrollHeight); return true");
            Files.write(Path.of(folder, "end-" + name), browser.screenshot());
            browser.run("window.scrollTo(0, 0); return true");
        }
    }
}
