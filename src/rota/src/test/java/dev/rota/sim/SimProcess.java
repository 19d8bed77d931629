package dev.rota.sim;

import dev.rota.engine.Nullable;
import dev.rota.settings.Names;
import org.apache.kafka.common.KafkaException;

/** A process that is started again whenever it ends, until the run is over. */
abstract class SimProcess {

    /** Longer than any run. */
    private static final long UNTIL_TOLD_NS = Long.MAX_VALUE / 2;

    final World world;
    final String name;
    private Names newest;

    /** The names as a former build has them, or null if this is the newest build. */
    @Nullable
    private Names former;

    @SuppressWarnings("NullAway.Init") // set at the start
    SimActor actor;

    private boolean over;
    private boolean running;

    /** True if the process that runs now is a former build, regardless of the build that is started next. */
    private boolean runsAsFormer;

    /** The process is not started before this time. */
    private long offUntil;

    SimProcess(World world, String name, Names newest) {
        this.world = world;
        this.name = name;
        this.newest = newest;
    }

    /** Makes this a process of a former build until it is upgraded. */
    final void beginAs(Names itsFormer) {
        former = itsFormer;
    }

    /** Returns whether it is of a former build, or still runs as one until the next start. */
    final boolean isFormer() {
        return former != null || runsAsFormer;
    }

    /** Starts the newest build from the next start on. */
    final void upgrade() {
        former = null;
    }

    /** Uses other names from the next start on. */
    final void configure(Names itsNewest, @Nullable Names itsFormer) {
        newest = itsNewest;
        former = former == null ? null : itsFormer;
    }

    final Names names() {
        return former == null ? newest : former;
    }

    /** Upgrades the process and returns true if the reason truthfully states that a newer build is needed. */
    final boolean isReplaced(String reason) {
        boolean replaced = runsAsFormer && reason.contains("this build supports");
        if (replaced) {
            world.note(name + " is replaced: " + reason);
            upgrade();
        }
        return replaced;
    }

    void start() {
        actor = world.start(name, this::restart);
    }

    private void restart() {
        while (!over) {
            try {
                running = true;
                runsAsFormer = former != null;
                runOnce();
            } catch (Killed e) {
                die();
            } catch (KafkaException e) {
                // The process ends with this reason, and is started again.
                world.note(name + " ended: " + e);
                die();
            } finally {
                running = false;
            }
            if (actor.killed) {
                // It may have been killed while it was ending for another reason.
                world.revive(actor);
            }
            long rest = (100 + world.draw(name + " rests", 3_000)) * 1_000_000L;
            world.pause(actor, Math.max(rest, offUntil - world.nanos()));
        }
    }

    /** Cuts the power of its machine for some time. */
    final void off(long ms) {
        offUntil = world.nanos() + ms * 1_000_000;
        actor.killed = running;
        if (!running) {
            actor.until = Math.max(actor.until, offUntil);
        }
    }

    /** Stops it in an orderly way. It is not started again until {@link #on}. */
    final void rest() {
        offUntil = UNTIL_TOLD_NS;
        if (running) {
            stop();
        } else {
            actor.until = offUntil;
        }
    }

    final boolean isRunning() {
        return running;
    }

    /** Allows it to start now. */
    final void on() {
        offUntil = 0;
        if (!running) {
            actor.until = Math.min(actor.until, world.nanos());
        }
    }

    final boolean isOver() {
        return over;
    }

    /** Returns whether all its threads have ended. */
    boolean hasEnded() {
        return actor.ended;
    }

    /** Runs once, from the start until it ends, which it does after {@link #stop} at the latest. */
    abstract void runOnce();

    /** Abandons its clients. Records that they have sent may still arrive. */
    abstract void die();

    /** Asks it to end in an orderly way. */
    abstract void stop();

    /** Applies a fault to the call that it makes now. */
    void suffer(Fault fault) {
        switch (fault.kind()) {
            case STOP -> stop();
            case REFUSE -> refuse();
            default -> {}
        }
    }

    /** Makes the cluster refuse its next request. */
    void refuse() {}

    /** Stops it for good. */
    final void finish() {
        over = true;
        stop();
    }
}
