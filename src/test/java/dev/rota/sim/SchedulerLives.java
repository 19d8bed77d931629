package dev.rota.sim;

import dev.rota.engine.Nullable;
import dev.rota.settings.Names;
import dev.rota.settings.Settings;
import dev.rota.stream.SimulatedScheduler;
import dev.rota.stream.Stopped;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.KafkaException;

/** One instance of a scheduler, over its lives. */
final class SchedulerLives extends Lives {

    private static final long LOOK_EVERY_NS = 1_000_000_000L;

    private final Names names;
    private final Settings settings;
    private final List<String> violations;

    @Nullable
    private SimSchedulerClients clients;

    @Nullable
    private SimulatedScheduler scheduler;

    /** Looks whether log partitions are attended; null if nobody's silence is measured. */
    @Nullable
    private SimActor looks;

    /** Whether it does so now. */
    private boolean looking;

    private final boolean measuresSilence;

    /** Whether the next life is told to rebuild the rows of its partitions. */
    private boolean rebuild;

    /**
     * @param settings with the instance's own id
     * @param measuresSilence whether the domain has attended timers
     */
    SchedulerLives(
            World world,
            String name,
            Names names,
            Settings settings,
            boolean measuresSilence,
            List<String> violations) {
        super(world, name);
        this.measuresSilence = measuresSilence;
        this.names = names;
        this.settings = settings;
        this.violations = violations;
    }

    @Override
    void start() {
        super.start();
        if (measuresSilence) {
            looks = world.start(name + "-looks", actor, this::looks);
        }
    }

    /** As the thread does that looks once a second, whichever life it is. */
    private void looks() {
        SimActor its = Objects.requireNonNull(looks);
        while (!isOver()) {
            SimulatedScheduler now = scheduler;
            try {
                if (now != null) {
                    looking = true;
                    now.attendance().look();
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

    @Override
    boolean hasEnded() {
        return super.hasEnded() && (looks == null || looks.ended);
    }

    @Override
    void live() {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        AtomicReference<SimulatedScheduler> self = new AtomicReference<>();
        SimSchedulerClients its = new SimSchedulerClients(
                world,
                actor,
                looks == null ? actor : looks,
                names,
                () -> Objects.requireNonNull(self.get()).thread());
        clients = its;
        SimulatedScheduler one =
                new SimulatedScheduler(names, settings, new UUID(0, name.hashCode()), rebuild, its, failure::set);
        rebuild = false;
        self.set(one);
        scheduler = one;
        one.thread().run();
        Throwable ended = failure.get();
        if (actor.killed || ended instanceof Killed) {
            throw new Killed(name);
        }
        if (ended != null) {
            ended(ended);
        }
    }

    /** The failures of a cluster, and being fenced, are reasons to begin anew; those of the scheduler itself are not. */
    private void ended(Throwable failure) {
        world.note(name + " ended: " + failure);
        die();
        Throwable cause = failure;
        while (cause.getCause() != null && !(cause instanceof Stopped)) {
            cause = cause.getCause();
        }
        if (!(cause instanceof KafkaException)) {
            violations.add(name + " ended without need: " + SimRun.trace(failure));
        }
    }

    /** What its partitions wait for. */
    List<String> standings() {
        return scheduler == null ? List.of() : scheduler.standings();
    }

    /** An operator starts it anew with {@code --rebuild}. */
    void rebuild() {
        rebuild = true;
        off(0);
    }

    @Override
    void die() {
        scheduler = null;
        if (looks != null) {
            looks.killed = looking;
        }
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
