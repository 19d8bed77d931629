package dev.rota.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Watches the demo for a minute, or for {@code -Dbrowser.watch.minutes=60}. Pages that stay open for a day must
 * continue to show new decisions, write nothing to the console, and keep nothing of their former content.
 */
@Tag("browser")
@ExtendWith(BrowserDemo.class)
class PagesWatchTest {

    private static final long MINUTES = Long.getLong("browser.watch.minutes", 1);

    private static final List<String> PAGES = List.of(
            "/",
            "/state?domain=jobs&unit=default",
            "/state?domain=cores&unit=demo-forward",
            "/state?domain=chunks&unit=demo",
            "/state?domain=shards&unit=default",
            "/unit?domain=jobs&unit=default");

    /** A page that kept its replaced content would have many times as much after a minute. */
    private static final double GROWTH_MAX = 3;

    private final BrowserDemo.Site site;
    private final Browser browser;

    PagesWatchTest(BrowserDemo.Site site) {
        this.site = site;
        this.browser = site.browser();
    }

    @Test
    void shouldGoOnShowingNewsAndKeepNothing() {
        site.await("/search?q=default", "The unit default of jobs");
        browser.console();
        String first = browser.tab();
        Map<String, String> tabs = new LinkedHashMap<>();
        List<String> complaints = new ArrayList<>();
        Map<String, Browser.Kept> begin = new LinkedHashMap<>();
        Map<String, Browser.Kept> last = new LinkedHashMap<>();
        try {
            for (String page : PAGES) {
                tabs.put(page, browser.newTab());
                browser.open(page);
                browser.await("#live-count", "live");
            }
            long start = System.nanoTime();
            long watched = TimeUnit.MINUTES.toNanos(MINUTES);
            while (System.nanoTime() - start < watched) {
                for (String page : PAGES) {
                    browser.look(Objects.requireNonNull(tabs.get(page)));
                    seeNews();
                    browser.console().forEach(each -> complaints.add(page + ": " + each));
                    Browser.Kept kept = browser.kept();
                    last.put(page, kept);
                    if (System.nanoTime() - start < watched / 4) {
                        begin.put(page, kept);
                    }
                }
            }
        } finally {
            for (String tab : tabs.values()) {
                browser.look(tab);
                browser.closeTab();
            }
            browser.look(first);
        }
        System.out.println("kept by pages after a quarter of " + MINUTES + " min: " + begin + "; at the end: " + last);
        assertThat(complaints).isEmpty();
        begin.forEach((page, kept) -> {
            Browser.Kept end = Objects.requireNonNull(last.get(page));
            assertThat(end.nodes()).as("nodes of " + page).isLessThan(kept.nodes() * GROWTH_MAX);
            assertThat(end.heapBytes()).as("heap of " + page).isLessThan(kept.heapBytes() * GROWTH_MAX);
        });
    }

    /** Waits until the content has been replaced twice. */
    private void seeNews() {
        for (int i = 0; i < 2; i++) {
            browser.run("document.querySelector('#live > *').loaded = true; return true");
            browser.await("news", () -> browser.is("document.querySelector('#live > *').loaded") ? null : true);
        }
    }
}
