package dev.rota.chunks.routes;

import dev.rota.chunks.policy.Policy;
import dev.rota.chunks.tables.NetworkCounters;
import dev.rota.chunks.tables.NetworkTimers;
import dev.rota.engine.Step;
import dev.rota.engine.Times;
import java.util.function.Supplier;

/** The grace of copies that readers have left, and its attended timer. */
record Grace(NetworkCounters counters, Supplier<Policy> policy, MovingCopies moving) {

    /** Sets the timer after readers have left copies, unless it is set. */
    void start(Step step) {
        if (counters.row().getGraceAlarm() == Times.NEVER) {
            restart(step);
        }
    }

    /** Sets the timer for the copies that readers left first. */
    void restart(Step step) {
        setAlarm(step, Times.after(moving.earliest(), limit()));
    }

    void end(Step step) {
        setAlarm(step, Times.NEVER);
    }

    /** Judges the graces after the timer has fired. */
    void judge(Step step) {
        long limit = limit();
        counters.change(step, row -> row.setGraceAlarm(Times.NEVER));
        setAlarm(step, moving.judge(step, since -> step.attended().over(since, limit), step.now()));
    }

    private long limit() {
        return policy.get().rules().getGraceMs();
    }

    private void setAlarm(Step step, long due) {
        long before = counters.row().getGraceAlarm();
        if (before != due) {
            step.attended().move(before, due, NetworkTimers.GRACE.key());
            counters.change(step, row -> row.setGraceAlarm(due));
        }
    }
}
