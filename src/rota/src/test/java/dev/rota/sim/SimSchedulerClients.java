package dev.rota.sim;

import dev.rota.settings.Names;
import dev.rota.stream.common.Ticker;
import dev.rota.stream.kstreams.SimulatedScheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.streams.processor.internals.SteppedStreamThread;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;

/** The clients of a scheduler for one run of it. */
final class SimSchedulerClients implements SimulatedScheduler.Clients {

    private final World world;
    private final SimActor actor;
    private final SimActor looks;
    private final Names names;
    private final SimDisk disk;
    private final Supplier<SteppedStreamThread> thread;
    private final List<Runnable> deaths = new ArrayList<>();

    /** @param looks the process's thread that checks whether log partitions are attended */
    SimSchedulerClients(
            World world,
            SimActor actor,
            SimActor looks,
            Names names,
            SimDisk disk,
            Supplier<SteppedStreamThread> thread) {
        this.world = world;
        this.actor = actor;
        this.looks = looks;
        this.names = names;
        this.disk = disk;
        this.thread = thread;
    }

    /** Ends the clients with their process. Records that the producers have sent may still arrive. */
    void die() {
        deaths.forEach(Runnable::run);
    }

    @Override
    public Admin admin() {
        return new SimAdmin(world, actor).asAdmin();
    }

    @Override
    public Admin looking() {
        return new SimAdmin(world, looks).asAdmin();
    }

    /** Returns the client of the thread that starts the process, and later of the thread that takes over. */
    @Override
    public Admin takingOver() {
        SimAdmin admin = new SimAdmin(world, world::running);
        deaths.add(admin::die);
        return admin.asAdmin();
    }

    @Override
    public Ticker lookingTicker() {
        return new SimTicker(world, looks);
    }

    @Override
    public Consumer<byte[], byte[]> main(String instance, SimulatedScheduler.Polls polls) {
        SimStreamsConsumer consumer = new SimStreamsConsumer(world, actor, instance, names.scheduler(), polls, thread);
        deaths.add(consumer::die);
        return consumer.asConsumer();
    }

    @Override
    public Consumer<byte[], byte[]> restoring() {
        SimConsumer consumer = new SimConsumer(world, actor, "");
        consumer.waits = false;
        return consumer.asConsumer();
    }

    @Override
    public Consumer<byte[], byte[]> reader() {
        return new SimConsumer(world, actor, "").asConsumer();
    }

    @Override
    public Producer<byte[], byte[]> ticks() {
        SimProducer producer = new SimProducer(world, actor, "ticks");
        deaths.add(producer::die);
        return producer.asProducer();
    }

    @Override
    public Producer<byte[], byte[]> transactional(String id, long timeoutMs) {
        SimTransactionalProducer producer = new SimTransactionalProducer(world, actor, id, timeoutMs);
        deaths.add(producer::die);
        return producer.asProducer();
    }

    @Override
    public KeyValueBytesStoreSupplier rows(String store) {
        return SimRows.on(disk, store);
    }

    @Override
    public Ticker ticker() {
        return new SimTicker(world, actor);
    }

    @Override
    public Time time() {
        return new SimTime(world, actor);
    }
}
