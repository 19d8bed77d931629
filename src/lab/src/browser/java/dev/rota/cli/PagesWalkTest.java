package dev.rota.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Limits;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Uses the pages in a browser as an operator would while the demo runs. The browser must have no console messages. */
@Tag("browser")
@ExtendWith(BrowserDemo.class)
class PagesWalkTest {

    private final BrowserDemo.Site site;
    private final Browser browser;

    PagesWalkTest(BrowserDemo.Site site) {
        this.site = site;
        this.browser = site.browser();
    }

    @BeforeEach
    void forgetOldMessages() {
        browser.console();
    }

    @AfterEach
    void shouldHaveNoMessage() {
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void shouldOpenTheOverview() {
        browser.open("/");

        browser.await(".card h2", "jobs");
        browser.await("#live-count", "live");
        assertThat(browser.title()).isEqualTo("Overview · Rota");
    }

    @Test
    void shouldFindWhyAJobWaitsAndWhatAssignedIt() throws Exception {
        // given a job that no bot can run
        String part = UUID.randomUUID().toString().substring(0, 13);
        String job = "walk-" + part + "-job";
        site.produce("jobs.submissions", """
                {"job":"%s","event":{"JobSubmitted":{"instance":"commits",\
                "requirements":[{"name":"os","value":"%s"}]}}}""".formatted(job, part));
        site.await("/search?q=" + part, job);

        // when the job is found from the overview by a part of its id
        browser.open("/");
        browser.search(part);
        browser.click("table a", job);

        // then its page explains why it waits
        browser.await("h1", job);
        assertThat(why()).contains(job, "none has os=" + part);

        // and the same document shows when it is assigned
        browser.await(".kind", "QUEUED");
        browser.run("window.loaded = true; return true");
        site.produce("jobs.bots", """
                {"bot":"bot-%s","session":"1","event":{"BotSync":{\
                "properties":[{"name":"os","value":"%s"}]}}}""".formatted(part, part));
        browser.await(".steps .kind", "ASSIGNED");
        assertThat(browser.is("window.loaded")).isTrue();

        // and the decision leads to the one before it, which the job's submission caused
        browser.click(".steps a", "events ASSIGNED");
        browser.await("h1", "bot-" + part);
        browser.await("h2", "Evidence");
        browser.click("a[rel=prev]");
        browser.await("tr", "QUEUED");

        // and that one leads to its cause, and to the record of the producer
        browser.click("#to-cause");
        browser.await("h1", "Log record jobs.log/");
        browser.click("#to-source");
        browser.await("h1", "Input record jobs.submissions/");
        browser.await("td", job);

        // and the browser verifies the chain
        browser.click("header a", "jobs");
        browser.click("th a", "default");
        checkChain("jobs");
    }

    /** The links of adopted records, and of their mapping, have another form. */
    @Test
    void shouldVerifyTheChainOfAnAdoptedTopic() throws Exception {
        // enough for a checkpoint
        site.produceOrders("alice\tone book\n".repeat((int) Limits.CHECKPOINT_RECORDS) + "bob\ttwo pens");
        site.await("/state?domain=shards&unit=orders", "bob");

        browser.open("/state?domain=shards&unit=orders");
        checkChain("shards");
    }

    private void checkChain(String domain) throws InterruptedException {
        browser.click(".tabs a", "Evidence");
        browser.await("h1", "Evidence of " + domain);
        browser.await("a checkpoint", () -> {
            if (!browser.has("button.check")) {
                browser.open(browser.path());
            }
            return browser.has("button.check") ? true : null;
        });
        browser.click("button.check");
        assertThat(browser.textOf(".checked.good, .checked.bad")).startsWith("The chain holds: ");
    }

    /** Returns the sentence of a subject's page, from a replay if the live tables have none. */
    private String why() {
        if (!browser.has(".why .kind")) {
            browser.click("form.ask button");
            browser.click("p a", "Back");
        }
        return browser.textOf(".why");
    }
}
