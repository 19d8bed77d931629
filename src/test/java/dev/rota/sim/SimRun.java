package dev.rota.sim;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.chores.ChoreEvent;
import dev.rota.chores.Chores;
import dev.rota.chores.ChoresDomain;
import dev.rota.engine.AvroCodec;
import dev.rota.engine.Framing;
import dev.rota.engine.LogFormat;
import dev.rota.kafka.LogHeaders;
import dev.rota.settings.Names;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;

/** Runs a plan: the real intake and schedulers, several of them, in a world that goes wrong and then heals. */
final class SimRun {

    /** In the world's time; whoever has not read all by then never will. */
    private static final long HEALED_NS_MAX = 300_000_000_000L;

    /** How long an operator waits for schedulers to stop, and then for intake to append something. */
    private static final long FORWARD_NS_MAX = 5_000_000_000L;

    private static final long FORWARD_PAUSE_NS = 300_000_000L;

    /** How a run ended. */
    record Result(List<String> violations, String traceHash, List<String> lastCalls) {

        /** The last calls, as lines. */
        String calls() {
            return String.join("\n", lastCalls);
        }

        boolean isRight() {
            return violations.isEmpty();
        }
    }

    private final Plan plan;
    private final World world;
    private final ChoresDomain domain = new ChoresDomain();
    private final Settings settings = settings("one");
    private final Names names = Names.of(domain, settings);
    private final String topic = names.topic(ChoresDomain.EVENTS.topic());
    private final SimRegistry registry;
    private final InputLedger ledger;
    private final List<String> violations = new ArrayList<>();
    private final SortedMap<String, Lives> processes = new TreeMap<>();
    private final int schemaId;
    private final DecisionLedger decisions;
    private int events;

    private SimRun(Plan plan) {
        this.plan = plan;
        this.world = new World(plan.seed(), plan.faults());
        this.registry = new SimRegistry(world);
        this.schemaId = registry.register("chores.events-value", ChoreEvent.getClassSchema());
        this.ledger = new InputLedger(world.cluster, names, violations);
        this.decisions = new DecisionLedger(world.cluster, names, violations);
    }

    static Result of(Plan plan) {
        return new SimRun(plan).run();
    }

    private Result run() {
        world.cluster.create(topic, plan.inputPartitions());
        world.cluster.create(names.log(), plan.logPartitions());
        world.cluster.create(names.positions(), 1);
        if (plan.schedulers() > 0) {
            world.cluster.create(names.scheduler() + "-rows-changelog", plan.logPartitions());
            names.outputs().forEach(output -> world.cluster.create(output, 2));
            announceNewestRules();
        }
        SimActor outside = world.enter("outside");
        world.onFault = (actor, fault) -> {
            Lives process = processes.get(actor.name);
            if (process != null && fault.kind() == Fault.Kind.STOP) {
                process.stop();
            } else if (process != null && fault.kind() == Fault.Kind.REFUSE) {
                process.refuse();
            }
        };
        for (int i = 0; i < plan.intakes(); i++) {
            String name = "intake-" + i;
            processes.put(name, new IntakeLives(world, name, names, settings, registry, ledger, violations));
        }
        for (int i = 0; i < plan.schedulers(); i++) {
            String name = "scheduler-" + i;
            processes.put(name, new SchedulerLives(world, name, names, settings(name), violations));
        }
        processes.values().forEach(Lives::start);
        for (Plan.Act act : plan.acts()) {
            world.pause(outside, act.ms() * 1_000_000);
            act(outside, act);
        }
        heal(outside);
        ledger.check();
        if (plan.schedulers() > 0) {
            decisions.check();
            ledger.checkCauses(decisions.causes());
        }
        return new Result(violations, world.traceHash(), world.lastCalls());
    }

    /** As the creation of a log does. */
    private void announceNewestRules() {
        SimTopic log = Objects.requireNonNull(world.cluster.topic(names.log()));
        int rules = domain.rules();
        world.cluster.append(
                new TopicPartition(names.positions(), 0),
                ("rules/" + log.id()).getBytes(UTF_8),
                Integer.toString(rules).getBytes(UTF_8),
                List.of());
        LogFormat.Written record = LogFormat.rules(rules, plan.logPartitions());
        for (int i = 0; i < plan.logPartitions(); i++) {
            append(new TopicPartition(names.log(), i), record);
        }
    }

    private void heal(SimActor outside) {
        world.calm();
        registry.remember();
        if (world.cluster.topic(topic) == null) {
            world.cluster.create(topic, plan.inputPartitions());
        }
        if (!world.await(outside, ledger::isComplete, HEALED_NS_MAX)) {
            violations.add("after healing, not all inputs were appended: " + ledger.missing());
        }
        // Intake may still append what it had polled of a topic that is no more.
        finish(outside, IntakeLives.class);
        if (violations.isEmpty() && plan.schedulers() > 0) {
            boolean ready = world.await(outside, decisions::isCompleteOrHalted, HEALED_NS_MAX);
            for (int voided = 0;
                    ready
                            && !decisions.halted().isEmpty()
                            && voided < plan.acts().size();
                    voided++) {
                voidHalted();
                ready = world.await(outside, decisions::isCompleteOrHalted, HEALED_NS_MAX);
            }
            if (!ready) {
                violations.add("after healing, not all is decided: " + decisions.missing() + standings());
            }
        }
        finish(outside, SchedulerLives.class);
        processes.values().forEach(process -> {
            if (process.actor.failure != null) {
                violations.add(process.name + " failed: " + trace(process.actor.failure));
            }
        });
    }

    private void finish(SimActor outside, Class<? extends Lives> kind) {
        List<Lives> some = processes.values().stream().filter(kind::isInstance).toList();
        some.forEach(Lives::finish);
        if (!world.await(outside, () -> some.stream().allMatch(process -> process.actor.ended), HEALED_NS_MAX)) {
            violations.add("a process does not stop");
        }
    }

    private String standings() {
        StringBuilder standings = new StringBuilder();
        processes.values().forEach(process -> {
            if (process instanceof SchedulerLives scheduler) {
                standings.append(" ").append(scheduler.name).append(scheduler.standings());
            }
        });
        return standings.toString();
    }

    static String trace(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text, true));
        return text.toString();
    }

    private void act(SimActor outside, Plan.Act act) {
        world.note("outside " + act);
        ledger.look();
        TopicPartition to = new TopicPartition(topic, act.number() % plan.inputPartitions());
        if (world.cluster.topic(topic) == null && act.kind() != Plan.Act.Kind.RECREATE) {
            return;
        }
        switch (act.kind()) {
            case EVENT -> world.cluster.append(to, null, event(schemaId, act.number()), List.of());
            case GARBAGE -> world.cluster.append(to, null, garbage(act.number()), List.of());
            case HOSTILE -> world.cluster.append(to, null, event(7_000 + act.number() % 3, act.number()), List.of());
            case COMMITTED, ABORTED -> {
                SimTransactions transaction = world.cluster.transactions("producer");
                transaction.append(to, null, event(schemaId, act.number()), List.of());
                transaction.end(act.kind() == Plan.Act.Kind.COMMITTED);
            }
            case RETENTION -> {
                SimPartition partition = world.cluster.partition(to);
                partition.deleteBefore(partition.begin() + (partition.end() - partition.begin()) * act.number() / 100);
            }
            case RECREATE -> {
                ledger.deleting(topic);
                world.cluster.delete(topic);
                world.cluster.create(topic, plan.inputPartitions());
            }
            case FORGET -> world.cluster.group(names.intake()).forgetOffsets();
            case JUMP -> world.jump((act.number() - 50) * 72_000L);
            case IGNORANT -> registry.ignorant(act.number() * 100L);
            case QUARREL ->
                world.cluster.append(
                        to, null, framed(schemaId, Chores.quarrel("household-" + act.number() % 5)), List.of());
            case VOID -> voidHalted();
            case FORGET_DECIDED -> world.cluster.group(names.scheduler()).forgetOffsets();
            case FORWARD -> forward(outside, new TopicPartition(names.log(), act.number() % plan.logPartitions()));
        }
    }

    private byte[] event(int schema, int number) {
        ChoreEvent event =
                plan.schedulers() > 0 ? event(number) : Chores.added("household-" + number % 5, "chore-" + events++);
        return framed(schema, event);
    }

    private static byte[] framed(int schema, ChoreEvent event) {
        return Framing.frame(schema, AvroCodec.of(ChoreEvent.class).encode(event));
    }

    /** As an operator does who stops all schedulers, and has the group begin at the end. */
    private void forward(SimActor outside, TopicPartition log) {
        processes.values().stream().filter(SchedulerLives.class::isInstance).forEach(Lives::stop);
        SimGroup group = world.cluster.group(names.scheduler());
        world.await(outside, group::isEmpty, FORWARD_NS_MAX);
        TopicPartition input = new TopicPartition(topic, 0);
        if (world.cluster.topic(topic) != null) {
            world.cluster.append(input, null, event(schemaId, events), List.of());
        }
        world.pause(outside, FORWARD_PAUSE_NS);
        group.commit(
                Map.of(log, new SimGroup.Committed(world.cluster.partition(log).end(), "")));
    }

    /** As an operator does who is told where partitions are halted. */
    private void voidHalted() {
        decisions.halted().forEach((partition, offset) -> {
            LogFormat.Written record = LogFormat.voided(offset, false, "nobody can decide it");
            append(new TopicPartition(names.log(), partition), record);
        });
    }

    private void append(TopicPartition to, LogFormat.Written record) {
        world.cluster.append(
                to,
                record.key(),
                record.value(),
                List.of(LogHeaders.of(record.headers()).toArray()));
    }

    /** A chore, perhaps with a reminder that is due soon, or the end of an earlier one. */
    private ChoreEvent event(int number) {
        String household = "household-" + number % 5;
        if (number % 4 == 3 && events > 0) {
            return Chores.done(household, "chore-" + number % events);
        }
        return Chores.added(household, "chore-" + events++, number % 3 == 0 ? 1 + number * 20L : 0);
    }

    private static Settings settings(String instance) {
        return Settings.of(Map.of(
                Setting.BOOTSTRAP.key(),
                "nowhere:1",
                "schema.registry.url",
                "http://nowhere:1",
                Setting.INSTANCE_ID.key(),
                instance));
    }

    private static byte[] garbage(int number) {
        byte[] bytes = new byte[1 + number % 7];
        new Random(number).nextBytes(bytes);
        return ("x" + new String(bytes, UTF_8)).getBytes(UTF_8);
    }
}
