package dev.rota.stream.intake;

import dev.rota.settings.Names;
import dev.rota.settings.Settings;
import dev.rota.stream.common.OwnMembers;
import dev.rota.stream.common.Ticker;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;

/** The connections of intake to its surroundings: its Kafka clients, each of which it closes, and time. */
public interface IntakeClients {

    /**
     * Returns the clients of a cluster.
     *
     * @param members notes the membership of the consumer of the inputs
     */
    static IntakeClients of(Names names, Settings settings, OwnMembers members) {
        return new KafkaIntakeClients(names, settings, members);
    }

    Admin admin();

    /**
     * Returns a consumer of the inputs, as a member of intake's group.
     *
     * @param fetchBytes how much it fetches of a partition at once, unless a single batch is larger
     */
    Consumer<byte[], byte[]> inputs(int fetchBytes);

    /** Returns a consumer of topics from their beginning, outside any group. */
    Consumer<byte[], byte[]> reader();

    /** Returns the producer of the log. */
    Producer<byte[], byte[]> log();

    /** Returns the producer of the positions topic. */
    Producer<byte[], byte[]> positions();

    Ticker ticker();
}
