package dev.rota.client.bot;

import dev.rota.jobs.LeaseEvent;
import dev.rota.kafka.KeyTail;
import dev.rota.serde.UnreadableValue;
import dev.rota.serde.Wire;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reads the assignments to one bot from now on; earlier ones belong to other sessions. */
final class LeaseReader implements AutoCloseable {

    private final BotTerms terms;
    private final Wire wire;
    private final KeyTail tail;

    LeaseReader(BotTerms terms, String topic, Wire wire, Consumer<byte[], byte[]> consumer) {
        this.terms = terms;
        this.wire = wire;
        this.tail = KeyTail.fromNow(topic, terms.bot(), consumer, BotFailed::new);
    }

    List<LeaseEvent> poll(Duration patience) throws UnreadableValue, InterruptedException {
        List<LeaseEvent> events = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : tail.poll(patience)) {
            if (wire.read(record.topic(), record.value()) instanceof LeaseEvent event
                    && event.getBot().equals(terms.bot())) {
                events.add(event);
            }
        }
        return events;
    }

    void wakeup() {
        tail.wakeup();
    }

    @Override
    public void close() {
        tail.close();
    }
}
