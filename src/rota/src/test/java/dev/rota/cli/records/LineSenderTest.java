package dev.rota.cli.records;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.cli.options.Unusable;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.NotEnoughReplicasException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

class LineSenderTest {

    /** A producer whose records are acknowledged when the test calls for it. */
    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());

    private final LineSender sender = new LineSender(producer);

    @Test
    void shouldSendALineBeforeEarlierOnesAreAnswered() throws InterruptedException {
        send(1);
        send(2);

        assertThat(producer.history()).hasSize(2);
    }

    @Test
    void shouldSayWithTheNextLineThatOneFailed() throws InterruptedException {
        send(1);
        send(2);
        producer.completeNext();
        send(3);
        producer.errorNext(new NotEnoughReplicasException("two are away"));
        producer.completeNext();
        producer.completeNext();

        assertThatThrownBy(() -> send(4))
                .isInstanceOf(Unusable.class)
                .hasMessage("line 2: it was not accepted: two are away"
                        + " (any lines before it were produced, and 1 of those after it, up to line 3)");
    }

    @Test
    void shouldSayAtTheEndThatTheLastFailed() throws InterruptedException {
        send(7);
        producer.errorNext(new NotEnoughReplicasException("two are away"));

        assertThatThrownBy(sender::settle)
                .isInstanceOf(Unusable.class)
                .hasMessage("line 7: it was not accepted: two are away (any lines before it were produced)");
    }

    private void send(long line) throws InterruptedException {
        sender.send(line, new ProducerRecord<>("inputs", ("line " + line).getBytes(UTF_8)));
    }
}
