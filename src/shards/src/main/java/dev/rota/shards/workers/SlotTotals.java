package dev.rota.shards.workers;

/**
 * Totals of the slots of a pool's workers. They are maintained with each change, so reading them does not visit the
 * workers.
 */
public final class SlotTotals {

    private int workers;
    private long slots;
    private long free;
    private long running;
    private long stuck;
    private int draining;
    private int sick;
    private int healthy;

    void add(PoolWorker worker) {
        count(worker, 1);
    }

    void remove(PoolWorker worker) {
        count(worker, -1);
    }

    private void count(PoolWorker worker, int sign) {
        workers += sign;
        slots += (long) sign * worker.slots;
        free += (long) sign * worker.freeSlots();
        running += (long) sign * worker.turns.size();
        stuck += (long) sign * worker.stuck.size();
        draining += worker.isOpen() ? 0 : sign;
        sick += worker.isSick() ? sign : 0;
        healthy += worker.isHealthy() ? sign : 0;
    }

    public int workers() {
        return workers;
    }

    public long slots() {
        return slots;
    }

    public long free() {
        return free;
    }

    public long running() {
        return running;
    }

    public long stuck() {
        return stuck;
    }

    /** Returns the number of sick workers. */
    public int sick() {
        return sick;
    }

    /** Returns the number of workers that announced slots and are not sick. */
    public int healthy() {
        return healthy;
    }

    /** Returns whether some workers have slots, and all of them are sick. */
    public boolean areAllSick() {
        return healthy == 0 && workers > draining;
    }

    /** Returns the number of workers that announced no slots. */
    public int draining() {
        return draining;
    }
}
