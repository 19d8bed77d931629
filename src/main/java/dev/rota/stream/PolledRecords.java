package dev.rota.stream;

/**
 * Counts the polled records that a stream thread has not decided yet, so that it can commit when there are none left
 * instead of waiting for the commit interval. Each thread sees its own.
 */
final class PolledRecords {

    /** A larger poll says that the log is busy: then commits at intervals cost less. */
    static final int FEW_MAX = 100;

    private static final class Left {
        int records;
        boolean few;
    }

    private final ThreadLocal<Left> left = ThreadLocal.withInitial(Left::new);

    /** The thread's consumer has returned that many records; it polls again only when all former ones are decided. */
    void polled(int records) {
        Left mine = left.get();
        mine.records = records;
        mine.few = records <= FEW_MAX;
    }

    /** A record has been decided; returns whether the thread should commit now. */
    boolean decided() {
        Left mine = left.get();
        mine.records--;
        return mine.few && mine.records == 0;
    }
}
