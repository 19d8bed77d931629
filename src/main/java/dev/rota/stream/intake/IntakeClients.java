package dev.rota.stream.intake;

import dev.rota.stream.common.Ticker;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;

/** All that intake touches of the world: its Kafka clients, each of which it closes, and time. */
public interface IntakeClients {

    Admin admin();

    /** Reads the inputs, as a member of intake's group. */
    Consumer<byte[], byte[]> inputs();

    /** Reads topics from their beginning, outside any group. */
    Consumer<byte[], byte[]> reader();

    /** Appends to the log. */
    Producer<byte[], byte[]> log();

    /** Writes the positions topic. */
    Producer<byte[], byte[]> positions();

    Ticker ticker();
}
