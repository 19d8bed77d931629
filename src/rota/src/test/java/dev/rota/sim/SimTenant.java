package dev.rota.sim;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chores.ChoresDomain;
import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.engine.Rejection;
import dev.rota.engine.schema.AvroCodec;
import dev.rota.engine.schema.Framing;
import dev.rota.kafka.Partitions;
import dev.rota.local.Folders;
import dev.rota.serde.UnreadableValue;
import dev.rota.serde.Wire;
import dev.rota.settings.Names;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import dev.rota.stream.common.StoppedException;
import dev.rota.stream.intake.Intake;
import dev.rota.stream.intake.IntakeClients;
import dev.rota.stream.intake.SchemaLookups;
import dev.rota.stream.log.RulesAnnouncement;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.function.BooleanSupplier;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * One domain in a simulated world without faults, which a test directs: one intake and one scheduler, as {@link
 * dev.rota.stream.Tenant} has them on a broker, but in virtual time. What a test waits for takes milliseconds.
 *
 * <p>When it is closed, each input must have been appended and decided once, the outputs must be those of one cold
 * reading of the log, and the audit must hold.
 */
public final class SimTenant implements AutoCloseable {

    /** The longest wait in virtual time. */
    private static final long WAIT_NS_MAX = 300_000_000_000L;

    private static final int PARTITIONS = 2;

    private static final Path DISKS = Path.of("target", "simulated-disks");

    private final World world = new World(1, List.of());
    private final List<String> violations = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();
    private final Names names;
    private final Settings settings;
    private final Path disks;
    private final SimRegistry registry;
    private final Wire wire;
    private final InputLedger ledger;
    private final DecisionLedger decisions;
    private final SimActor test;
    private final IntakeProcess intake;
    private final SimScheduler scheduler;
    private boolean started;

    /** An intake that a test starts and stops. A reason that ends it is kept, and it is not started again by itself. */
    private final class IntakeProcess extends SimProcess {

        private @Nullable SimClients clients;
        private @Nullable Intake running;

        IntakeProcess(World world, Names names) {
            super(world, "intake-0", names);
        }

        @Override
        void runOnce() {
            SimClients connected = new SimClients(world, actor, names(), ledger::committed);
            clients = connected;
            SchemaLookups lookups = new SchemaLookups(
                    registry,
                    true,
                    Duration.ofMillis(settings.number(Setting.SCHEMA_PATIENCE_MS)),
                    new RegistryThreads(registry),
                    connected.ticker());
            Intake begun =
                    new Intake(names(), settings, connected, lookups, List.of(), false, new SimpleMeterRegistry());
            running = begun;
            try {
                begun.run();
            } catch (StoppedException e) {
                failures.add(String.valueOf(e.getMessage()));
                die();
                rest();
            }
        }

        @Override
        void die() {
            if (clients != null) {
                clients.die();
            }
        }

        @Override
        void stop() {
            if (running != null) {
                running.stop();
            }
        }
    }

    public SimTenant(Domain domain) throws IOException {
        this(domain, Map.of());
    }

    /** @param over settings other than those of all simulations */
    public SimTenant(Domain domain, Map<String, String> over) throws IOException {
        this(domain, domain.rules(), over);
    }

    /** @param rules the rules with which the log begins */
    public SimTenant(Domain domain, int rules, Map<String, String> over) throws IOException {
        disks = Files.createTempDirectory(Files.createDirectories(DISKS), "tenant");
        settings = SimRun.settings("one", SimRun.TRANSACTION_MS)
                .with(over)
                .with(Map.of("streams.state.dir", disks.toString()));
        names = Names.of(domain, settings);
        registry = new SimRegistry(world);
        wire = Wire.of(registry, true);
        ledger = new InputLedger(world.cluster, names, violations);
        decisions = new DecisionLedger(world.cluster, names, false, violations);
        names.inputs().forEach(input -> world.cluster.create(input, PARTITIONS));
        createLog();
        world.cluster.create(names.positions(), 1);
        world.cluster.create(names.changelog(), PARTITIONS);
        names.outputs().forEach(output -> world.cluster.create(output, PARTITIONS));
        Acts.beginLog(world.cluster, names, rules, PARTITIONS);
        test = world.enter("test");
        intake = new IntakeProcess(world, names);
        scheduler = new SimScheduler(
                world, "scheduler-0", names, instance -> settings, !(domain instanceof ChoresDomain), violations);
    }

    private void createLog() {
        world.cluster.create(names.log(), PARTITIONS, true);
    }

    // ---- Processes ------------------------------------------------------------------------------------------------

    /** Starts intake and scheduler, also again after {@link #stop}. */
    public void start() {
        if (started) {
            intake.on();
            scheduler.on();
        } else {
            started = true;
            intake.start();
            scheduler.start();
        }
    }

    /** Stops intake and scheduler as SIGTERM does. */
    public void stop() {
        if (!started) {
            return;
        }
        intake.rest();
        scheduler.rest();
        until("intake and scheduler have stopped", () -> !intake.isRunning() && !scheduler.isRunning());
    }

    /** Stops intake and scheduler; they continue as another build, or with another configuration, of the domain. */
    public void become(Domain other) {
        stop();
        Names renamed = Names.of(other, settings);
        intake.configure(renamed, null);
        scheduler.configure(renamed, null);
    }

    /** Returns the reasons that have ended intake. */
    public List<String> failures() {
        return List.copyOf(failures);
    }

    /** Returns what intake waits for; empty while it reads. */
    public String waitsFor() {
        Intake now = intake.running;
        return now == null ? "" : now.waitsFor();
    }

    /** Returns why the scheduler's partitions wait, or why silence does not count in them. */
    public List<String> standings() {
        return scheduler.standings();
    }

    // ---- The cluster ----------------------------------------------------------------------------------------------

    public Names names() {
        return names;
    }

    /** Takes the registry down until {@link #registryBack}. */
    public void registryDown() {
        registry.down(Duration.ofDays(1).toMillis());
    }

    public void registryBack() {
        registry.remember();
    }

    /** Returns the ids that the registry was asked for with patience, in order. */
    public List<Integer> waitedFor() {
        return registry.waitedFor();
    }

    /** Lets the registry know a schema by an id of the test's, from now on. */
    public void knows(int id, org.apache.avro.Schema schema) {
        registry.knows(id, schema);
    }

    /** Lets the registry forget the schema of an id. */
    public void forgets(int id) {
        registry.forgets(id);
    }

    /** Writes a value to the partition that its key determines; returns its coordinates. */
    public String place(String topic, String key, @Nullable byte[] value) {
        byte[] bytes = key.getBytes(UTF_8);
        TopicPartition to = new TopicPartition(names.topic(topic), Partitions.of(bytes, PARTITIONS));
        long offset = world.cluster.append(to, new SimRecord.Sent(null, bytes, value, List.of()));
        return to.topic() + "/" + to.partition() + "/" + offset;
    }

    public String produce(String topic, String key, SpecificRecord value) {
        return place(topic, key, framed(topic, value));
    }

    /** Returns a value in the wire format, with the id that the registry has for its schema. */
    public byte[] framed(String topic, SpecificRecord value) {
        return Framing.frame(
                registry.register(names.topic(topic) + "-value", value.getSchema()), AvroCodec.encoded(value));
    }

    /** Announces rules as an operator does. */
    public void announce(int rules) throws InterruptedException {
        announce(rules, Integer.MAX_VALUE);
    }

    /** Announces rules; the announcing process dies after a number of appends to the log. Returns whether it died. */
    public boolean announce(int rules, int appendsMax) throws InterruptedException {
        try {
            new RulesAnnouncement(names, settings, new SimAnnouncementClients(world, test, appendsMax))
                    .announce(rules, registry);
            return false;
        } catch (KafkaException e) {
            // the simulated producer has died
            return true;
        }
    }

    /** Voids the records at which partitions are halted. */
    public void voidHalted(String reason) {
        Acts.voidHalted(world.cluster, names, decisions, reason);
    }

    /** Returns the offset at which each halted log partition waits. */
    public SortedMap<Integer, Long> halted() {
        return decisions.halted();
    }

    /** Deletes a topic and creates it again. */
    public void replace(String topic) {
        delete(topic);
        create(topic);
    }

    public void delete(String topic) {
        String name = full(topic);
        if (names.inputs().contains(name)) {
            ledger.deleting(name);
        }
        world.cluster.delete(name);
    }

    /** Creates a topic that was deleted. */
    public void create(String topic) {
        String name = full(topic);
        if (name.equals(names.log())) {
            createLog();
        } else {
            world.cluster.create(name, PARTITIONS);
        }
    }

    private String full(String topic) {
        return topic.equals(names.log()) ? topic : names.topic(topic);
    }

    /** Returns a transactional producer that belongs to no part of Rota. */
    public Producer<byte[], byte[]> foreign() {
        return new SimTransactionalProducer(world, test, "foreign", WAIT_NS_MAX / 1_000_000).asProducer();
    }

    /** Deletes the positions topic and creates it again. */
    public void losePositionsTopic() {
        world.cluster.delete(names.positions());
        world.cluster.create(names.positions(), 1);
    }

    /** Returns clients of the cluster that belong to the test. */
    public IntakeClients clients() {
        return new SimClients(world, test, names, marks -> {});
    }

    /** Deletes intake's group with its offsets, once it has no member. */
    public void deleteIntakeGroup() {
        until(
                "a group without members",
                () -> world.cluster.group(names.intake()).isEmpty());
        world.cluster.group(names.intake()).forgetOffsets();
    }

    /** Commits an offset of a group from outside. */
    public void commit(String group, TopicPartition partition, long offset, String metadata) {
        until("a group without members", () -> world.cluster.group(group).isEmpty());
        world.cluster.group(group).commit(Map.of(partition, new SimGroup.Committed(offset, metadata)));
    }

    /** Deletes an offset of a group. */
    public void deleteOffset(String group, TopicPartition partition) {
        world.cluster.group(group).forget(partition);
    }

    public String topicId(String topic) {
        return Objects.requireNonNull(world.cluster.topic(topic)).id().toString();
    }

    public long end(TopicPartition partition) {
        return world.cluster.partition(partition).end();
    }

    // ---- What comes out -------------------------------------------------------------------------------------------

    /** Returns the committed records of a topic, by its full name. */
    public List<ConsumerRecord<byte[], byte[]>> records(String topic) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        List<SimPartition> partitions =
                Objects.requireNonNull(world.cluster.topic(topic)).partitions();
        for (int i = 0; i < partitions.size(); i++) {
            TopicPartition at = new TopicPartition(topic, i);
            partitions.get(i).read(0, true, Integer.MAX_VALUE).forEach(record -> records.add(record.toClient(at)));
        }
        return records;
    }

    /** Returns the values of an output. */
    public <T extends SpecificRecord> List<T> values(Class<T> type, String output)
            throws UnreadableValue, InterruptedException {
        List<T> values = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : records(names.topic(output))) {
            values.add(type.cast(wire.read(record.topic(), record.value())));
        }
        return values;
    }

    public List<Rejection> rejections() throws UnreadableValue, InterruptedException {
        return values(Rejection.class, names.domain().rejections().topic());
    }

    // ---- Time -----------------------------------------------------------------------------------------------------

    /** Lets others act until a condition holds, for at most 300 virtual seconds. */
    public void until(String what, BooleanSupplier condition) {
        assertThat(world.await(test, condition, WAIT_NS_MAX))
                .as("expected within 300 virtual seconds: %s, but %s %s %s", what, failures, standings(), violations)
                .isTrue();
    }

    /** Lets others act for an amount of virtual time. */
    public void pass(long ms) {
        world.pause(test, ms * 1_000_000);
    }

    /** Waits until an output has a number of records. */
    public void until(String output, int count) {
        until(
                count + " records of " + output,
                () -> records(names.topic(output)).size() >= count);
    }

    /** Waits until intake has committed the end of each input. */
    public void untilTaken() {
        until("each input taken", () -> names.inputs().stream().allMatch(this::isTaken));
    }

    private boolean isTaken(String topic) {
        SimGroup group = world.cluster.group(names.intake());
        for (int i = 0; i < PARTITIONS; i++) {
            TopicPartition partition = new TopicPartition(topic, i);
            SimGroup.Committed at = group.committed(partition);
            if (end(partition) > 0 && (at == null || at.offset() < end(partition))) {
                return false;
            }
        }
        return true;
    }

    /** Waits until each input is in the log, and each log record is decided or its partition halted. */
    public void untilDecided() {
        until("each input appended", ledger::isComplete);
        until("each log record decided", decisions::isCompleteOrHalted);
    }

    /** Ends the run without its final checks, since the test has made them impossible. */
    public void abandon() throws IOException {
        intake.finish();
        scheduler.finish();
        intake.on();
        scheduler.on();
        until("the processes end", () -> !started || (intake.hasEnded() && scheduler.hasEnded()));
        Folders.delete(disks);
    }

    @Override
    public void close() throws IOException {
        start();
        untilDecided();
        abandon();
        ledger.check();
        decisions.check();
        ledger.checkCauses(decisions.causes(), false);
        violations.addAll(SimRun.evidence(world.cluster, names, names).objections());
        assertThat(violations).isEmpty();
    }
}
