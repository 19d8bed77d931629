package dev.rota.jobs.scheduler;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.engine.IntakeReason;
import dev.rota.engine.Nullable;
import dev.rota.engine.RefusedException;
import dev.rota.engine.SourceRecord;
import dev.rota.engine.SourceRecord.Header;
import dev.rota.engine.adopt.Mapping;
import dev.rota.jobs.JobEvent;
import dev.rota.jobs.JobSubmitted;
import dev.rota.jobs.Property;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Worked examples of the jobs that records become. */
class JobAdoptionTest {

    private static final String TOPIC_ID = "AAAAAAAAAAAAAAAAAAAAAA";

    private static final Map<String, String> MAILS = Map.of("instance", "mails");

    private static Mapping mapping(Map<String, String> settings) {
        return Mapping.of(new JobsDomain(), "mails", false, new TreeMap<>(settings));
    }

    private static SourceRecord record(@Nullable String key, @Nullable byte[] value, Header... headers) {
        return new SourceRecord(TOPIC_ID, "mails", 3, 17, key == null ? null : bytes(key), List.of(headers), value);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    private static Header header(String name, String value) {
        return new Header(name, bytes(value));
    }

    private static JobEvent map(Map<String, String> settings, SourceRecord record) throws RefusedException {
        return (JobEvent) mapping(settings).map(record).event();
    }

    private static JobSubmitted submitted(Map<String, String> settings, SourceRecord record) throws RefusedException {
        return (JobSubmitted) map(settings, record).getEvent();
    }

    private static IntakeReason refused(Map<String, String> settings, SourceRecord record) {
        try {
            map(settings, record);
        } catch (RefusedException e) {
            return e.reason();
        }
        throw new AssertionError("accepted");
    }

    @Test
    void shouldKeepAllOfARecord() throws Exception {
        SourceRecord record =
                record("alice", bytes("Dear"), header("tenant", "eu"), new Header("tenant", null), header("", "x"));

        JobEvent event = map(MAILS, record);

        JobSubmitted submitted = (JobSubmitted) event.getEvent();
        assertThat(event.getJob()).isEqualTo("AAAAAAAAAAAAAAAAAAAAAA/3/17");
        assertThat(event.getLabel()).isEqualTo("unknown");
        assertThat(submitted.getInstance()).isEqualTo("mails");
        assertThat(submitted.getPriority()).isZero();
        assertThat(submitted.getRequirements()).isEmpty();
        assertThat(submitted.getLocalityHint()).isNull();
        assertThat(submitted.getExecutionTimeoutMs()).isNull();
        assertThat(submitted.getQueueTimeoutMs()).isNull();
        assertThat(submitted.getSource()).isEqualTo("mails/3/17");
        assertThat(submitted.getPayload()).isEqualTo(ByteBuffer.wrap(bytes("Dear")));
        assertThat(mapping(MAILS).record(event, TOPIC_ID).content()).isEqualTo(record.content());
    }

    @Test
    void shouldMakeAJobWithoutPayloadOfATombstone() throws Exception {
        SourceRecord tombstone = record(null, null);
        SourceRecord empty = record(null, new byte[0]);

        assertThat(submitted(MAILS, tombstone).getPayload()).isNull();
        assertThat(submitted(MAILS, empty).getPayload()).isEqualTo(ByteBuffer.allocate(0));
        assertThat(mapping(MAILS).record(map(MAILS, tombstone), TOPIC_ID).content())
                .isEqualTo(tombstone.content())
                .isNotEqualTo(empty.content());
    }

    @Test
    void shouldTakeFieldsFromHeaders() throws Exception {
        Map<String, String> settings = Map.of(
                "instance", "header:tenant",
                "priority", "header:urgency",
                "priority.default", "5",
                "requirements", "header:needs",
                "localityHint", "key",
                "owner", "header:user",
                "owner.default", "",
                "executionTimeoutMs", "header:limit",
                "executionTimeoutMs.default", "",
                "queueTimeoutMs", "60000");

        JobSubmitted all = submitted(
                settings,
                record(
                        "alice",
                        bytes(""),
                        header("tenant", "eu"),
                        header("urgency", "-2"),
                        header("needs", "os=linux,os=any,gpu="),
                        header("user", "ann"),
                        header("limit", "1000")));
        JobSubmitted least =
                submitted(settings, record(null, bytes(""), header("tenant", "a b\n"), header("needs", "")));

        assertThat(all.getInstance()).isEqualTo("eu");
        assertThat(all.getPriority()).isEqualTo(-2);
        assertThat(all.getRequirements())
                .containsExactly(new Property("os", "linux"), new Property("os", "any"), new Property("gpu", ""));
        assertThat(all.getLocalityHint()).isEqualTo("alice");
        assertThat(all.getOwner()).isEqualTo("ann");
        assertThat(all.getExecutionTimeoutMs()).isEqualTo(1_000);
        assertThat(all.getQueueTimeoutMs()).isEqualTo(60_000);
        assertThat(least.getInstance()).isEqualTo("~x6120620a");
        assertThat(least.getPriority()).isEqualTo(5);
        assertThat(least.getRequirements()).isEmpty();
        assertThat(least.getOwner()).isNull();
        assertThat(least.getExecutionTimeoutMs()).isNull();
    }

    @Test
    void shouldRefuseHeadersThatAreNoValues() {
        SourceRecord high = record(null, bytes(""), header("urgency", "high"));
        SourceRecord great = record(null, bytes(""), header("urgency", "3000000000"));
        SourceRecord needs = record(null, bytes(""), header("needs", "linux"));
        SourceRecord limit = record(null, bytes(""), header("limit", "0"));
        SourceRecord label = record(null, bytes(""), header("label", "win\u001b"));
        SourceRecord large = record(null, new byte[524_289]);

        assertThat(refused(with("priority", "header:urgency"), high)).isEqualTo(IntakeReason.VALUE_INVALID);
        assertThat(refused(with("priority", "header:urgency"), great)).isEqualTo(IntakeReason.VALUE_INVALID);
        assertThat(refused(with("priority", "header:urgency"), needs)).isEqualTo(IntakeReason.HEADER_MISSING);
        assertThat(refused(with("requirements", "header:needs"), needs)).isEqualTo(IntakeReason.VALUE_INVALID);
        assertThat(refused(with("executionTimeoutMs", "header:limit"), limit)).isEqualTo(IntakeReason.VALUE_INVALID);
        assertThat(refused(with("label", "header:label"), label)).isEqualTo(IntakeReason.VALUE_INVALID);
        assertThat(refused(MAILS, large)).isEqualTo(IntakeReason.RECORD_TOO_LARGE);
    }

    @Test
    void shouldTakeNoOwnerOrHintFromWhatIsEmpty() throws Exception {
        for (String field : List.of("owner", "localityHint")) {
            assertThat(optional(field, "header:user", record("k", null, header("user", ""))))
                    .isNull();
            assertThat(optional(field, "header:user", record("k", null, header("user", "ann"))))
                    .isEqualTo("ann");
            assertThat(optional(field, "key", record("", null))).isNull();
            assertThat(optional(field, "key", record(null, null))).isNull();
            assertThat(optional(field, "key", record("bob", null))).isEqualTo("bob");
            assertThat(optional(field, "", record("bob", null))).isNull();
            assertThat(optional(field, "eve", record("bob", null))).isEqualTo("eve");
        }
    }

    private static @Nullable String optional(String field, String setting, SourceRecord record)
            throws RefusedException {
        JobSubmitted job = submitted(with(field, setting), record);
        return field.equals("owner") ? job.getOwner() : job.getLocalityHint();
    }

    private static Map<String, String> with(String field, String setting) {
        Map<String, String> settings = new TreeMap<>(MAILS);
        settings.put(field, setting);
        return settings;
    }

    @ParameterizedTest
    @CsvSource({
        "instance, partition, 'instance: expected ''key'' or ''header:NAME'' or a value, but it is ''partition'''",
        "label, key, 'label: expected ''header:NAME'' or a value'",
        "label, '', 'label: expected label to be an id, but it is empty'",
        "priority, high, 'priority: expected priority to be a whole number, but it is ''high'''",
        "priority, 3000000000, 'priority: expected priority in'",
        "requirements, linux, 'requirements: expected requirements as NAME=VALUE,'",
        "executionTimeoutMs, 0, 'executionTimeoutMs: expected executionTimeoutMs to be at least 1'",
        "pool, a, 'pool: expected a field of jobs'"
    })
    void shouldRefuseSettingsThatNoRecordFulfils(String field, String value, String message) {
        assertThatThrownBy(() -> mapping(with(field, value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"localityHint", "owner"})
    void shouldRefuseANameThatIsNoId(String field) {
        assertThatThrownBy(() -> mapping(with(field, "n".repeat(1_000))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(field + ": expected " + field);
    }

    @Test
    void shouldKnowTheMappingOfABuildWithFewerFields() {
        Mapping mapping = mapping(MAILS);
        String older = mapping.text().replace("owner=\n", "");
        assertThat(older).isNotEqualTo(mapping.text());
        assertThat(mapping.isDescribedBy(older)).isTrue();
        assertThat(mapping.isDescribedBy(older.replace("priority=0", "priority=1")))
                .isFalse();
        assertThat(mapping.isDescribedBy("no mapping")).isFalse();
    }

    @Test
    void shouldNeedAnInstance() {
        assertThatThrownBy(() -> mapping(Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("instance: expected a setting, but there is none");
    }
}
