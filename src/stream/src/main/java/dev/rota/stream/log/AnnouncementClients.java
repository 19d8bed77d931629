package dev.rota.stream.log;

import dev.rota.stream.common.Ticker;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;

/** The connections of an announcement of rules to its surroundings: its Kafka clients, and time. */
public interface AnnouncementClients {

    /** Returns a client that its creator closes. */
    Admin admin();

    /** Returns a consumer of a topic from its beginning, outside any group. */
    Consumer<byte[], byte[]> reader();

    /** Returns the producer of the positions topic. */
    Producer<byte[], byte[]> positions();

    /** Returns the producer of the log. */
    Producer<byte[], byte[]> log();

    Ticker ticker();
}
