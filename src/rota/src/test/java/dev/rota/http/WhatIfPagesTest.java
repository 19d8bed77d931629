package dev.rota.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.jobs.BotEvent;
import dev.rota.jobs.BotSync;
import dev.rota.jobs.JobEvent;
import dev.rota.jobs.JobSubmitted;
import dev.rota.jobs.scheduler.JobsDomain;
import dev.rota.trials.Await;
import dev.rota.trials.Full;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The page that asks what would have happened if, over the recorded log of a cohort. */
@Tag("broker")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Full
class WhatIfPagesTest {

    private static final String HOSTILE = "<b>\"bot\"&'1'</b>";

    private final HttpClient client = HttpClient.newHttpClient();

    @SuppressWarnings("NullAway.Init") // set before all tests
    private DomainWithPages cohort;

    @BeforeAll
    void decideSomething() throws Exception {
        cohort = new DomainWithPages(new JobsDomain());
        cohort.feed("jobs.bots", HOSTILE, sync(HOSTILE));
        for (String job : List.of("first", "<i>second</i>", "third")) {
            cohort.feed("jobs.submissions", job, job(job));
        }
    }

    @AfterAll
    void stop() throws Exception {
        cohort.close();
    }

    @Test
    void shouldAskWithAFormAndRepeatWithAnAddress() throws Exception {
        Document form = page("/what-if?domain=jobs&unit=default");
        assertThat(form.select(".tabs a[aria-current]").text()).isEqualTo("What if");
        assertThat(form.select("select[name=policy.assigner] option").eachText())
                .contains("COHORT");
        assertThat(form.select("#problem")).isEmpty();

        HttpResponse<String> asked = post("count=1&parties=more&like=" + encoded(HOSTILE) + "&to=%2B1h");

        assertThat(asked.statusCode()).isEqualTo(303);
        Document answer = answered(asked.headers().firstValue("location").orElseThrow());
        assertThat(answer.select("#figures tr").eachText()).anyMatch(row -> row.startsWith("not served "));
        assertThat(answer.select("b, i")).isEmpty();
        String again = answer.select("#again").attr("href");
        assertThat(answer.select("#back").attr("href")).isEqualTo(again);
        String task = asked.headers().firstValue("location").orElseThrow().replaceAll("&back=.*", "");
        assertThat(page(task + "&back=" + encoded("https://example.com")).select("#back"))
                .isEmpty();
        assertThat(page(task + "&back=" + encoded("//example.com")).select("#back"))
                .isEmpty();
        Document filled = page(again);
        assertThat(filled.select("textarea[name=change]").text())
                .isEqualTo("{\"more\":1,\"like\":\"<b>\\\"bot\\\"&'1'</b>\"}");
        assertThat(filled.select("input[name=to]").attr("value")).isEqualTo("+1h");
        assertThat(filled.select("#again").attr("href")).isEqualTo(again);
        assertThat(page(filled.select("#answer a").attr("href")).select("#figures"))
                .isNotEmpty();
    }

    @Test
    void shouldShowTheFormAgainWithWhatIsWrong() throws Exception {
        HttpResponse<String> asked = post("change=" + encoded("{\"mroe\":1}<img>") + "&runs=3");

        assertThat(asked.statusCode()).isEqualTo(400);
        Document form = Jsoup.parse(asked.body());
        assertThat(form.select("#problem").text()).startsWith("Not asked: line 1: ");
        assertThat(form.select("textarea[name=change]").text()).isEqualTo("{\"mroe\":1}<img>");
        assertThat(form.select("input[name=runs]").attr("value")).isEqualTo("3");
        assertThat(form.select("img")).isEmpty();
    }

    @Test
    void shouldSayAtTheFormWhatTheRecordDoesNotHave() throws Exception {
        HttpResponse<String> asked = post("count=1&parties=more&like=nobody");

        String task = asked.headers().firstValue("location").orElseThrow();
        Await.until("the replay ends", () -> page(task).text().contains("FAILED"));
        Document form = page(page(task).select("#back").attr("href"));
        assertThat(form.select("#problem").text()).startsWith("Not asked: expected 'nobody' in the record");
    }

    @Test
    void shouldOnlyAddFieldsToTheLines() {
        Document form =
                page("/what-if?domain=jobs&unit=default&policy.assigner=COHORT&change=" + encoded("{\"load\":2}"));

        assertThat(form.select("textarea[name=change]").text())
                .isEqualTo("{\"load\":2}\n{\"policy\":{\"assigner\":\"COHORT\"}}");
        assertThat(form.select("select[name=policy.assigner] option[selected]")).isEmpty();
        assertThat(form.select("#answer")).isEmpty();
    }

    @Test
    void shouldTakeTheQuestionFromItsOwnPagesOnly() throws Exception {
        HttpRequest foreign = HttpRequest.newBuilder(cohort.address("/tasks/what-if"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Sec-Fetch-Site", "cross-site")
                .POST(HttpRequest.BodyPublishers.ofString("domain=jobs&unit=default&load=2"))
                .build();

        assertThat(client.send(foreign, BodyHandlers.ofString()).statusCode()).isEqualTo(403);
        assertThat(status("/tasks/what-if?domain=jobs&unit=default&load=2")).isIn(404, 405);
        assertThat(status("/what-if?domain=jobs")).isEqualTo(404);
        assertThat(status("/what-if?domain=chunks&unit=demo")).isEqualTo(404);
    }

    @Test
    void shouldAskWhatWouldBeDecidedNow() throws Exception {
        HttpResponse<String> asked = send(
                "/tasks/inquiry",
                "question=would&event="
                        + encoded("{\"job\":\"new\",\"event\":{\"JobSubmitted\":{\"instance\":\"main\"}}}"));
        assertThat(asked.statusCode()).isEqualTo(303);
        String task = asked.headers().firstValue("location").orElseThrow();
        Await.until("the replay ends", () -> page(task).text().contains("DONE"));

        assertThat(page(task).text()).contains("if nothing else comes, the event would be accepted");
        HttpResponse<String> wrong = send("/tasks/inquiry", "question=would&event=nonsense");
        assertThat(wrong.statusCode()).isEqualTo(400);
        assertThat(wrong.body()).contains("the event: ");
    }

    private Document answered(String task) {
        Await.until("the replay ends", () -> !page(task).text().contains("RUNNING"));
        assertThat(page(task).text()).contains("DONE");
        return page(task);
    }

    private Document page(String path) {
        return Jsoup.parse(cohort.get(path));
    }

    private int status(String path) throws Exception {
        return client.send(HttpRequest.newBuilder(cohort.address(path)).build(), BodyHandlers.ofString())
                .statusCode();
    }

    private HttpResponse<String> post(String form) throws Exception {
        return send("/tasks/what-if", form);
    }

    private HttpResponse<String> send(String path, String form) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(cohort.address(path))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString("domain=jobs&unit=default&" + form))
                .build();
        return client.send(request, BodyHandlers.ofString());
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8);
    }

    private static JobEvent job(String job) {
        return new JobEvent(
                job, "unknown", JobSubmitted.newBuilder().setInstance("main").build());
    }

    private static BotEvent sync(String bot) {
        return BotEvent.newBuilder()
                .setBot(bot)
                .setSession("session")
                .setLabels(List.of("unknown"))
                .setEvent(BotSync.newBuilder().build())
                .build();
    }
}
