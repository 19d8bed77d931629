package dev.rota.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Answer;
import dev.rota.engine.Subject;
import dev.rota.pages.domain.Part;
import dev.rota.pages.domain.jobs.JobsPages;
import gg.jte.output.StringOutput;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests pictures of cohorts: small, large, and without an instance that answers. */
class JobsPicturesTest {

    private static final int PAGE_BYTES_MAX = 200_000;

    private final JobsPages pages = new JobsPages();
    private final Html html = new Html();

    @Test
    void shouldLimitThePagesSize() {
        FakeFacts large = new FakeFacts("jobs", state(1_000, 50, 100, 100));
        for (int i = 0; i < 1_000; i++) {
            large.add("jobs.events", "ASSIGNED", i, i, event("job-with-a-rather-long-name-" + i % 3, "bot-0", ""));
        }

        assertThat(render(pages.unit(large))).hasSizeLessThan(PAGE_BYTES_MAX);
        assertThat(render(pages.unit(large.with("page", "10"))))
                .contains("bot-999")
                .hasSizeLessThan(PAGE_BYTES_MAX);
        assertThat(subject(large, "job", "job-with-a-rather-long-name-0").html())
                .hasSizeLessThan(PAGE_BYTES_MAX);
        assertThat(subject(large, "bot", "bot-0").html()).hasSizeLessThan(PAGE_BYTES_MAX);
        assertThat(subject(large, "instance", "instance-0").html()).hasSizeLessThan(PAGE_BYTES_MAX);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 10})
    void shouldDrawEachBotAndInstance(int count) {
        Document page = unit(new FakeFacts("jobs", state(count, 1, count, count)));

        assertThat(page.select("svg.strip")).hasSize(count);
        assertThat(page.select("svg.bar")).hasSize(count);
        assertThat(page.select("[data-figure=waits]")).hasSize(count);
        assertThat(page.select("svg:not([aria-label])")).isEmpty();
        assertThat(page.select("table:not(:has(caption))")).isEmpty();
    }

    @Test
    void shouldDrawNothingWithoutAnInstance() {
        FakeFacts silent = new FakeFacts("jobs", "");

        assertThat(unit(silent).text()).isEmpty();
        assertThat(subject(silent, "bot", "b").select("svg")).isEmpty();
        assertThat(subject(silent, "instance", "i").select("svg")).isEmpty();
        assertThat(subject(silent, "job", "j").select("svg")).isEmpty();
    }

    @Test
    void shouldFilterAndPageBots() {
        String state = state(1_000, 1, 1, 1);

        Document second = unit(new FakeFacts("jobs", state).with("page", "2"));
        Document some = unit(new FakeFacts("jobs", state).with("bots", "t-99").with("page", "x"));

        assertThat(second.select("svg.strip")).hasSize(100);
        assertThat(second.text()).contains("bot-100 ", "bot-199 ").doesNotContain("bot-99 ", "bot-200 ");
        assertThat(some.select("svg.strip")).hasSize(11);
        assertThat(some.text()).contains("11 of 1,000 bots");
    }

    @Test
    void shouldDrawWhereAJobWas() {
        FakeFacts facts = new FakeFacts("jobs", state(1, 1, 1, 1))
                .add("jobs.events", "QUEUED", 1_000, 1, event("v", "", ""))
                .add("jobs.events", "ASSIGNED", 2_000, 2, event("v", "b1", ""))
                .add("jobs.events", "ASSIGNED", 2_000, 2, event("other", "b2", ""))
                .add("jobs.events", "EVICTED", 5_000, 3, event("v", "b1", "preempted by job p"))
                .add("jobs.events", "ASSIGNED", 5_000, 3, event("p", "b1", ""))
                .add("jobs.events", "ASSIGNED", 9_000, 4, event("v", "b3", ""))
                .add("jobs.events", "COMPLETED", 11_000, 5, event("v", "b3", ""));

        Document victim = subject(facts, "job", "v");
        Document preemptor = subject(facts, "job", "p");

        assertThat(victim.select("table.lanes tbody th").eachText()).containsExactly("the queue", "b1", "b3");
        // in ten seconds: queued 0-1 and 4-8, on b1 1-4, on b3 8-10
        assertThat(victim.select("rect.wait, rect.run").eachAttr("x")).containsExactly("0", "400", "100", "800");
        assertThat(victim.select("rect.wait, rect.run").eachAttr("width")).containsExactly("100", "400", "300", "200");
        assertThat(victim.select("rect.cut")).hasSize(1);
        assertThat(victim.select("p.notices").text()).startsWith("Job p took its slot on bot b1");
        assertThat(preemptor.select("p.notices").text()).startsWith("It took the slot of job v on bot b1");
        assertThat(subject(facts, "job", "other").select("p.notices")).isEmpty();
        assertThat(victim.select("[data-figure=ending]").eachText())
                .containsExactly("ASSIGNED", "EVICTED: preempted by job p", "ASSIGNED", "COMPLETED");
    }

    @Test
    void shouldShowThatAJobWaitedForOthers() {
        FakeFacts facts = new FakeFacts("jobs", state(1, 1, 1, 1))
                .add("jobs.events", "WAITING", 1_000, 1, event("j", "", ""))
                .add("jobs.events", "REPRIORITISED", 1_500, 2, event("j", "", ""))
                .add("jobs.events", "QUEUED", 2_000, 3, event("j", "", ""))
                .add("jobs.events", "ASSIGNED", 3_000, 4, event("j", "b1", ""));

        Document page = subject(facts, "job", "j");

        assertThat(page.select("details tbody th").eachText())
                .containsExactly("waits for other jobs", "the queue", "b1");
        assertThat(page.select("rect.cut")).isEmpty();
    }

    @Test
    void shouldShowTheLatestDemand() {
        String kind = "{\"instance\":\"%s\",\"requirements\":[{\"name\":\"os\",\"value\":\"mac\"}],\"queued\":%d,"
                + "\"running\":1,\"unplaceable\":%d,\"missing\":%s,\"oldestQueuedAt\":%d,\"slotsWanted\":%d}";
        String none = String.format(kind, "a", 2, 0, "[]", FakeFacts.NOW - 5_000, 0);
        String much = String.format(kind, "b", 7, 7, "[{\"name\":\"os\",\"value\":\"mac\"}]", FakeFacts.NOW - 9_000, 7);
        String before = "{\"cohort\":\"c\",\"kinds\":[],\"otherKinds\":0}";
        String now =
                "{\"cohort\":\"c\",\"kinds\":[" + none + "," + much + "],\"otherKinds\":30,\"otherSlotsWanted\":4}";

        Document page = unit(new FakeFacts("jobs", state(1, 1, 1, 1))
                .add("jobs.demand", "", 1_000, 1, before)
                .add("jobs.demand", "", 2_000, 2, now));

        assertThat(page.select("[data-figure=demand]").text())
                .isEqualTo("11 slots are wanted that bots lack, since 1970-01-01T00:00:02.000Z.");
        assertThat(page.select("[data-figure=kind]").eachText())
                .containsExactly("b os=mac 7 1 9 s 7 no bot has os=mac", "a os=mac 2 1 5 s 0");
        assertThat(page.text()).contains("2 of 32 kinds of jobs, by the slots that they want");
        // and none that is known from a policy before
        assertThat(unit(new FakeFacts("jobs", state(1, 1, 1, 1).replace("demandEveryMs", "other"))
                                .add("jobs.demand", "", 1_000, 1, now))
                        .select("#demand"))
                .isEmpty();
    }

    @Test
    void shouldAnswerWhyNotOnABot() {
        FakeFacts asked = new FakeFacts("jobs", state(1, 1, 1, 1)).with("bot", "b<1>");

        assertThat(subject(asked, "job", "j").select(".why").text()).startsWith("No instance can answer at the moment");
        asked.explained(new Answer("NO_MATCH", "the bot lacks os=plan9"));
        assertThat(subject(asked, "job", "j").select(".why").text()).startsWith("the bot lacks os=plan9");
        assertThat(subject(asked, "job", "j").select(".why a").attr("href")).endsWith("&id=j%40b%3C1%3E");
    }

    @Test
    void shouldSayWhatToLookAtFirst() {
        String state = JsonText.object(json -> json.field("assigner", "COHORT")
                .field("queued", 7)
                .list(
                        "instances",
                        List.of("full", "none", "below"),
                        (name, line) -> line.field("instance", name)
                                .field("min", name.equals("below") ? 3 : 0)
                                .field("max", name.equals("none") ? null : Integer.valueOf(name.equals("full") ? 2 : 9))
                                .field("assigned", name.equals("none") ? 0 : 2)
                                .field("queued", 5)
                                .field("held", false))
                .field("unmatchedCount", 6)
                .list(
                        "unmatched",
                        List.of(1),
                        (kind, line) -> line.field("instance", "full")
                                .texts("requirements", List.of("os=plan9", "gpu=1"))
                                .texts("nowhere", List.of("os=plan9"))
                                .field("queued", 1)
                                .object("first", first -> first.field("job", "j")))
                .field("troubledCount", 1)
                .list(
                        "troubled",
                        List.of(1),
                        (bot, line) -> line.field("bot", "b")
                                .field("instance", "*")
                                .field("status", "UNHEALTHY")
                                .field("held", true)));

        assertThat(unit(new FakeFacts("jobs", state)).select(".notices li").eachText())
                .containsExactly(
                        "1 job of full can run nowhere: no bot has os=plan9.",
                        "2 more kinds of jobs have no bot that matches them.",
                        "Instance none has no quota, so 5 jobs wait.",
                        "Instance full is at its maximum of 2 while 5 jobs wait.",
                        "Instance below is below its minimum, with 2 of 3, while 5 jobs wait.",
                        "Bot b is UNHEALTHY and is held.");
    }

    private static String event(String job, String bot, String reason) {
        return JsonText.object(json -> {
            json.field("job", job).field("reason", reason).field("attempt", 1);
            if (!bot.isEmpty()) {
                json.field("bot", bot);
            }
        });
    }

    /** Returns the state of a cohort with these numbers of bots, leases, instances and waiting jobs. */
    private static String state(int bots, int leases, int instances, int waits) {
        List<Integer> waiting = IntStream.range(0, waits).boxed().toList();
        return JsonText.object(json -> json.field("asOf", FakeFacts.NOW)
                .field("assigner", "BOTS")
                .field("demandEveryMs", 5_000)
                .field("queued", 2_000_000)
                .field("instanceCount", instances)
                .list("oldest", waiting, JobsPicturesTest::waiting)
                .list(
                        "instances",
                        numbers(instances),
                        (i, line) -> line.field("instance", "instance-" + i)
                                .field("min", 1)
                                .field("max", 100)
                                .field("assigned", i)
                                .field("queued", 20_000)
                                .list("oldest", numbers(10), JobsPicturesTest::waiting))
                .object("botCounts", counts -> counts.field("total", bots))
                .list(
                        "bots",
                        numbers(bots),
                        (i, line) -> line.field("bot", "bot-" + i)
                                .field("instance", "*")
                                .field("status", "OK")
                                .field("slots", 2L * leases)
                                .field("taken", leases)
                                .list(
                                        "leases",
                                        numbers(leases),
                                        (j, lease) -> lease.field("job", "job-with-a-rather-long-name-" + i + "-" + j)
                                                .field("instance", "instance-" + i)
                                                .field("strategy", "PROACTIVE")
                                                .field("preempted", (String) null))));
    }

    private static void waiting(int i, JsonText line) {
        line.field("job", "job-with-a-rather-long-name-" + i)
                .field("instance", "instance-" + i)
                .field("queuedAt", FakeFacts.NOW - 1_000);
    }

    private static List<Integer> numbers(int count) {
        return IntStream.range(0, count).boxed().toList();
    }

    private Document unit(FakeFacts facts) {
        return Jsoup.parse(render(pages.unit(facts)));
    }

    private Document subject(FakeFacts facts, String kind, String id) {
        return Jsoup.parse(render(Objects.requireNonNull(pages.subject(facts, new Subject(kind, id)))));
    }

    private String render(Part part) {
        StringOutput page = new StringOutput();
        html.part(part).writeTo(page);
        return page.toString();
    }
}
