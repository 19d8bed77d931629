package dev.rota.worker.execute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Limits;
import dev.rota.shards.BatchExecuted;
import dev.rota.shards.BatchesExecuted;
import dev.rota.shards.ShardsTopics;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.WorkerLeft;
import dev.rota.shards.WorkerReady;
import dev.rota.worker.Blocks;
import dev.rota.worker.execute.TaskReports.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.RoundRobinPartitioner;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/** Tests the events that a worker sends, and what happens if they cannot be delivered. */
class WorkerEventSenderTest {

    private final MockProducer<byte[], byte[]> producer = new MockProducer<>(
            false, new RoundRobinPartitioner(), new ByteArraySerializer(), new ByteArraySerializer());
    private final List<String> failures = new CopyOnWriteArrayList<>();
    private final WrittenEvents wire = new WrittenEvents();
    private final WorkerEventSender voice = new WorkerEventSender(
            WorkerTerms.of(Blocks.POOL, "w", 1, true), ShardsTopics.WORKERS, wire, producer, failures::add);

    @Test
    void shouldBeHeardWhenItsHeartbeatIsConfirmed() throws InterruptedException {
        voice.ready(3);
        assertThat(voice.isHeard()).isFalse();

        assertThat(producer.completeNext()).isTrue();

        assertThat(voice.isHeard()).isTrue();
        assertThat(failures).isEmpty();
        WorkerEvent event = (WorkerEvent) wire.all().get(0);
        assertThat(((WorkerReady) event.getEvent()).getSlots()).isEqualTo(3);
    }

    @Test
    void shouldFailInOneLineIfEventsAreNotDelivered() throws InterruptedException {
        voice.left();

        assertThat(producer.errorNext(new TopicAuthorizationException("not yours")))
                .isTrue();

        assertThat(failures).containsExactly("expected the cluster to take what the worker says, but not yours");
    }

    @Test
    void shouldFailInOneLineIfSendingThrows() throws InterruptedException {
        producer.close();

        voice.left();

        assertThat(failures).hasSize(1);
    }

    @Test
    void shouldSendEachReportAloneUntilThePoolSpeaksItsProtocol() throws InterruptedException {
        voice.report(report(1));
        voice.report(report(2));

        assertThat(tokens()).containsExactly(List.of(1L), List.of(2L));
    }

    @Test
    void shouldJoinTheReportsThatAreMadeWhileOthersAreNotAcknowledged() throws InterruptedException {
        // given
        voice.speak(1);

        // when
        voice.report(report(1));
        voice.report(report(2));
        voice.report(report(3));

        // then
        assertThat(tokens()).containsExactly(List.of(1L));

        // and when
        assertThat(producer.completeNext()).isTrue();

        // then
        assertThat(tokens()).containsExactly(List.of(1L), List.of(2L, 3L));

        // and when all are acknowledged
        assertThat(producer.completeNext()).isTrue();
        voice.report(report(4));

        // then
        assertThat(tokens()).endsWith(List.of(4L));
    }

    @Test
    void shouldNotJoinReportsBeyondTheSizeOfARecord() throws InterruptedException {
        voice.speak(1);
        voice.report(report(1));
        voice.report(large(2));
        voice.report(large(3));

        assertThat(producer.completeNext()).isTrue();
        assertThat(producer.completeNext()).isTrue();

        assertThat(tokens()).containsExactly(List.of(1L), List.of(2L), List.of(3L));
    }

    @Test
    void shouldNotJoinTwoPartsOfABatch() throws InterruptedException {
        voice.speak(1);
        voice.report(report(1));
        voice.report(report(2));
        voice.report(report(3));
        voice.report(report(2));
        voice.report(report(4));

        assertThat(producer.completeNext()).isTrue();
        assertThat(producer.completeNext()).isTrue();

        assertThat(tokens()).containsExactly(List.of(1L), List.of(2L, 3L), List.of(2L, 4L));
    }

    @Test
    void shouldSendWhatWaitsBeforeItLeaves() throws InterruptedException {
        voice.speak(1);
        voice.report(report(1));
        voice.report(report(2));

        voice.left();

        assertThat(tokens()).containsExactly(List.of(1L), List.of(2L));
        assertThat(wire.all().get(2))
                .isInstanceOfSatisfying(
                        WorkerEvent.class, last -> assertThat(last.getEvent()).isInstanceOf(WorkerLeft.class));
    }

    private static Report report(long token) {
        BatchExecuted event = BatchExecuted.newBuilder()
                .setShard("s")
                .setToken(token)
                .setBatch(1)
                .setElapsedMs(0L)
                .setError("boom")
                .build();
        return new Report(event, 20, "boom");
    }

    private static Report large(long token) {
        return new Report(report(token).event(), Limits.LOG_RECORD_BYTES_MAX / 3, null);
    }

    /** Returns the tokens of each record with reports. */
    private List<List<Long>> tokens() {
        List<List<Long>> tokens = new ArrayList<>();
        for (SpecificRecord record : wire.all()) {
            Object event = ((WorkerEvent) record).getEvent();
            if (event instanceof BatchExecuted alone) {
                tokens.add(List.of(alone.getToken()));
            } else if (event instanceof BatchesExecuted joined) {
                tokens.add(joined.getReports().stream()
                        .map(BatchExecuted::getToken)
                        .toList());
            }
        }
        return tokens;
    }
}
