package dev.rota.stream.intake;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chores.ChoreEvent;
import dev.rota.chores.ChoresDomain;
import dev.rota.engine.Nullable;
import dev.rota.engine.Output;
import dev.rota.engine.log.LogFormat;
import dev.rota.engine.log.Source;
import dev.rota.kafka.BatchBound;
import dev.rota.settings.Names;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

class LogWriterTest {

    private static final Names NAMES = new Names(new ChoresDomain(), "");

    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer()) {
                @Override
                public synchronized Future<RecordMetadata> send(
                        ProducerRecord<byte[], byte[]> record, @Nullable Callback written) {
                    return super.send(record, (at, failure) -> {
                        if (written != null) {
                            written.onCompletion(at == null ? null : moved(at), failure);
                        }
                    });
                }
            };

    /** The number of acknowledged records that the log has lost, by which new offsets are smaller. */
    private long lost;

    private final List<Long> written = new ArrayList<>();
    private long offset;

    @Test
    void shouldBeginAnEmptyPartitionWithRulesAndDeclareSchemasOnce() {
        // given that partition 0 is empty, and partition 1 is not
        LogWriter log = writer(Set.of(0));

        // when
        append(log, 0);
        append(log, 0);
        append(log, 1);

        // then
        assertThat(sent())
                .containsExactly(
                        "0 rules",
                        "0 schema 1",
                        "0 schema 7",
                        "0 event",
                        "0 event",
                        "1 schema 1",
                        "1 schema 7",
                        "1 event");
    }

    @Test
    void shouldSendNothingAfterAFailedRecord() {
        // given
        LogWriter log = writer(Set.of());
        append(log, 0);
        append(log, 0);
        append(log, 0);

        // when the schemas and one event are written, and the next event fails
        producer.completeNext();
        producer.completeNext();
        producer.completeNext();
        RuntimeException tooLarge = new RecordTooLargeException("too large");
        producer.errorNext(tooLarge);

        // then
        assertThat(log.failure()).isSameAs(tooLarge);
        assertThat(producer.closed()).isTrue();
        int before = producer.history().size();
        append(log, 0);
        append(log, 1);
        assertThat(producer.history()).hasSize(before);
        assertThat(written).containsExactly(0L);
        log.close();
        assertThat(log.failure()).isSameAs(tooLarge);
    }

    @Test
    void shouldBeFullUntilWhatWasSentIsAcknowledged() {
        LogWriter log = writer(Set.of());
        int appended = 0;
        while (!log.isFull()) {
            append(log, 0, new byte[800_000]);
            appended++;
        }
        assertThat(appended * 800_000L).isBetween(BatchBound.BYTES_MAX, BatchBound.BYTES_MAX + 1_600_000);

        while (producer.completeNext()) {}

        assertThat(log.isFull()).isFalse();
        append(log, 0);
        assertThat(log.isFull()).isFalse();
    }

    @Test
    void shouldNoticeALogThatHasLostWhatItHadAcknowledged() {
        // given
        LogWriter log = writer(Set.of());
        append(log, 0);
        append(log, 0);
        while (producer.completeNext()) {}
        assertThat(log.acknowledged()).isEqualTo(Map.of(0, 4L));

        // when a leader is elected that lacks the last two records
        lost = 2;
        append(log, 0);
        producer.completeNext();

        // then
        assertThat(log.failure()).isInstanceOf(LogWriter.LogShortened.class);
        assertThat(log.shortened()).containsExactly(0);
        assertThat(log.acknowledged()).isEqualTo(Map.of(0, 4L));
        assertThat(written).containsExactly(0L, 1L);
        assertThat(producer.closed()).isTrue();
    }

    /** Intake passes over records that others have appended, so nobody else would append them again. */
    @Test
    void shouldNoticeALogThatHasLostWhatOthersHadAppended() {
        // given records up to offset 9 in a log that has lost them since
        LogWriter log = writer(Set.of());
        log.found(Map.of(0, 10L));

        // when
        append(log, 0);
        producer.completeNext();

        // then
        assertThat(log.failure()).isInstanceOf(LogWriter.LogShortened.class);
        assertThat(log.shortened()).containsExactly(0);
        assertThat(written).isEmpty();
    }

    /** What was in flight when the log was read may have an earlier offset than what was found there. */
    @Test
    void shouldNotSuspectWhatItSentBeforeItRead() {
        LogWriter log = writer(Set.of());
        append(log, 0);

        log.found(Map.of(0, 10L));
        while (producer.completeNext()) {}

        assertThat(log.failure()).isNull();
        assertThat(written).containsExactly(0L);
    }

    private LogWriter writer(Set<Integer> empty) {
        Output<?> output = ChoresDomain.TASKS;
        return new LogWriter(NAMES, producer, 2, 1, empty, List.of(new NumberedSchema(1, output.schema())));
    }

    private RecordMetadata moved(RecordMetadata at) {
        return new RecordMetadata(
                new TopicPartition(at.topic(), at.partition()), at.offset() - lost, 0, at.timestamp(), 0, 0);
    }

    private void append(LogWriter log, int partition) {
        append(log, partition, new byte[] {0, 0, 0, 0, 7});
    }

    private void append(LogWriter log, int partition, byte[] value) {
        long at = offset++;
        LogFormat.Written event =
                LogFormat.event("h", new Source("chores.events", 0, at, "id"), "dev.rota.chores.ChoreEvent", value);
        NumberedSchema schema = new NumberedSchema(7, ChoreEvent.getClassSchema());
        log.append(new ReadResult.Append(partition, event, schema), () -> written.add(at));
    }

    private List<String> sent() {
        return producer.history().stream()
                .map(record -> (record.partition() + " " + header(record, LogFormat.KIND) + " "
                                + header(record, LogFormat.SCHEMA_ID))
                        .strip())
                .toList();
    }

    private static String header(ProducerRecord<byte[], byte[]> record, String name) {
        Header header = record.headers().lastHeader(name);
        return header == null ? "" : new String(header.value(), UTF_8);
    }
}
