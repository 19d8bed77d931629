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

    private final Names names;
    private final Settings settings;
    private final List<String> violations;

    @Nullable
    private SimSchedulerClients clients;

    @Nullable
    private SimulatedScheduler scheduler;

    /** @param settings with the instance's own id */
    SchedulerLives(World world, String name, Names names, Settings settings, List<String> violations) {
        super(world, name);
        this.names = names;
        this.settings = settings;
        this.violations = violations;
    }

    @Override
    void live() {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        AtomicReference<SimulatedScheduler> self = new AtomicReference<>();
        SimSchedulerClients its = new SimSchedulerClients(
                world, actor, names, () -> Objects.requireNonNull(self.get()).thread());
        clients = its;
        SimulatedScheduler one =
                new SimulatedScheduler(names, settings, new UUID(0, name.hashCode()), its, failure::set);
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

    @Override
    void die() {
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
