package dev.rota.chunks.tables;

import dev.rota.chunks.placement.WorkerId;
import dev.rota.engine.TimerType;

/** The timers of a network, in the order in which those of the same time fire. */
public final class NetworkTimers {

    /** Judges the silence of all workers; an attended timer. */
    public static final TimerType<Void> JUDGE_ALL = TimerType.ofUnit(0);

    /** Judges the silence of a worker; an attended timer. */
    public static final TimerType<WorkerId> SILENCE =
            TimerType.of(1, (key, worker) -> key.text(worker.hex()), key -> WorkerId.ofHex(key.text()));

    /** Makes an epoch. */
    public static final TimerType<Void> EPOCH = TimerType.ofUnit(2);

    /** Continues to publish statuses. */
    public static final TimerType<Void> STATUSES = TimerType.ofUnit(3);

    /** Continues to publish the {@link Backlog}. */
    public static final TimerType<Void> BACKLOG = TimerType.ofUnit(4);

    /** Judges the graces of copies that readers have left; an attended timer. */
    public static final TimerType<Void> GRACE = TimerType.ofUnit(5);

    private NetworkTimers() {}
}
