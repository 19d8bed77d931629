package dev.rota.stream.log;

import dev.rota.stream.common.Ticker;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;

/** All that an announcement of rules touches of the world: its Kafka clients, and time. */
public interface AnnouncementClients {

    /** Whoever made it closes it. */
    Admin admin();

    /** Reads a topic from its beginning, outside any group. */
    Consumer<byte[], byte[]> reader();

    /** Writes the positions topic. */
    Producer<byte[], byte[]> positions();

    /** Appends to the log. */
    Producer<byte[], byte[]> log();

    Ticker ticker();
}
