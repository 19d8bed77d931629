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

    /** The names as a former build has them, which this is; null if it is the newest. */
    @Nullable
    private Names former;

    @SuppressWarnings("NullAway.Init") // when it is started
    SimActor actor;

    private boolean over;
    private boolean running;

    /** Whether what runs now is a former build, whatever is started next. */
    private boolean runsAsFormer;

    /** It is not started before this time. */
    private long offUntil;

    SimProcess(World world, String name, Names newest) {
        this.world = world;
        this.name = name;
        this.newest = newest;
    }

    /** It is of a former build until it is upgraded. */
    final void beginAs(Names itsFormer) {
        former = itsFormer;
    }

    /** Whether it is of a former build, or still runs as one until it is started again. */
    final boolean isFormer() {
        return former != null || runsAsFormer;
    }

    /** It is of the newest build when it is started next. */
    final void upgrade() {
        former = null;
    }

    /** It has other settings when it is started next. */
    final void configure(Names itsNewest, @Nullable Names itsFormer) {
        newest = itsNewest;
        former = former == null ? null : itsFormer;
    }

    final Names names() {
        return former == null ? newest : former;
    }

    /** Whether what it says is true: that it must be replaced by a newer build, which then happens. */
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
                // It may have been killed while it ended for another reason.
                world.revive(actor);
            }
            long rest = (100 + world.draw(name + " rests", 3_000)) * 1_000_000L;
            world.pause(actor, Math.max(rest, offUntil - world.nanos()));
        }
    }

    /** Its machine loses its power for so long. */
    final void off(long ms) {
        offUntil = world.nanos() + ms * 1_000_000;
        actor.killed = running;
        if (!running) {
            actor.until = Math.max(actor.until, offUntil);
        }
    }

    /** It is asked to end in an orderly way, and not started before it may be. */
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

    /** It may be started now. */
    final void on() {
        offUntil = 0;
        if (!running) {
            actor.until = Math.min(actor.until, world.nanos());
        }
    }

    final boolean isOver() {
        return over;
    }

    /** Whether all its threads have ended. */
    boolean hasEnded() {
        return actor.ended;
    }

    /** From its start to its end; it is over at the latest when {@link #stop} was called. */
    abstract void runOnce();

    /** What it had sent may still arrive. */
    abstract void die();

    /** Asks it to end in an orderly way. */
    abstract void stop();

    /** Something goes wrong at this call of it. */
    void suffer(Fault fault) {
        switch (fault.kind()) {
            case STOP -> stop();
            case REFUSE -> refuse();
            default -> {}
        }
    }

    /** The cluster refuses something of it. */
    void refuse() {}

    /** It is not started again. */
    final void finish() {
        over = true;
        stop();
    }
}
