package dev.rota.sim;

import dev.rota.stream.common.Ticker;
import dev.rota.stream.log.AnnouncementClients;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;

/**
 * The clients of an operator who announces rules.
 *
 * @param appendsMax the number of records after which the operator's process dies
 */
record SimAnnouncementClients(World world, SimActor actor, int appendsMax) implements AnnouncementClients {

    @Override
    public Admin admin() {
        return new SimAdmin(world, actor).asAdmin();
    }

    @Override
    public Consumer<byte[], byte[]> reader() {
        return new SimConsumer(world, actor, "").asConsumer();
    }

    @Override
    public Producer<byte[], byte[]> positions() {
        return new SimProducer(world, actor, "positions").asProducer();
    }

    @Override
    public Producer<byte[], byte[]> log() {
        SimProducer producer = new SimProducer(world, actor, "announcement");
        producer.dieAfter(appendsMax);
        return producer.asProducer();
    }

    @Override
    public Ticker ticker() {
        return new SimTicker(world, actor);
    }
}
