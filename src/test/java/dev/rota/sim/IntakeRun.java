package dev.rota.sim;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.chores.ChoreEvent;
import dev.rota.chores.Chores;
import dev.rota.chores.ChoresDomain;
import dev.rota.engine.AvroCodec;
import dev.rota.engine.Framing;
import dev.rota.settings.Names;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import dev.rota.stream.Stopped;
import dev.rota.stream.intake.Intake;
import dev.rota.stream.intake.SchemaLookups;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** Runs a plan: the real intake, several of it, in a world that goes wrong and then heals. */
final class IntakeRun {

    /** In the world's time; whoever has not read all by then never will. */
    private static final long HEALED_NS_MAX = 300_000_000_000L;

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

    /** One intake, over its lives. */
    private final class Worker {
        private final String name;

        @SuppressWarnings("NullAway.Init") // when it is started
        private SimActor actor;

        @SuppressWarnings("NullAway.Init") // each life begins with its own
        private SimClients clients;

        @SuppressWarnings("NullAway.Init")
        private Intake intake;

        private boolean acceptGap;

        Worker(String name) {
            this.name = name;
        }

        void start() {
            actor = world.start(name, this::lives);
        }

        private void lives() {
            while (!over) {
                try {
                    clients = new SimClients(world, actor, names, marks -> ledger.committed(marks));
                    SchemaLookups lookups =
                            new SchemaLookups(registry, true, Duration.ofSeconds(5), new AtOnce(), clients.ticker());
                    intake = new Intake(names, settings, clients, lookups, acceptGap, new SimpleMeterRegistry());
                    intake.run();
                } catch (Killed e) {
                    clients.die();
                    world.revive(actor);
                } catch (Stopped e) {
                    stopped(String.valueOf(e.getMessage()));
                } catch (KafkaException e) {
                    // The process ends with this reason, and is started again.
                    world.note(name + " ended: " + e);
                    clients.die();
                }
                world.pause(actor, (100 + world.draw(name + " rests", 3_000)) * 1_000_000L);
            }
        }

        private void stopped(String reason) {
            world.note(name + " stopped: " + reason);
            clients.die();
            if (reason.contains("no longer has offsets") || reason.contains("it has lost records")) {
                ledger.gapMustBeTrue(reason);
                acceptGap = true;
            } else if (!reason.contains("does not take a record")) {
                violations.add("it stopped without need: " + reason);
            }
        }
    }

    private final Plan plan;
    private final World world;
    private final ChoresDomain domain = new ChoresDomain();
    private final Settings settings =
            Settings.of(Map.of(Setting.BOOTSTRAP.key(), "nowhere:1", "schema.registry.url", "http://nowhere:1"));
    private final Names names = Names.of(domain, settings);
    private final String topic = names.topic(ChoresDomain.EVENTS.topic());
    private final SimRegistry registry;
    private final InputLedger ledger;
    private final List<String> violations = new ArrayList<>();
    private final Map<String, Worker> workers = new HashMap<>();
    private final int schemaId;
    private volatile boolean over;
    private int events;

    private IntakeRun(Plan plan) {
        this.plan = plan;
        this.world = new World(plan.seed(), plan.faults());
        this.registry = new SimRegistry(world);
        this.schemaId = registry.register("chores.events-value", ChoreEvent.getClassSchema());
        this.ledger = new InputLedger(world.cluster, names, violations);
    }

    static Result of(Plan plan) {
        return new IntakeRun(plan).run();
    }

    private Result run() {
        world.cluster.create(topic, plan.inputPartitions());
        world.cluster.create(names.log(), plan.logPartitions());
        world.cluster.create(names.positions(), 1);
        SimActor outside = world.enter("outside");
        world.onFault = (actor, fault) -> {
            Worker worker = workers.get(actor.name);
            if (worker != null && fault.kind() == Fault.Kind.STOP && worker.intake != null) {
                worker.intake.stop();
            } else if (worker != null && fault.kind() == Fault.Kind.REFUSE && worker.clients != null) {
                worker.clients.refuseNext();
            }
        };
        for (int i = 0; i < plan.intakes(); i++) {
            String name = "intake-" + i;
            workers.put(name, new Worker(name));
        }
        for (int i = 0; i < plan.intakes(); i++) {
            Worker worker = workers.get("intake-" + i);
            if (worker != null) {
                worker.start();
            }
        }
        for (Plan.Act act : plan.acts()) {
            world.pause(outside, act.ms() * 1_000_000);
            act(act);
        }
        heal(outside);
        ledger.check();
        return new Result(violations, world.traceHash(), world.lastCalls());
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
        over = true;
        workers.values().forEach(worker -> worker.intake.stop());
        boolean ended = world.await(
                outside, () -> workers.values().stream().allMatch(worker -> worker.actor.ended), HEALED_NS_MAX);
        if (!ended) {
            violations.add("an intake does not stop");
        }
        workers.values().forEach(worker -> {
            if (worker.actor.failure != null) {
                violations.add(worker.name + " failed: " + worker.actor.failure);
            }
        });
    }

    private void act(Plan.Act act) {
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
        }
    }

    private byte[] event(int schema, int number) {
        ChoreEvent event = Chores.added("household-" + number % 5, "chore-" + events++);
        return Framing.frame(schema, AvroCodec.of(ChoreEvent.class).encode(event));
    }

    private static byte[] garbage(int number) {
        byte[] bytes = new byte[1 + number % 7];
        new Random(number).nextBytes(bytes);
        return ("x" + new String(bytes, UTF_8)).getBytes(UTF_8);
    }
}
