package dev.rota.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.engine.Checkpoint;
import dev.rota.engine.Limits;
import dev.rota.engine.log.LogFormat;
import dev.rota.engine.schema.Framing;
import dev.rota.jobs.BotEvent;
import dev.rota.jobs.BotSync;
import dev.rota.jobs.JobEvent;
import dev.rota.jobs.JobSubmitted;
import dev.rota.jobs.Property;
import dev.rota.jobs.scheduler.JobsDomain;
import dev.rota.stream.Tenant;
import dev.rota.stream.TopicTail;
import dev.rota.trials.Await;
import dev.rota.trials.Full;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The operator's pages of a cohort show the content of the topics. */
@Tag("broker")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PagesTest {

    private static final String COHORT = "default";

    private final HttpClient client = HttpClient.newHttpClient();

    @SuppressWarnings("NullAway.Init") // set before all tests
    private DomainWithPages cohort;

    @BeforeAll
    void decideSomething() throws Exception {
        cohort = new DomainWithPages(new JobsDomain());
        submit("first", "linux");
        submit("second", "plan9");
        sync("bot-1");
        submit("second", "plan9");
        Await.until("the pages show all decisions", () -> seq() >= 5);
    }

    @AfterAll
    void stop() throws Exception {
        cohort.close();
    }

    @Test
    void shouldShowTheStateOfTheDomain() throws Exception {
        Await.until("all is decided", () -> text("/").contains("Decides; all that was accepted is decided."));
        assertThat(text("/units?domain=jobs")).contains(COHORT, "this instance", "jobs/1");
    }

    /** A page that is shown asks again every two seconds. */
    @ParameterizedTest
    @ValueSource(
            strings = {"/unit?domain=jobs&unit=" + COHORT, "/state?domain=jobs&unit=" + COHORT, "/units?domain=jobs"})
    void shouldAnswerOnceMoreOnlyAfterADecision(String page) throws Exception {
        // given
        long before = seq();
        String shown = get(page).headers().firstValue("ETag").orElseThrow();
        HttpRequest.Builder again = HttpRequest.newBuilder(cohort.address(page)).header("If-None-Match", shown);
        HttpResponse<String> unchanged = send(again);

        // when
        submit("second", "plan9");
        Await.until("the rejection is shown", () -> seq() > before);

        // then
        assertThat(unchanged.statusCode()).isEqualTo(304);
        assertThat(unchanged.body()).isEmpty();
        assertThat(send(again).statusCode()).isEqualTo(200);
    }

    @Test
    void shouldShowEachDecisionWithItsCause() throws Exception {
        // given
        String timeline = body("/unit?domain=jobs&unit=" + COHORT);
        List<ConsumerRecord<byte[], byte[]>> events = records("jobs.events");

        for (ConsumerRecord<byte[], byte[]> event : events) {
            String at = event.topic() + "/" + event.partition() + "/" + event.offset();
            // when
            assertThat(timeline).contains("/record?at=" + encoded(at));
            String page = text("/record?at=" + encoded(at));

            // then
            String cause = Tenant.header(event, "rota-cause");
            assertThat(page)
                    .contains(cause, Tenant.header(event, "rota-chain"), Tenant.header(event, "rota-seq"))
                    .contains("rota audit jobs --unit " + COHORT);
            String log = body("/record?at=" + encoded(cause));
            assertThat(log).contains("/record?at=" + encoded(at));
        }
    }

    /** Follows the links from each record to the next with the same id, whatever its topic and key are, and back. */
    @Test
    void shouldStepFromRecordToRecordOfAnId() {
        String step = "aria-label=\"The next record with job first\"";
        List<String> walked = new ArrayList<>();
        String page = body(oldestWith("first"));
        for (Matcher next = next(page, step); next.find(); next = next(page, step)) {
            String before = page;
            page = body(next.group(1).replace("&amp;", "&"));
            walked.add(page.replaceAll("(?s).*<title>(.*?)</title>.*", "$1"));
            assertThat(next(page, "aria-label=\"The previous record with job first\"")
                            .find())
                    .as("%s leads back", walked)
                    .isTrue();
            assertThat(page).isNotEqualTo(before);
        }

        assertThat(walked).as("queued, assigned and the lease").hasSizeGreaterThanOrEqualTo(2);
    }

    private static Matcher next(String page, String label) {
        return Pattern.compile("href=\"([^\"]+)\" " + label).matcher(page);
    }

    /** Returns the address of the first record of a job. */
    private String oldestWith(String job) {
        Matcher records = Pattern.compile("href=\"(/record\\?at=[^\"]*jobs\\.(?:events|assignments)[^\"]*)\"")
                .matcher(body("/unit?domain=jobs&unit=" + COHORT + "&id=" + job));
        String last = "";
        while (records.find()) {
            last = records.group(1).replace("&amp;", "&");
        }
        return last;
    }

    @Test
    void shouldSayWhatWasEmptyBefore() throws Exception {
        ConsumerRecord<byte[], byte[]> assigned = records("jobs.events").stream()
                .filter(event -> new String(event.key(), UTF_8).equals("first"))
                .reduce((earlier, later) -> later)
                .orElseThrow();

        String page =
                body("/record?at=" + encoded(assigned.topic() + "/" + assigned.partition() + "/" + assigned.offset()));

        assertThat(page)
                .containsPattern("<code>bot</code></th><td><bdi>bot-1</bdi></td><td><span[^>]*>\\(none\\)</span>");
    }

    @Test
    void shouldShowTheOldestWait() {
        Await.until(
                "the gauges were read",
                () -> text("/").replaceAll("\\s+", " ").matches(".*Oldest wait ?\\d+ (s|min).*"));
    }

    @Test
    void shouldFollowACauseToTheProducersRecord() throws Exception {
        String log = body("/record?at=" + encoded(logRecordOf("second")));
        Matcher source = Pattern.compile("id=\"to-source\" href=\"([^\"]+)\"").matcher(log);
        assertThat(source.find()).isTrue();

        String input = text(source.group(1).replace("&amp;", "&"));

        assertThat(input).contains("intake would accept it now, for the unit " + COHORT, "second", "plan9");
    }

    @Test
    void shouldSayWhyAJobWaits() throws Exception {
        String page = text("/subject?domain=jobs&unit=" + COHORT + "&kind=job&id=second");

        assertThat(page)
                .contains("QUEUED", "job second of instance main is queued", "of 1 bot none has os=plan9")
                .contains("From the tables of the instance that decides");
    }

    @Test
    void shouldExplainAnEarlierMomentByReplay() throws Exception {
        HttpResponse<String> asked =
                post("/tasks/explain", "domain=jobs&unit=" + COHORT + "&kind=job&id=second", Map.of());

        assertThat(asked.statusCode()).isEqualTo(303);
        String task = asked.headers().firstValue("location").orElseThrow();
        Await.until("the replay ends", () -> text(task).contains("DONE"));
        assertThat(text(task)).contains("QUEUED: ", "of 1 bot none has os=plan9");
    }

    @Test
    void shouldShowTheRowsBeforeADecision() throws Exception {
        long offset = Long.parseLong(logRecordOf("second").replaceAll(".*/", ""));

        HttpResponse<String> asked = post("/tasks/state", "domain=jobs&unit=" + COHORT + "&offset=" + offset, Map.of());

        String task = asked.headers().firstValue("location").orElseThrow();
        Await.until("the replay ends", () -> text(task).contains("DONE"));
        assertThat(text(task)).contains("first").doesNotContain("·second");
    }

    @Test
    void shouldAudit() throws Exception {
        HttpResponse<String> asked = post("/tasks/audit", "domain=jobs&unit=" + COHORT, Map.of());

        String task = asked.headers().firstValue("location").orElseThrow();
        Await.until("the audit ends", () -> text(task).contains("DONE"));
        assertThat(text(task)).contains("decisions are right", "verified");
        assertThat(text("/evidence?domain=jobs&unit=" + COHORT)).contains("Verified to decision ");
    }

    @Test
    void shouldFindByIdCoordinatesHeadAndNumber() throws Exception {
        ConsumerRecord<byte[], byte[]> event = records("jobs.events").get(0);
        String at = event.topic() + "/" + event.partition() + "/" + event.offset();

        assertThat(text("/search?q=seco")).contains("second", "job");
        assertThat(body("/search?q=" + encoded(at))).contains("/record?at=" + encoded(at));
        assertThat(body("/search?q=" + Tenant.header(event, "rota-chain").substring(0, 8)))
                .contains("/record?at=" + encoded(at));
        assertThat(body("/search?q=" + encoded("#" + Tenant.header(event, "rota-seq"))))
                .contains("/record?at=" + encoded(at));
        assertThat(text("/search?q=nothing-like-it")).contains("Nothing.", "Searched: ");
    }

    @Test
    void shouldShowRejections() throws Exception {
        String page = text("/rejections?domain=jobs");

        assertThat(page).contains("JOB_EXISTS", "jobs.submissions");
        assertThat(text("/rejections?domain=jobs&reason=JOB_EXISTS")).contains("JOB_EXISTS only");
    }

    @Test
    @Full
    void shouldOfferTheRawRecordsOfARange() throws Exception {
        // given enough records of a unit for a checkpoint
        for (long i = 0; i < Limits.CHECKPOINT_RECORDS; i++) {
            cohort.tenant().produce("jobs.bots", "bot-1", syncOf("bot-1"));
        }
        cohort.awaitDecided("jobs.bots");
        ConsumerRecord<byte[], byte[]> stored = records("jobs.checkpoints").get(0);
        Checkpoint checkpoint = new JobsDomain().checkpoints().decode(stored.value(), Framing.BYTES, 1);
        String at = stored.topic() + "/" + stored.partition() + "/" + stored.offset();

        // when
        HttpResponse<String> asked = post(
                "/tasks/chain",
                "domain=jobs&unit=" + checkpoint.getUnit() + "&from=beginning&to=" + encoded(at),
                Map.of());
        String task = "/task.json?id="
                + encoded(new ObjectMapper().readTree(asked.body()).get("task").asText());
        Await.until("the records are there", () -> get(task).statusCode() == 200);
        JsonNode stretch = new ObjectMapper().readTree(body(task));

        // then
        assertThat(stretch.get("to").asText()).isEqualTo(checkpoint.getChain());
        assertThat(stretch.get("from").asText()).isEqualTo("0".repeat(64));
        assertThat(stretch.get("records"))
                .filteredOn(record -> "ERTA".contains(record.get("kind").asText()))
                .hasSize((int) checkpoint.getAccepted());
        long decisions = 0;
        for (JsonNode record : stretch.get("records")) {
            decisions += record.get("decisions").size();
        }
        assertThat(decisions).isEqualTo(checkpoint.getSeq());
    }

    @Test
    void shouldReadNoForeignTopic() throws Exception {
        assertThat(get("/record?at=__consumer_offsets/0/0").statusCode()).isEqualTo(404);
        assertThat(get("/raw?at=__consumer_offsets/0/0").statusCode()).isEqualTo(404);
        assertThat(get("/record?at=" + encoded(cohort.tenant().names().changelog() + "/0/0"))
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void shouldSayWhatIsWrongWithARequest() throws Exception {
        assertThat(get("/unit?domain=jobs&unit=nobody").statusCode()).isEqualTo(404);
        assertThat(get("/state?domain=jobs&unit=nobody").statusCode()).isEqualTo(404);
        assertThat(get("/state?domain=jobs").statusCode()).isEqualTo(404);
        assertThat(get("/state?domain=jobs&unit=" + COHORT).statusCode()).isEqualTo(200);
        assertThat(get("/units?domain=nothing").statusCode()).isEqualTo(404);
        assertThat(get("/record?at=nonsense").statusCode()).isEqualTo(400);
        assertThat(get("/subject?domain=jobs&unit=default&kind=dog&id=rex").statusCode())
                .isEqualTo(404);
        assertThat(get("/task?id=none").statusCode()).isEqualTo(404);
        assertThat(text("/unit?domain=jobs&unit=nobody")).contains("'nobody' has none");
        assertThat(text("/state?domain=jobs&unit=nobody"))
                .contains("expected a unit of jobs, but there is no 'nobody'");
    }

    @Test
    void shouldTakeCostlyQuestionsFromItsOwnPagesOnly() throws Exception {
        assertThat(post("/tasks/audit", "domain=jobs", Map.of("Sec-Fetch-Site", "cross-site"))
                        .statusCode())
                .isEqualTo(403);
        assertThat(post("/tasks/audit", "domain=jobs", Map.of("Origin", "https://elsewhere.example"))
                        .statusCode())
                .isEqualTo(403);
        assertThat(get("/tasks/audit?domain=jobs").statusCode()).isIn(404, 405);
    }

    private void submit(String job, String os) throws InterruptedException {
        cohort.feed(
                "jobs.submissions",
                job,
                new JobEvent(
                        job,
                        "unknown",
                        JobSubmitted.newBuilder()
                                .setInstance("main")
                                .setRequirements(List.of(new Property("os", os)))
                                .build()));
    }

    private void sync(String bot) throws InterruptedException {
        cohort.feed("jobs.bots", bot, syncOf(bot));
    }

    private static BotEvent syncOf(String bot) {
        return BotEvent.newBuilder()
                .setBot(bot)
                .setSession("session")
                .setLabels(List.of("unknown"))
                .setEvent(BotSync.newBuilder()
                        .setProperties(List.of(new Property("os", "linux")))
                        .build())
                .build();
    }

    private List<ConsumerRecord<byte[], byte[]>> records(String topic) throws Exception {
        try (TopicTail tail = cohort.tenant().tail(topic)) {
            return tail.toEnd();
        }
    }

    /** Returns the coordinates of the log record that submitted a job. */
    private String logRecordOf(String job) throws Exception {
        for (ConsumerRecord<byte[], byte[]> record : records("jobs.log")) {
            if (record.value() != null
                    && new String(record.value(), UTF_8).contains(job)
                    && Tenant.header(record, LogFormat.KIND).equals("event")) {
                return record.topic() + "/" + record.partition() + "/" + record.offset();
            }
        }
        throw new AssertionError("no log record of " + job);
    }

    private long seq() {
        Matcher seq = Pattern.compile("data-seq=\"(\\d+)\"")
                .matcher(get("/unit?domain=jobs&unit=" + COHORT).body());
        return seq.find() ? Long.parseLong(seq.group(1)) : 0;
    }

    private String body(String path) {
        HttpResponse<String> answer = get(path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }

    /** Returns a page's text. */
    private String text(String path) {
        return get(path)
                .body()
                .replaceAll("<[^>]*>", "")
                .replace("&#39;", "'")
                .replace("&#34;", "\"")
                .replace("&amp;", "&");
    }

    private HttpResponse<String> get(String path) {
        return send(HttpRequest.newBuilder(cohort.address(path)));
    }

    private HttpResponse<String> post(String path, String form, Map<String, String> headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(cohort.address(path))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form));
        headers.forEach(request::header);
        return send(request);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return client.send(request.build(), BodyHandlers.ofString());
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8);
    }
}
