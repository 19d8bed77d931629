package dev.rota.jobs.scheduler;

import dev.rota.engine.TimerType;

/** The timers of a cohort. */
final class CohortTimers {

    /** Looks at jobs that are backing off. */
    static final TimerType<Void> LOOK = TimerType.ofUnit('L');

    /** Checks the deadlines of a bot and its leases; an attended timer. */
    static final TimerType<String> BOT = TimerType.ofId('B');

    /** Judges how long jobs have been queued; an attended timer. */
    static final TimerType<Void> QUEUE = TimerType.ofUnit('Q');

    /** Continues reports that a step had no room for. */
    static final TimerType<Void> REPORT = TimerType.ofUnit('T');

    /** Forgets the sessions of a bot that is gone. */
    static final TimerType<String> SESSIONS = TimerType.ofId('S');

    /** Continues iterations that a step had no room for. */
    static final TimerType<Void> REST = TimerType.ofUnit('R');

    /** Looks at the demand for slots. */
    static final TimerType<Void> DEMAND = TimerType.ofUnit('D');

    private CohortTimers() {}
}
