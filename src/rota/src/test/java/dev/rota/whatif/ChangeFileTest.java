package dev.rota.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.jobs.BotClosed;
import dev.rota.jobs.BotEvent;
import dev.rota.jobs.BotSync;
import dev.rota.jobs.CohortPolicy;
import dev.rota.jobs.InstanceQuota;
import dev.rota.jobs.JobCancelled;
import dev.rota.jobs.JobEvent;
import dev.rota.jobs.JobSubmitted;
import dev.rota.jobs.JobsTopics;
import dev.rota.jobs.PolicyEvent;
import dev.rota.jobs.Property;
import dev.rota.jobs.scheduler.JobsDomain;
import dev.rota.serde.PlainJson;
import dev.rota.whatif.change.BadChange;
import dev.rota.whatif.change.Change;
import dev.rota.whatif.change.ChangeFile;
import dev.rota.whatif.change.Stage;
import dev.rota.workload.whatif.Happening;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each form of a change changes what it says, and nothing else. */
class ChangeFileTest {

    private static final JobsDomain JOBS = new JobsDomain();
    private static final String COHORT = "default";
    private static final List<Property> LINUX = List.of(new Property("os", "linux"));

    @Test
    void shouldSetFieldsOfEveryPolicyFromATimeOn() throws Exception {
        List<Happening> record = List.of(policy(100, 7), job(150, "a"), policy(200, 8), policy(300, 9));

        assertThat(changed(record, "{\"policy\": {\"maxJobAttempts\": 1}, \"from\": 250}"))
                .containsExactly(
                        "100 attempts 5 timeout 7",
                        "150 a",
                        "200 attempts 5 timeout 8",
                        "250 attempts 1 timeout 8",
                        "300 attempts 1 timeout 9");
    }

    @Test
    void shouldSetFieldsOfTheDefaultPolicyIfThereIsNone() throws Exception {
        assertThat(changed(List.of(job(150, "a")), "{\"policy\": {\"botTimeoutMs\": 3}}"))
                .containsExactly("100 attempts 5 timeout 3", "150 a");
    }

    @Test
    void shouldTakeThePlaceOfLaterQuotasOfTheSameInstance() throws Exception {
        List<Happening> record = List.of(quota(100, "x", 1), quota(200, "x", 2), quota(200, "y", 3));

        assertThat(changed(record, "{\"quota\": {\"instance\": \"x\", \"max\": 9}, \"from\": 150}"))
                .containsExactly("100 x max 1", "150 x max 9", "200 y max 3");
    }

    @Test
    void shouldAddBotsThatAreThereAsLongAsOneIs() throws Exception {
        List<Happening> record = List.of(sync(100, "b", 2), sync(200, "b", 3), sync(250, "c", 1), closed(300, "b"));

        assertThat(changed(record, "{\"more\": 2, \"like\": \"b\", \"from\": 150}"))
                .containsExactly(
                        "100 b/s has 2",
                        "150 b~1/s~1 has 2",
                        "150 b~2/s~2 has 2",
                        "200 b/s has 3",
                        "200 b~1/s~1 has 3",
                        "200 b~2/s~2 has 3",
                        "250 c/s has 1",
                        "300 b/s closed",
                        "300 b~1/s~1 closed",
                        "300 b~2/s~2 closed");
    }

    @Test
    void shouldLetABotLeave() throws Exception {
        List<Happening> record = List.of(sync(100, "b", 2), sync(200, "b", 3), sync(250, "c", 1));

        assertThat(changed(record, "{\"leaves\": \"b\", \"from\": 150}"))
                .containsExactly("100 b/s has 2", "150 b/s closed", "250 c/s has 1");
    }

    @Test
    void shouldLetBotsOfAKindLeave() throws Exception {
        List<Happening> record =
                List.of(sync(100, "a", 2), sync(110, "b", 2), sync(120, "c", 2), sync(130, "d", 9), sync(200, "b", 2));

        assertThat(changed(record, "{\"fewer\": 2, \"like\": \"a\", \"from\": 150}"))
                .containsExactly(
                        "100 a/s has 2",
                        "110 b/s has 2",
                        "120 c/s has 2",
                        "130 d/s has 9",
                        "150 b/s closed",
                        "150 c/s closed");
    }

    /** From the beginning on there are none yet: those that come first do not. */
    @Test
    void shouldKeepBotsOfAKindFromComing() throws Exception {
        List<Happening> record =
                List.of(sync(100, "a", 2), sync(110, "d", 9), sync(120, "b", 2), sync(130, "c", 2), sync(200, "b", 2));

        assertThat(changed(record, "{\"fewer\": 2, \"like\": \"a\"}"))
                .containsExactly("110 d/s has 9", "130 c/s has 2");
    }

    @Test
    void shouldSubmitEachJobSeveralTimes() throws Exception {
        List<Happening> record = List.of(job(100, "a"), job(200, "b"), job(300, "c"));

        assertThat(changed(record, "{\"load\": 3, \"from\": 150, \"to\": 250}"))
                .containsExactly("100 a", "200 b", "200 b~2", "200 b~3", "300 c");
    }

    @Test
    void shouldAddLeaveOutAndReplaceEvents() throws Exception {
        List<Happening> record = List.of(job(100, "a"), job(200, "b"), job(300, "b"), job(400, "c"));
        String event = "{\"job\": \"new\", \"event\": {\"JobSubmitted\": {\"instance\": \"i\"}}}";

        assertThat(changed(
                        record,
                        "{\"topic\": \"jobs.submissions\", \"time\": \"+150ms\", \"value\": " + event + "}",
                        "{\"leaveOut\": \"jobs.submissions\", \"key\": \"b\", \"to\": 250}",
                        "{\"replace\": \"jobs.submissions\", \"key\": \"c\", \"value\": " + event + "}"))
                .containsExactly("100 a", "250 new", "300 b", "400 new");
    }

    /** A policy is in force before what comes at its time, an added event is the last of its time. */
    @Test
    void shouldHaveAnOrderAtOneTime() throws Exception {
        List<Happening> record = List.of(job(200, "a"), job(200, "b"), job(300, "c"));

        assertThat(changed(
                        record,
                        "{\"topic\": \"jobs.submissions\", \"time\": 200, \"value\":"
                                + " {\"job\": \"new\", \"event\": {\"JobSubmitted\": {\"instance\": \"i\"}}}}",
                        "{\"policy\": {\"maxJobAttempts\": 1}, \"from\": 200}"))
                .containsExactly("200 attempts 1 timeout 600000", "200 a", "200 b", "200 new", "300 c");
    }

    /** Copies of two changes have ids of their own. */
    @Test
    void shouldNumberCopiesOn() throws Exception {
        assertThat(changed(List.of(job(100, "a")), "{\"load\": 2}", "{\"load\": 2}"))
                .containsExactly("100 a", "100 a~3", "100 a~2", "100 a~2~3");
        assertThat(changed(
                        List.of(sync(100, "b", 2)), "{\"more\": 1, \"like\": \"b\"}", "{\"more\": 2, \"like\": \"b\"}"))
                .containsExactly("100 b/s has 2", "100 b~2/s~2 has 2", "100 b~3/s~3 has 2", "100 b~1/s~1 has 2");
    }

    /** Loads multiply where their times overlap. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"load\": 3}                                  | {\"load\": 4}                                  | 12",
                "{\"load\": 3, \"from\": 100, \"to\": 199}      | {\"load\": 4, \"from\": 200}                   | 4",
                "{\"load\": 3, \"from\": 100, \"to\": 200}      | {\"load\": 4, \"from\": 200}                   | 12",
                "{\"policy\": {\"maxJobAttempts\": 1}}          | {\"more\": 9, \"like\": \"b\"}                  | 1",
            })
    void shouldCountTheCopiesOfAllLines(String line, String other, long copies) throws Exception {
        assertThat(file().read(List.of(line, other)).copies()).isEqualTo(copies);
        assertThat(file().read(Collections.nCopies(1_000, "{\"load\": 100}")).copies())
                .isGreaterThan(1_000_000_000);
    }

    @Test
    void shouldLimitThePartiesOfAllLines() {
        assertThatThrownBy(() -> file().read(Collections.nCopies(11, "{\"more\": 1000, \"like\": \"b\"}")))
                .isInstanceOf(BadChange.class)
                .hasMessage("line 11: expected at most 10000 more parties over all lines, but there are 11000");
    }

    /** A copy is cancelled when its original is, and only if there is one. */
    @Test
    void shouldCancelCopiesWithTheirOriginals() throws Exception {
        List<Happening> record =
                List.of(job(100, "before"), job(200, "a"), cancelled(300, "before"), cancelled(400, "a"));

        assertThat(changed(record, "{\"load\": 2, \"from\": 150, \"to\": 250}"))
                .containsExactly("100 before", "200 a", "200 a~2", "300 before", "400 a", "400 a~2");
    }

    @Test
    void shouldTakeManyLines() throws Exception {
        String[] lines = new String[20_000];
        for (int i = 0; i < lines.length; i++) {
            lines[i] = "{\"topic\": \"jobs.submissions\", \"time\": " + (100 + i / 2) + ", \"value\": {\"job\": \"n" + i
                    + "\", \"event\": {\"JobSubmitted\": {\"instance\": \"i\"}}}}";
        }

        List<String> events = changed(List.of(job(100, "a"), job(500, "b")), lines);

        assertThat(events)
                .hasSize(20_002)
                .startsWith("100 a", "100 n0", "100 n1", "101 n2")
                .endsWith("10099 n19999");
        assertThat(events.get(801)).isEqualTo("500 b");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"leaveOut\": \"jobs.submissions\", \"key\": \"nobody\"} | about 'nobody'",
                "{\"leaveOut\": \"jobs.policies\"}                        | an event on jobs.policies",
                "{\"load\": 2, \"from\": 101}                             | requests in that time",
                "{\"load\": 1}                                            | ",
                "{\"leaves\": \"nobody\"}                                 | expected 'nobody'",
            })
    void shouldSayThatAChangeChangesNothing(String line, String sentence) throws Exception {
        Change change = file().read(List.of(line));
        Stage stage = change.stage(event -> {}, sorted -> {});
        stage.take(job(100, "a"));
        stage.end(1_000);

        if (sentence == null) {
            assertThat(change.unmet()).isNull();
        } else {
            assertThat(change.unmet()).contains(sentence);
        }
    }

    /** The second change sees what the first has made. */
    @Test
    void shouldChangeWhatAChangeHasMade() throws Exception {
        assertThat(changed(
                        List.of(job(100, "a")),
                        "{\"load\": 2}",
                        "{\"leaveOut\": \"jobs.submissions\", \"key\": \"a\"}"))
                .containsExactly("100 a~2");
    }

    @Test
    void shouldMakeChangesAtTheEnd() throws Exception {
        List<String> events = new ArrayList<>();
        ChangeFile file = ChangeFile.atEnd(JOBS, Asking.model(JOBS).vocabulary(), COHORT);
        Change change = file.read(List.of(
                "{\"leaves\": \"b\", \"from\": \"+10s\"}",
                "{\"more\": 1, \"like\": \"b\"}",
                "{\"job\": \"new\", \"event\": {\"JobSubmitted\": {\"instance\": \"i\"}}}"));
        Stage stage = change.stage(event -> events.add(text(event)), sorted -> {});
        stage.take(sync(100, "b", 2));
        stage.end(500);

        assertThat(events).containsExactly("100 b/s has 2", "500 b~1/s~1 has 2", "500 new", "10500 b/s closed");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"policy\": {\"asigner\": 1}}              | only the fields",
                "{\"policy\": {}}                            | fields to set",
                "{\"policy\": {\"victims\": \"NOBODY\"}}     | NOBODY",
                "{\"more\": 0, \"like\": \"b\"}              | from 1 to 1000",
                "{\"more\": 1.5, \"like\": \"b\"}            | from 1 to 1000",
                "{\"more\": 1}                               | expected like to be a text",
                "{\"load\": 101}                             | from 1 to 100",
                "{\"load\": 2, \"form\": 5}                  | there is 'form'",
                "{\"load\": 2, \"from\": 300, \"to\": 200}      | expected to after from",
                "{\"load\": 2, \"from\": 99}                 | at or after the beginning",
                "{\"load\": 2, \"from\": \"noon\"}           | to be a time",
                "{\"load\": 2, \"from\": \"+1y\"}            | to be a time",
                "[]                                          | an object",
                "{                                           | expected JSON",
                "{\"topic\": \"cores.blocks\", \"value\": 1} | an input of jobs",
                "{\"topic\": \"jobs.policies\", \"value\": {\"cohort\": \"other\", \"event\": {\"InstanceQuota\": {\"instance\": \"x\", \"min\": 0, \"max\": 1}}}} | other",
                "{\"quota\": {\"instanse\": \"x\"}}          | only the fields",
                "{\"quotas\": 1}                             | or the value of an event",
            })
    void shouldSayWhatIsWrong(String line, String sentence) {
        assertThatThrownBy(() -> file().read(List.of("", line)))
                .isInstanceOf(BadChange.class)
                .hasMessageStartingWith("line 2: ")
                .hasMessageContaining(sentence);
    }

    private static ChangeFile file() {
        return new ChangeFile(JOBS, Asking.model(JOBS).vocabulary(), COHORT, 100);
    }

    private static List<String> changed(List<Happening> record, String... lines) throws BadChange {
        List<String> events = new ArrayList<>();
        Stage stage = file().read(List.of(lines)).stage(event -> events.add(text(event)), sorted -> {});
        record.forEach(stage::take);
        stage.end(1_000);
        return events;
    }

    private static Happening job(long time, String job) {
        SpecificRecord submitted = JobSubmitted.newBuilder()
                .setInstance("i")
                .setRequirements(LINUX)
                .build();
        return new Happening(time, JobsTopics.SUBMISSIONS, new JobEvent(job, "unknown", submitted), false);
    }

    private static Happening cancelled(long time, String job) {
        return new Happening(time, JobsTopics.SUBMISSIONS, new JobEvent(job, "unknown", new JobCancelled()), false);
    }

    private static Happening policy(long time, long botTimeoutMs) {
        CohortPolicy policy =
                CohortPolicy.newBuilder().setBotTimeoutMs(botTimeoutMs).build();
        return new Happening(time, JobsTopics.POLICIES, new PolicyEvent(COHORT, policy), false);
    }

    private static Happening quota(long time, String instance, int max) {
        return new Happening(
                time,
                JobsTopics.POLICIES,
                new PolicyEvent(
                        COHORT,
                        InstanceQuota.newBuilder()
                                .setInstance(instance)
                                .setMin(0)
                                .setMax(max)
                                .build()),
                false);
    }

    private static Happening sync(long time, String bot, int capacity) {
        return bot(
                time,
                bot,
                BotSync.newBuilder().setCapacity(capacity).setProperties(LINUX).build());
    }

    private static Happening closed(long time, String bot) {
        return bot(time, bot, new BotClosed());
    }

    private static Happening bot(long time, String bot, SpecificRecord event) {
        return new Happening(
                time,
                JobsTopics.BOTS,
                BotEvent.newBuilder()
                        .setBot(bot)
                        .setSession("s")
                        .setEvent(event)
                        .build(),
                false);
    }

    private static String text(Happening event) {
        SpecificRecord value = event.value();
        if (value instanceof JobEvent job) {
            return event.time() + " " + job.getJob();
        } else if (value instanceof BotEvent bot) {
            return event.time() + " " + bot.getBot() + "/" + bot.getSession()
                    + (bot.getEvent() instanceof BotSync sync ? " has " + sync.getCapacity() : " closed");
        } else if (value instanceof PolicyEvent policy && policy.getEvent() instanceof CohortPolicy its) {
            return event.time() + " attempts " + its.getMaxJobAttempts() + " timeout " + its.getBotTimeoutMs();
        } else if (value instanceof PolicyEvent policy && policy.getEvent() instanceof InstanceQuota quota) {
            return event.time() + " " + quota.getInstance() + " max " + quota.getMax();
        }
        return PlainJson.write(value);
    }
}
