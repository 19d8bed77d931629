package dev.rota.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.Keys;

/**
 * Tests each kind of page for every reader: in both color schemes, wide and narrow, by keyboard, and without scripts.
 */
@Tag("browser")
@ExtendWith(BrowserDemo.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PagesLookTest {

    private static final int PAGE_BYTES_MAX = 200_000;

    private final BrowserDemo.Site site;
    private final Browser browser;
    private final Map<String, String> kinds = new LinkedHashMap<>();

    PagesLookTest(BrowserDemo.Site site) {
        this.site = site;
        this.browser = site.browser();
    }

    /** Finds the address of one page of each kind by following links. */
    @BeforeAll
    void findAPageOfEachKind() {
        site.await("/search?q=default", "The unit default of jobs");
        kinds.put("overview", "/");
        kinds.put("units", "/units?domain=jobs");
        kinds.put("rejections", "/rejections?domain=cores");
        kinds.put("instance", "/instance");
        kinds.put("nothing found", "/search?q=nothing-is-called-like-this");
        kinds.put("unknown unit", "/unit?domain=jobs&unit=nowhere");
        browser.open("/units?domain=jobs");
        // The demo also cancels jobs that do not exist. The rejections of the nameless unit have a row too, which may
        // be the first.
        kinds.put("cohort", follow("tbody th a[href*='unit=default']"));
        kinds.put("decisions", "/unit?domain=jobs&unit=default");
        kinds.put("chain", "/state?domain=cores&unit=demo-forward");
        kinds.put("network", "/state?domain=chunks&unit=demo");
        kinds.put("pool", "/state?domain=shards&unit=default");
        findSubjects();
        browser.open("/unit?domain=jobs&unit=default&kind=events+QUEUED");
        kinds.put("decision", follow(".steps .row a"));
        kinds.put("log record", follow("#to-cause"));
        kinds.put("input", follow("#to-source"));
        browser.open(path("decision"));
        kinds.put("subject", follow("a.chip"));
        kinds.put("found", "/search?q=" + browser.textOf("h1 .id"));
        kinds.put("evidence", "/evidence?domain=jobs&unit=default");
        kinds.put("task", replayed());
        assertThat(kinds.values()).doesNotHaveDuplicates();
    }

    /** Finds one subject of each kind to which the states of units link. */
    private void findSubjects() {
        Map<String, List<String>> subjects = new LinkedHashMap<>();
        subjects.put("cohort", List.of("job", "bot", "instance"));
        subjects.put("chain", List.of("para", "core", "block"));
        subjects.put("network", List.of("epoch", "worker", "dataset"));
        subjects.put("pool", List.of("shard", "worker"));
        subjects.forEach((unit, its) -> its.forEach(kind -> findSubject(unit, kind)));
        findSubject("dataset of a network", "chunk");
        kinds.put("what if", path("network") + "&ask=plan");
        kinds.put("what if of a cohort", "/what-if?domain=jobs&unit=default");
    }

    /**
     * Finds a link by reading the page, since it changes twice a second and a click could miss. Waits for the link,
     * since the demo may have just begun.
     */
    private void findSubject(String from, String kind) {
        Pattern link = Pattern.compile("href=\"(/subject\\?[^\"]*kind=" + kind + "&amp;[^\"]*)\"");
        String found = browser.await("a link from the " + from + " to a " + kind, () -> {
            Matcher links = link.matcher(site.get(path(from)));
            return links.find() ? links.group(1) : null;
        });
        kinds.put(kind + " of a " + from, found.replace("&amp;", "&"));
    }

    private String replayed() {
        browser.open(path("decision"));
        browser.click("form.ask button");
        browser.await("#task[data-running=false]");
        return browser.path();
    }

    private String path(String kind) {
        return String.valueOf(kinds.get(kind));
    }

    private String follow(String css) {
        String before = browser.path();
        browser.click(css);
        return browser.await(
                "another page than " + before, () -> browser.path().equals(before) ? null : browser.path());
    }

    @Test
    void shouldBeAccessible() {
        List<String> found = new ArrayList<>();
        for (Map.Entry<String, String> kind : kinds.entrySet()) {
            browser.open(kind.getValue());
            browser.run("""
                    const toggle = document.getElementById('live-toggle');
                    if (toggle?.checkVisibility()) toggle.click();
                    document.querySelectorAll('details').forEach((each) => { each.open = true; });
                    return true;
                    """);
            for (int width : List.of(Browser.WIDE, Browser.NARROW)) {
                for (boolean dark : List.of(false, true)) {
                    browser.width(width);
                    browser.dark(dark);
                    String look = kind.getKey() + ", " + width + (dark ? ", dark: " : ", light: ");
                    browser.violations().forEach(each -> found.add(look + each));
                }
                long scrolled = (Long) browser.run("return document.documentElement.scrollWidth - window.innerWidth");
                if (scrolled > 0) {
                    found.add(kind.getKey() + ", " + width + ": scrolls by " + scrolled);
                }
            }
        }
        browser.width(Browser.WIDE);
        browser.dark(false);

        assertThat(found).isEmpty();
    }

    /** Asserts that axe reports a violation. */
    @Test
    void shouldFindWhatIsNotAccessible() {
        browser.open("/");
        browser.run("document.documentElement.removeAttribute('lang'); return true");

        assertThat(browser.violations()).anyMatch(each -> each.startsWith("html-has-lang: "));
    }

    @Test
    void shouldBeUsableByKeyboard() {
        browser.open("/");
        List<String> reached = new ArrayList<>();

        press(Keys.TAB);
        reached.add(browser.focusedText());
        assertThat(browser.is("document.activeElement.getBoundingClientRect().top >= 0"
                        + " && document.activeElement.getBoundingClientRect().width > 1"))
                .isTrue();
        press(Keys.TAB);
        reached.add(browser.focusedText());
        while (!browser.is("document.activeElement.name === 'q'")) {
            press(Keys.TAB);
            reached.add(browser.focusedText());
        }
        press(Keys.TAB);
        reached.add(browser.focusedText());

        assertThat(reached)
                .startsWith("Skip to the content", "Rota")
                .contains("jobs", "chunks", "cores", "shards")
                .endsWith("", "Find");

        // The skip link skips all of them, and Enter follows it.
        browser.open("/");
        press(Keys.TAB);
        press(Keys.ENTER);
        assertThat(browser.path()).isEqualTo("/#content");
        press(Keys.TAB);
        press(Keys.TAB);
        assertThat(browser.is("document.getElementById('content').contains(document.activeElement)"))
                .isTrue();
        assertThat(browser.focusedLink()).startsWith("/units?domain=");
        press(Keys.ENTER);
        browser.await("caption", "unit");
    }

    /** Focus stays on its element while decisions arrive. */
    @Test
    void shouldKeepFocusWhilePagesChange() {
        browser.open("/");
        browser.await("#live-count", "live");
        browser.run("document.querySelector('.card h2 a').focus(); return true");
        String link = browser.focusedLink();
        browser.run("document.querySelector('.card').loaded = true; return true");

        browser.await("new content", () -> browser.is("document.querySelector('.card').loaded") ? null : true);

        assertThat(browser.focusedLink()).isEqualTo(link);
    }

    @Test
    void shouldStandStillWhenPaused() {
        browser.open("/unit?domain=jobs&unit=default");
        browser.await("#live-count", "live");
        browser.click("#live-toggle");
        String seq = browser.textOf("#seq");

        browser.await("news", () -> browser.textOf("#live-count").matches("[1-9][0-9]* new") ? true : null);

        assertThat(browser.textOf("#seq")).isEqualTo(seq);
        browser.click("#live-toggle");
        browser.await("a later decision", () -> browser.textOf("#seq").equals(seq) ? null : true);
    }

    /** A response to a request from before the pause arrives after it. */
    @Test
    void shouldStandStillWhenPausedWhileItAsks() {
        browser.open("/unit?domain=jobs&unit=default");
        browser.await("#live-count", "live");
        browser.run("""
                const asks = window.fetch;
                window.fetch = async (...what) => {
                  const answer = await asks(...what);
                  const text = await answer.text();
                  window.asked = true;
                  await new Promise((go) => { window.answer = go; });
                  window.fetch = asks;
                  return {ok: answer.ok, status: answer.status, headers: answer.headers, text: async () => text};
                };
                return true;
                """);
        browser.await("an answer on its way", () -> browser.is("window.asked") ? true : null);
        String seq = browser.textOf("#seq");
        browser.click("#live-toggle");

        browser.runToEnd("window.answer()");

        assertThat(browser.textOf("#seq")).isEqualTo(seq);
        browser.click("#live-toggle");
        browser.await("a later decision", () -> browser.textOf("#seq").equals(seq) ? null : true);
    }

    @Test
    void shouldShowAllWithoutScripts() {
        List<String> hints = new ArrayList<>();
        browser.scripts(false);
        try {
            for (Map.Entry<String, String> kind : kinds.entrySet()) {
                browser.open(kind.getValue());

                assertThat(browser.textOf("h1")).as(kind.getKey()).isNotEmpty();
                if (site.get(kind.getValue()).contains("<noscript>")) {
                    assertThat(browser.textOf("main")).as(kind.getKey()).contains("Without JavaScript");
                    hints.add(kind.getKey());
                }
            }
            browser.open("/");
            browser.search("jobs");
            browser.await("h1", "Found for jobs");
        } finally {
            browser.scripts(true);
        }
        assertThat(hints).contains("overview", "cohort", "decisions", "subject", "evidence");
    }

    @Test
    void shouldSendSmallPages() {
        kinds.forEach((kind, path) ->
                assertThat(site.get(path).getBytes(UTF_8)).as(kind).hasSizeLessThan(PAGE_BYTES_MAX));
    }

    private void press(Keys key) {
        browser.type(key);
    }
}
