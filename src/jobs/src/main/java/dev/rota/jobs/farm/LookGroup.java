package dev.rota.jobs.farm;

import dev.rota.jobs.LookGroupRow;

/** The looks that the jobs of a {@link JobGroup} share, and its row. */
class LookGroup {

    final long number;

    /** The time of one of its looks while it backs off; of the look that woke it while it waits. */
    long look;

    boolean rests = true;

    /** True if it has a row. */
    boolean stored;

    /** True if its row must be written at the end of the step. */
    boolean changed;

    LookGroup(long number, long look) {
        this.number = number;
        this.look = look;
    }

    LookGroupRow row() {
        return new LookGroupRow(look);
    }
}
