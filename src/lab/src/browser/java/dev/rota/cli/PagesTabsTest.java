package dev.rota.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Tests many tabs at once. A browser opens six connections to a server for all tabs together: if each tab kept its
 * stream while it is hidden, the seventh would never load.
 */
@Tag("browser")
@ExtendWith(BrowserDemo.class)
class PagesTabsTest {

    private static final int TABS = 50;

    private final BrowserDemo.Site site;
    private final Browser browser;

    PagesTabsTest(BrowserDemo.Site site) {
        this.site = site;
        this.browser = site.browser();
    }

    @Test
    void shouldShowNewsInEachOfFiftyTabs() {
        site.await("/search?q=default", "The unit default of jobs");
        String first = browser.tab();
        List<String> tabs = new ArrayList<>();
        List<String> complaints = new ArrayList<>();
        try {
            for (int i = 0; i < TABS; i++) {
                tabs.add(browser.newTab());
                browser.open("/unit?domain=jobs&unit=default");
                browser.await("#live-count", "live");
            }
            for (String tab : tabs) {
                browser.look(tab);
                String seq = browser.textOf("#seq");
                browser.await("a later decision", () -> browser.textOf("#seq").equals(seq) ? null : true);
                complaints.addAll(browser.console());
            }
        } finally {
            for (String tab : tabs) {
                browser.look(tab);
                browser.closeTab();
            }
            browser.look(first);
        }
        assertThat(complaints).isEmpty();
    }
}
