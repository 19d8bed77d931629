package dev.rota.worker.execute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.shards.ShardsTopics;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.WorkerReady;
import dev.rota.worker.Blocks;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
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
    void shouldFailInOneLineIfSendingThrows() {
        producer.close();

        voice.send(new byte[] {1});

        assertThat(failures).hasSize(1);
    }
}
