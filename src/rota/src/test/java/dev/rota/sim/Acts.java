package dev.rota.sim;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.chores.FormerProducer;
import dev.rota.engine.Input;
import dev.rota.engine.log.LogFormat;
import dev.rota.engine.schema.AvroCodec;
import dev.rota.engine.schema.Framing;
import dev.rota.kafka.LogHeaders;
import dev.rota.settings.Names;
import dev.rota.stream.common.StoppedException;
import dev.rota.stream.log.RulesAnnouncement;
import dev.rota.workload.Traffic.Fact;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** Performs the acts of producers and operators. */
final class Acts {

    /** The longest wait for schedulers to stop, and then for intake to append something. */
    private static final long FORWARD_NS_MAX = 5_000_000_000L;

    private static final long FORWARD_PAUSE_NS = 300_000_000L;

    private static final long MOVED_NS = 1_500_000_000L;

    /** The longest wait for a rebuild to begin. */
    private static final long REBUILT_NS_MAX = 5_000_000_000L;

    /** Longer than any run. */
    private static final long UNTIL_TOLD_MS = 86_400_000;

    /**
     * The length of a power cut per unit of an act's number: at most 198 s, ten times {@link SimTraffic#SILENCE_MS}.
     */
    private static final long OFF_MS = 2_000;

    private final World world;
    private final Plan plan;
    private final Names names;
    private final SimTraffic traffic;
    private final SimRegistry registry;
    private final InputLedger ledger;
    private final DecisionLedger decisions;
    private final Collection<SimProcess> processes;
    private final MappingChange mapping;
    private final List<String> inputs = new ArrayList<>();
    private final SortedMap<String, Integer> schemas = new TreeMap<>();

    Acts(
            World world,
            Plan plan,
            Names names,
            SimTraffic traffic,
            SimRegistry registry,
            InputLedger ledger,
            DecisionLedger decisions,
            Collection<SimProcess> processes,
            MappingChange mapping) {
        this.world = world;
        this.plan = plan;
        this.names = names;
        this.traffic = traffic;
        this.registry = registry;
        this.ledger = ledger;
        this.decisions = decisions;
        this.processes = processes;
        this.mapping = mapping;
        for (Input<?> input : names.domain().inputs()) {
            String topic = names.topic(input.topic());
            inputs.add(topic);
            schemas.put(topic, registry.register(topic + "-value", input.schema()));
        }
    }

    /** Performs an act as the given actor. */
    void act(SimActor outside, Plan.Act act) {
        world.note("outside " + act);
        ledger.look();
        String topic = inputs.get(act.number() % inputs.size());
        switch (act.kind()) {
            case EVENT -> write(act, traffic.next(act.number()));
            case GARBAGE -> world.cluster.append(to(topic, act), SimRecord.Sent.of(garbage(act.number())));
            case HOSTILE -> {
                Fact fact = traffic.next(act.number());
                world.cluster.append(
                        to(names.topic(fact.topic()), act),
                        SimRecord.Sent.of(framed(7_000 + act.number() % 3, fact.value())));
            }
            case COMMITTED, ABORTED -> {
                Fact fact = traffic.next(act.number());
                SimTransactions transaction = world.cluster.transactions("producer");
                transaction.append(to(names.topic(fact.topic()), act), SimRecord.Sent.of(framed(fact)));
                transaction.end(act.kind() == Plan.Act.Kind.COMMITTED);
            }
            case RETENTION -> {
                SimPartition partition = world.cluster.partition(to(topic, act));
                partition.deleteBefore(partition.begin() + (partition.end() - partition.begin()) * act.number() / 100);
            }
            case RECREATE -> {
                ledger.deleting(topic);
                if (act.number() % 2 == 0) {
                    world.cluster.replace(topic, plan.inputPartitions());
                } else {
                    world.cluster.delete(topic);
                    world.cluster.create(topic, plan.inputPartitions());
                }
            }
            case FORGET -> world.cluster.group(names.intake()).forgetOffsets();
            case JUMP -> world.jump((act.number() - 50) * 72_000L);
            case IGNORANT -> registry.ignorant(act.number() * 100L);
            case DOWN -> registry.down(act.number() * 200L);
            case QUARREL -> {
                Fact fact = traffic.undecidable(act.number());
                write(act, fact == null ? traffic.next(act.number()) : fact);
            }
            case VOID -> voidHalted();
            case FORGET_DECIDED -> world.cluster.group(names.scheduler()).lose();
            case FORWARD -> forward(outside, act.number());
            case OFF -> off(outside, act.number());
            case LOSE_ROWS -> loseRows(outside, act.number());
            case MOVE -> move(outside, act);
            case ANNOUNCE -> announce(outside, act.number());
            case UPGRADE -> upgrade(act.number());
            case REMAP -> mapping.change(outside, act.number());
            case FENCE -> world.cluster.fence(scheduler(act).transactionalId());
            case REBUILD -> scheduler(act).rebuild();
        }
    }

    private TopicPartition to(String topic, Plan.Act act) {
        return new TopicPartition(topic, act.number() % plan.inputPartitions());
    }

    private void write(Plan.Act act, Fact fact) {
        world.cluster.append(to(names.topic(fact.topic()), act), SimRecord.Sent.of(framed(fact)));
    }

    /** Writes an event to the partition that its key determines. */
    void write(Fact fact) {
        TopicPartition to = new TopicPartition(
                names.topic(fact.topic()), Math.floorMod(fact.key().hashCode(), plan.inputPartitions()));
        world.cluster.append(to, SimRecord.Sent.of(framed(fact)));
    }

    private byte[] framed(Fact fact) {
        if (plan.changesRules() && world.draw("writers", 2) == 0) {
            byte[] formerly = traffic.formerly(fact.value());
            if (formerly != null) {
                return Framing.frame(registry.register(fact.topic(), FormerProducer.schema()), formerly);
            }
        }
        return framed(schemas.getOrDefault(names.topic(fact.topic()), 0), fact.value());
    }

    private static byte[] framed(int schema, SpecificRecord event) {
        return Framing.frame(schema, AvroCodec.encoded(event));
    }

    /**
     * Stops all schedulers and sets the group's offset to the end of a partition, past a record that was not decided.
     */
    private void forward(SimActor outside, int number) {
        TopicPartition log = new TopicPartition(names.log(), number % plan.logPartitions());
        schedulers().forEach(SimProcess::stop);
        SimGroup group = world.cluster.group(names.scheduler());
        world.await(outside, group::isEmpty, FORWARD_NS_MAX);
        Fact fact = traffic.next(number);
        world.cluster.append(new TopicPartition(names.topic(fact.topic()), 0), SimRecord.Sent.of(framed(fact)));
        world.pause(outside, FORWARD_PAUSE_NS);
        group.commit(
                Map.of(log, new SimGroup.Committed(world.cluster.partition(log).end(), "")));
    }

    /** Moves all partitions to other instances and back. Between the moves, the new owners decide an event. */
    private void move(SimActor outside, Plan.Act act) {
        world.cluster.group(names.scheduler()).move();
        world.pause(outside, MOVED_NS);
        write(act, traffic.next(act.number()));
        world.pause(outside, MOVED_NS);
        world.cluster.group(names.scheduler()).move();
    }

    private List<SimScheduler> schedulers() {
        return processes.stream()
                .filter(SimScheduler.class::isInstance)
                .map(SimScheduler.class::cast)
                .toList();
    }

    /** Announces rules as {@code rota run --rules} does. An announcement that fails may be repeated by a later act. */
    private void announce(SimActor outside, int number) {
        // The operator waits until the registry responds.
        world.await(outside, () -> !registry.isDown(), Long.MAX_VALUE / 2);
        int appendsMax = number % 3 == 0 ? number / 3 % 8 : Integer.MAX_VALUE;
        try {
            new RulesAnnouncement(
                            names,
                            SimRun.settings("operator", SimRun.TRANSACTION_MS),
                            new SimAnnouncementClients(world, outside, appendsMax))
                    .announce(names.domain().rules(), registry);
        } catch (KafkaException | StoppedException e) {
            world.note("outside " + e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void upgrade(int number) {
        SimProcess process = List.copyOf(processes).get(number % processes.size());
        process.upgrade();
        if (number % 2 == 0) {
            process.off(0);
        } else {
            process.stop();
        }
    }

    private SimScheduler scheduler(Plan.Act act) {
        List<SimScheduler> schedulers = schedulers();
        return schedulers.get(act.number() % schedulers.size());
    }

    /** Deletes the rows on all disks and in the changelog. */
    private void loseRows(SimActor outside, int number) {
        schedulers().forEach(scheduler -> scheduler.off(UNTIL_TOLD_MS));
        // Records that the schedulers have sent may still arrive.
        world.pause(outside, FORWARD_PAUSE_NS);
        schedulers().forEach(SimScheduler::loseDisk);
        world.cluster.delete(names.changelog());
        world.cluster.create(names.changelog(), plan.logPartitions());
        schedulers().forEach(SimProcess::on);
        if (number % 2 == 0) {
            // Kills the schedulers in the middle of the rebuild, unless it is done within one transaction.
            world.await(outside, this::areRowsCommitted, REBUILT_NS_MAX);
            world.pause(outside, number * 4_000_000L);
            schedulers().forEach(scheduler -> scheduler.off(0));
        }
    }

    private boolean areRowsCommitted() {
        SimTopic changelog = world.cluster.topic(names.changelog());
        return changelog != null
                && changelog.partitions().stream()
                        .anyMatch(each -> !each.read(0, true, 1).isEmpty());
    }

    /** Cuts the power of all intakes, of all schedulers, or of both for a while. */
    private void off(SimActor outside, int number) {
        List<SimProcess> some = processes.stream()
                .filter(process -> number % 3 == 2 || process instanceof SimIntake == (number % 3 == 0))
                .toList();
        some.forEach(process -> process.off(number * OFF_MS));
        world.pause(outside, number * OFF_MS * 1_000_000);
    }

    /** Voids the records at which log partitions are halted. */
    void voidHalted() {
        voidHalted(world.cluster, names, decisions, "no build can decide it");
    }

    static void voidHalted(SimCluster cluster, Names names, DecisionLedger decisions, String reason) {
        decisions
                .halted()
                .forEach((partition, offset) -> append(
                        cluster, new TopicPartition(names.log(), partition), LogFormat.voided(offset, false, reason)));
    }

    /** Announces the first rules of a log, as its creation does. */
    static void beginLog(SimCluster cluster, Names names, int rules, int partitions) {
        SimTopic log = Objects.requireNonNull(cluster.topic(names.log()));
        cluster.append(
                new TopicPartition(names.positions(), 0),
                new SimRecord.Sent(
                        null,
                        ("rules/" + log.id()).getBytes(UTF_8),
                        Integer.toString(rules).getBytes(UTF_8),
                        List.of()));
        for (int i = 0; i < partitions; i++) {
            append(cluster, new TopicPartition(names.log(), i), LogFormat.rules(rules, partitions));
        }
    }

    static void append(SimCluster cluster, TopicPartition to, LogFormat.Written record) {
        cluster.append(
                to,
                new SimRecord.Sent(
                        null,
                        record.key(),
                        record.value(),
                        List.of(LogHeaders.of(record.headers()).toArray())));
    }

    private static byte[] garbage(int number) {
        byte[] bytes = new byte[1 + number % 7];
        new Random(number).nextBytes(bytes);
        return ("x" + new String(bytes, UTF_8)).getBytes(UTF_8);
    }
}
