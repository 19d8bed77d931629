package dev.rota.sim;

import dev.rota.settings.Names;
import dev.rota.stream.common.Ticker;
import dev.rota.stream.intake.IntakeClients;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;

/** The clients of an intake for one run of it. */
final class SimClients implements IntakeClients {

    private final World world;
    private final SimActor actor;
    private final Names names;
    private final java.util.function.Consumer<Map<TopicPartition, SimGroup.Committed>> committing;
    private final List<SimProducer> producers = new ArrayList<>();
    private final List<SimConsumer> consumers = new ArrayList<>();

    /** @param committing receives each commit that the coordinator accepts */
    SimClients(
            World world,
            SimActor actor,
            Names names,
            java.util.function.Consumer<Map<TopicPartition, SimGroup.Committed>> committing) {
        this.world = world;
        this.actor = actor;
        this.names = names;
        this.committing = committing;
    }

    /** Ends the clients with their process. Records that the producers have sent may still arrive. */
    void die() {
        producers.forEach(SimProducer::die);
        consumers.forEach(SimConsumer::die);
    }

    /** Makes the log refuse the next record. */
    void refuseNext() {
        producers.stream().skip(1).forEach(SimProducer::refuseNext);
    }

    @Override
    public Admin admin() {
        return new SimAdmin(world, actor).asAdmin();
    }

    @Override
    public Consumer<byte[], byte[]> inputs(int fetchBytes) {
        SimConsumer consumer = new SimConsumer(world, actor, names.intake());
        consumer.committing = committing;
        consumers.add(consumer);
        return consumer.asConsumer();
    }

    @Override
    public Consumer<byte[], byte[]> reader() {
        return new SimConsumer(world, actor, "").asConsumer();
    }

    @Override
    public Producer<byte[], byte[]> positions() {
        return producer("positions");
    }

    @Override
    public Producer<byte[], byte[]> log() {
        return producer("log");
    }

    private Producer<byte[], byte[]> producer(String name) {
        SimProducer producer = new SimProducer(world, actor, name);
        producers.add(producer);
        return producer.asProducer();
    }

    @Override
    public Ticker ticker() {
        return new SimTicker(world, actor);
    }
}
