package dev.rota.jobs;

import dev.rota.engine.Key;

/** The timers of a cohort and their keys. */
final class CohortTimers {

    /** Looks at jobs that are backing off. */
    static final int LOOK = 'L';

    /** Checks the deadlines of a bot and its leases; an attended timer. */
    static final int BOT = 'B';

    /** Judges how long jobs have been queued; an attended timer. */
    static final int QUEUE = 'Q';

    /** Continues reports that a step had no room for. */
    static final int REPORT = 'T';

    /** Forgets the sessions of a bot that is gone. */
    static final int SESSIONS = 'S';

    /** Continues iterations that a step had no room for. */
    static final int REST = 'R';

    private CohortTimers() {}

    static Key rest() {
        return Key.of().kind(REST).end();
    }

    static Key look() {
        return Key.of().kind(LOOK).end();
    }

    static Key bot(String id) {
        return Key.of().kind(BOT).text(id).end();
    }

    static Key queue() {
        return Key.of().kind(QUEUE).end();
    }

    static Key report() {
        return Key.of().kind(REPORT).end();
    }

    static Key sessions(String bot) {
        return Key.of().kind(SESSIONS).text(bot).end();
    }
}
