package dev.rota.sim;

import dev.rota.engine.Nullable;
import dev.rota.settings.Names;
import dev.rota.settings.Settings;
import dev.rota.stream.common.StoppedException;
import dev.rota.stream.kstreams.SimulatedScheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.apache.kafka.common.KafkaException;

/** A scheduler instance, which is started again whenever it ends. */
final class SimScheduler extends SimProcess {

    private static final long LOOK_EVERY_NS = 1_000_000_000L;

    private final Function<String, Settings> settings;
    private final List<String> violations;

    /** Its instance id. */
    private String instance;

    private int replacements;

    @SuppressWarnings("NullAway.Init") // set at the start
    private SimDisk disk;

    @Nullable
    private SimSchedulerClients clients;

    @Nullable
    private SimulatedScheduler scheduler;

    /** Its other threads. */
    private final List<EverySecond> others = new ArrayList<>();

    private final boolean measuresSilence;

    /** True if the next start rebuilds the rows of its partitions. */
    private boolean rebuild;

    /** The task of a thread that runs once a second. */
    @FunctionalInterface
    private interface Look {
        void take(SimulatedScheduler of) throws InterruptedException;
    }

    /** A thread of the process that runs a task once a second, also after a restart. */
    private final class EverySecond {
        private final Look look;
        private final SimActor its;

        /** True while the thread runs the task. */
        private boolean looking;

        EverySecond(String what, Look look) {
            this.look = look;
            this.its = world.start(name + "-" + what, actor, this::run);
        }

        private void run() {
            while (!isOver()) {
                SimulatedScheduler now = scheduler;
                try {
                    if (now != null) {
                        looking = true;
                        look.take(now);
                    }
                } catch (Killed e) {
                    world.revive(its);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                } finally {
                    looking = false;
                }
                world.pause(its, LOOK_EVERY_NS);
            }
        }

        void die() {
            its.killed = looking;
        }
    }

    /**
     * @param settings returns the settings for an instance id
     * @param measuresSilence whether the domain has attended timers
     */
    SimScheduler(
            World world,
            String name,
            Names names,
            Function<String, Settings> settings,
            boolean measuresSilence,
            List<String> violations) {
        super(world, name, names);
        this.instance = name;
        this.measuresSilence = measuresSilence;
        this.settings = settings;
        this.violations = violations;
    }

    @Override
    void start() {
        super.start();
        disk = new SimDisk(world, name, () -> actor.killed);
        others.add(new EverySecond("takeover", scheduler -> scheduler.takeover().look()));
        if (measuresSilence) {
            others.add(
                    new EverySecond("looks", scheduler -> scheduler.attendance().look()));
        }
    }

    @Override
    boolean hasEnded() {
        return super.hasEnded() && others.stream().allMatch(other -> other.its.ended);
    }

    @Override
    void runOnce() {
        Names names = names();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        AtomicReference<SimulatedScheduler> self = new AtomicReference<>();
        SimSchedulerClients its = new SimSchedulerClients(
                world,
                actor,
                others.get(others.size() - 1).its,
                names,
                disk,
                () -> Objects.requireNonNull(self.get()).thread());
        clients = its;
        SimulatedScheduler one = new SimulatedScheduler(
                names, settings.apply(instance), new UUID(0, instance.hashCode()), rebuild, its, failure::set);
        rebuild = false;
        self.set(one);
        one.takeover().endOwn();
        if (isOver()) {
            return;
        }
        scheduler = one;
        one.thread().run();
        Throwable ended = failure.get();
        if (actor.killed || ended instanceof Killed) {
            throw new Killed(name);
        }
        if (ended != null) {
            ended(ended);
        }
        scheduler = null;
    }

    /**
     * Handles the end of the stream thread. Errors of the cluster and fencing are expected; other failures are
     * violations.
     */
    private void ended(Throwable failure) {
        world.note(name + " ended: " + failure);
        die();
        Throwable cause = failure;
        while (cause.getCause() != null && !(cause instanceof StoppedException)) {
            cause = cause.getCause();
        }
        if (!(cause instanceof KafkaException) && !isReplaced(String.valueOf(cause.getMessage()))) {
            violations.add(name + " ended without need: " + SimRun.trace(failure));
        }
    }

    /** Returns the reasons why its partitions wait. */
    List<String> standings() {
        return scheduler == null ? List.of() : scheduler.standings();
    }

    /** Empties its disk. */
    void loseDisk() {
        disk.lose();
    }

    /** Restarts it with {@code --rebuild}. */
    void rebuild() {
        rebuild = true;
        off(0);
    }

    /** Returns the transactional id of its stream thread. */
    String transactionalId() {
        return names().scheduler() + "-" + instance + "-1";
    }

    @Override
    void suffer(Fault fault) {
        switch (fault.kind()) {
            case COMMIT_UNANSWERED -> actor.leaveCommitUnanswered();
            case KILL_COMMITTING -> actor.atCommit(() -> off(fault.ms()));
            case LOSE_COMMITTING ->
                actor.atCommit(() -> {
                    off(fault.ms());
                    instance = name + "-after-" + ++replacements;
                });
            case FENCE_LATE -> others.get(0).its.fenceLate(fault.ms());
            default -> super.suffer(fault);
        }
    }

    @Override
    void die() {
        scheduler = null;
        disk.losePower();
        others.forEach(EverySecond::die);
        if (clients != null) {
            clients.die();
        }
    }

    @Override
    void refuse() {
        actor.leaveUnanswered();
    }

    @Override
    void stop() {
        if (scheduler != null) {
            scheduler.thread().shutdown();
        }
    }
}
