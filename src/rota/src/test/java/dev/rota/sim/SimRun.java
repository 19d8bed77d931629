package dev.rota.sim;

import dev.rota.audit.SimulatedAudit;
import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.local.Folders;
import dev.rota.settings.Names;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/** Runs a plan: intakes and schedulers in a world in which faults happen until it is healed. */
final class SimRun {

    private static final Path DISKS = Path.of("target", "simulated-disks");

    /**
     * The longest wait after all faults are healed, in simulated time. What is not decided or ready by then never will
     * be: most runs take seconds, the longest of some hundred takes 103 s.
     */
    private static final long HEALED_NS_MAX = 300_000_000_000L;

    /** The interval at which the steady parties report. */
    private static final long REPORT_NS = 4_000_000_000L;

    /** The longest delay until they try again while the cluster is away. Less than the grace period. */
    private static final int RETRY_MS = 3_000;

    private static final long GRACE_MS = 5_000;

    /** Rota's default. */
    static final long TRANSACTION_MS = 30_000;

    /** Longer than a run, so that the coordinator never ends a transaction. */
    private static final long LONG_TRANSACTION_MS = 86_400_000;

    /** The result of a run. */
    record Result(
            List<String> violations,
            String traceHash,
            List<String> lastCalls,
            SimulatedAudit audit,
            Duration simulated) {

        /** Returns the last calls, one per line. */
        String calls() {
            return String.join("\n", lastCalls);
        }

        boolean isRight() {
            return violations.isEmpty();
        }
    }

    private final Plan plan;
    private final World world;
    private final SimTraffic traffic;
    private final Settings settings;
    private final Names names;
    private final SimRegistry registry;
    private final InputLedger ledger;
    private final List<String> violations = new ArrayList<>();

    /** The steady parties, which report repeatedly, or null if the domain does not measure silence. */
    @Nullable
    private SimActor senders;

    private boolean allSent;
    private final SortedMap<String, SimProcess> processes = new TreeMap<>();
    private final DecisionLedger decisions;
    private final MappingChange mapping;
    private final Acts acts;

    /** The state directories of the schedulers. */
    private final Path disks;

    private SimRun(Plan plan, Path disks) {
        this.plan = plan;
        this.disks = disks;
        this.world = new World(plan.seed(), plan.faults());
        this.traffic = plan.traffic(world.cluster);
        this.settings = settings("one");
        this.names = Names.of(traffic.domain(), settings);
        this.registry = new SimRegistry(world);
        this.ledger = new InputLedger(world.cluster, names, violations);
        this.decisions = new DecisionLedger(world.cluster, names, traffic.timersEnd(), violations);
        this.mapping = new MappingChange(world, traffic, settings, ledger, processes.values(), violations);
        this.acts = new Acts(world, plan, names, traffic, registry, ledger, decisions, processes.values(), mapping);
    }

    static Result of(Plan plan) {
        try {
            Path disks = Files.createTempDirectory(Files.createDirectories(DISKS), "run");
            try {
                return new SimRun(plan, disks).run();
            } finally {
                Folders.delete(disks);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Result run() {
        names.inputs().forEach(input -> world.cluster.create(input, plan.inputPartitions()));
        world.cluster.create(names.log(), plan.logPartitions(), true);
        world.cluster.create(names.positions(), 1);
        if (plan.schedulers() > 0) {
            world.cluster.create(names.changelog(), plan.logPartitions());
            names.outputs().forEach(output -> world.cluster.create(output, 2));
            announceFirstRules();
        }
        SimActor outside = world.enter("outside");
        world.onFault = (actor, fault) -> {
            SimProcess process = processes.get(actor.name);
            if (process != null) {
                process.suffer(fault);
            }
        };
        for (int i = 0; i < plan.intakes(); i++) {
            String name = "intake-" + i;
            processes.put(name, new SimIntake(world, name, names, settings, registry, ledger, violations));
        }
        for (int i = 0; i < plan.schedulers(); i++) {
            String name = "scheduler-" + i;
            processes.put(
                    name, new SimScheduler(world, name, names, this::settings, traffic.measuresSilence(), violations));
        }
        Domain former = plan.changesRules() ? traffic.former() : null;
        if (former != null) {
            Names before = Names.of(former, settings);
            processes.values().stream()
                    .filter(process -> world.draw("builds", 3) > 0)
                    .forEach(process -> process.beginAs(before));
        }
        processes.values().forEach(SimProcess::start);
        if (plan.schedulers() > 0 && traffic.measuresSilence()) {
            senders = world.start("senders", this::send);
        }
        for (Plan.Act act : plan.acts()) {
            world.pause(outside, act.ms() * 1_000_000);
            acts.act(outside, act);
        }
        heal(outside);
        ledger.check();
        if (plan.schedulers() > 0) {
            decisions.check();
            ledger.checkCauses(decisions.causes(), traffic.answersEach());
        }
        SimulatedAudit audit = evidence(world.cluster, names, mapping.names(names));
        if (violations.isEmpty()) {
            violations.addAll(audit.objections());
        }
        return new Result(violations, world.traceHash(), world.lastCalls(), audit, Duration.ofNanos(world.nanos()));
    }

    /**
     * Returns the topics as an audit would find them now. Coordinators have aborted all open transactions by then.
     *
     * @param audited the names as the audit has them, whose mapping may be another
     */
    static SimulatedAudit evidence(SimCluster cluster, Names names, Names audited) {
        cluster.abortAll();
        SortedMap<String, SimulatedAudit.Topic> topics = new TreeMap<>();
        for (String name : names.audited()) {
            SimTopic topic = cluster.topic(name);
            if (topic != null) {
                topics.put(name, topic.stored(name));
            }
        }
        return new SimulatedAudit(audited, topics);
    }

    /** Announces the first rules, as the creation of a log does. */
    private void announceFirstRules() {
        Domain former = plan.changesRules() ? traffic.former() : null;
        int rules = (former == null ? names.domain() : former).rules();
        Acts.beginLog(world.cluster, names, rules, plan.logPartitions());
    }

    private void heal(SimActor outside) {
        world.calm();
        registry.remember();
        processes.values().forEach(process -> {
            process.on();
            if (process.isFormer()) {
                process.upgrade();
                process.stop();
            }
        });
        mapping.mend(outside);
        silence(outside);
        if (!world.await(outside, ledger::isComplete, HEALED_NS_MAX)) {
            violations.add("after healing, not all inputs were appended: " + ledger.missing());
        }
        // Intake may still append records that it has polled from a topic that was deleted since.
        finish(outside, SimIntake.class);
        if (violations.isEmpty() && plan.schedulers() > 0) {
            boolean ready = world.await(outside, this::isAlive, HEALED_NS_MAX);
            for (int voided = 0;
                    ready
                            && !decisions.halted().isEmpty()
                            && voided < plan.acts().size();
                    voided++) {
                acts.voidHalted();
                ready = world.await(outside, this::isAlive, HEALED_NS_MAX);
            }
            if (!ready) {
                violations.add("after healing, not all is decided and ready: " + decisions.missing() + standings());
            }
        }
        if (!decisions.wereHalted().isEmpty()
                && plan.acts().stream().noneMatch(act -> act.kind() == Plan.Act.Kind.QUARREL)) {
            violations.add("halted, though all can be decided: " + decisions.wereHalted());
        }
        finish(outside, SimScheduler.class);
        processes.values().forEach(process -> {
            if (process.actor.failure != null) {
                violations.add(process.name + " failed: " + trace(process.actor.failure));
            }
        });
    }

    /** Returns whether everything accepted is decided, everything due has fired, and every partition is ready. */
    private boolean isAlive() {
        return decisions.isCompleteOrHalted() && (!decisions.halted().isEmpty() || areReady());
    }

    private boolean areReady() {
        return processes.values().stream()
                .allMatch(process -> !(process instanceof SimScheduler scheduler)
                        || scheduler.standings().isEmpty());
    }

    /** Reports at an interval, and soon after the cluster is back. */
    private void send() {
        SimActor its = Objects.requireNonNull(senders);
        while (!allSent) {
            world.pause(its, REPORT_NS);
            while (world.isAway()) {
                world.pause(its, world.draw("senders retry", RETRY_MS) * 1_000_000L);
            }
            traffic.reports().forEach(acts::write);
        }
    }

    /**
     * Checks that the silent party is declared silent, and that the steady ones are not, unless their reports were
     * deleted.
     */
    private void silence(SimActor outside) {
        SimActor its = senders;
        if (its == null) {
            return;
        }
        world.mendClock();
        long until = world.nanos() + HEALED_NS_MAX;
        while (traffic.tellsOfSilence() && !traffic.declaredSilent().contains(SimTraffic.SILENT)) {
            if (world.nanos() > until) {
                violations.add("after healing, nobody found who was silent: " + standings());
                break;
            }
            // A report may be refused if the registry did not return its schema in time, so it is repeated.
            traffic.lastWords().forEach(acts::write);
            world.pause(outside, REPORT_NS);
        }
        allSent = true;
        world.await(outside, () -> its.ended, HEALED_NS_MAX);
        List<String> wrong = traffic.declaredSilent().stream()
                .filter(party -> party.startsWith("steady"))
                .toList();
        if (!wrong.isEmpty() && plan.acts().stream().noneMatch(act -> act.kind().deletes())) {
            violations.add("declared silent, but reported all the time: " + wrong);
        }
    }

    private void finish(SimActor outside, Class<? extends SimProcess> kind) {
        List<SimProcess> some =
                processes.values().stream().filter(kind::isInstance).toList();
        some.forEach(SimProcess::finish);
        if (!world.await(outside, () -> some.stream().allMatch(SimProcess::hasEnded), HEALED_NS_MAX)) {
            violations.add("a process does not stop");
        }
    }

    private String standings() {
        StringBuilder standings = new StringBuilder();
        processes.values().forEach(process -> {
            if (process instanceof SimScheduler scheduler) {
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

    private Settings settings(String instance) {
        return settings(
                        instance,
                        plan.faults().stream().anyMatch(fault -> fault.kind() == Fault.Kind.LOSE_COMMITTING)
                                ? LONG_TRANSACTION_MS
                                : TRANSACTION_MS)
                .with(Map.of("streams.state.dir", disks.resolve(instance).toString()));
    }

    /** @param transactionMs the transaction timeout */
    static Settings settings(String instance, long transactionMs) {
        return Settings.of(Map.of(
                Setting.BOOTSTRAP.key(),
                "nowhere:1",
                "schema.registry.url",
                "http://nowhere:1",
                Setting.SILENCE_GRACE_MS.key(),
                String.valueOf(GRACE_MS),
                "streams.producer.transaction.timeout.ms",
                String.valueOf(transactionMs),
                Setting.INSTANCE_ID.key(),
                instance));
    }
}
