package dev.rota.cores.scheduler;

import dev.rota.cores.SessionRow;
import java.util.Arrays;
import java.util.List;

/** A session: the layout of its cores and the rules set by its configuration. */
public final class Session {

    private final SessionRow row;
    private final int[] parachains;
    private final int[] parathreads;
    private final GroupRotation rotation;
    private final Availability availability;

    Session(SessionRow row) {
        this.row = row;
        this.parachains = numbers(row.getParachains());
        this.parathreads = numbers(row.getParathreads());
        this.rotation =
                new GroupRotation(row.getStartBlock(), row.getRotationFrequency(), row.getGroups(), row.getBackward());
        this.availability = new Availability(
                row.getStartBlock(),
                Math.max(1, row.getRotationFrequency()),
                row.getChainPeriod(),
                row.getThreadPeriod());
    }

    /** Returns the empty session before the first one. */
    static Session none() {
        return new Session(new SessionRow(0, 0L, 0, 0, 0, 0, 0L, 0, false, 1, 1, 1, List.of(), List.of()));
    }

    public SessionRow row() {
        return row;
    }

    public int index() {
        return row.getIndex();
    }

    public int cores() {
        return row.getCores();
    }

    /** Returns whether there are validator groups; without them nothing is scheduled. */
    public boolean hasGroups() {
        return row.getGroups() > 0;
    }

    public int parachains() {
        return parachains.length;
    }

    public int parachain(int core) {
        return parachains[core];
    }

    /** Returns the core of a parachain; negative if the para is not a parachain. */
    public int parachainCore(int para) {
        return Arrays.binarySearch(parachains, para);
    }

    public boolean isParachainCore(int core) {
        return core < parachains.length;
    }

    /**
     * Returns whether a core is a thread core. Thread cores follow the parachain cores. Cores after them are never
     * scheduled, but groups rotate over them.
     */
    public boolean isThreadCore(int core) {
        return core >= parachains.length && core - parachains.length < threadCores();
    }

    public int threadCores() {
        return row.getThreadCores();
    }

    /** Returns the core with a thread core's offset. */
    public int threadCore(int offset) {
        return parachains.length + offset;
    }

    public int offset(int threadCore) {
        return threadCore - parachains.length;
    }

    /** Returns the number of blocks for which groups and duties are published in advance. */
    public int forecastBlocks() {
        return row.getForecastBlocks();
    }

    public boolean isLiveParathread(int para) {
        return Arrays.binarySearch(parathreads, para) >= 0;
    }

    public int retriesMax() {
        return row.getRetriesMax();
    }

    /** Returns the number of queued claims at which the queue is full. */
    public long queueMax() {
        return Math.min(row.getQueueMax(), CoresLimits.QUEUED_CLAIMS_MAX);
    }

    public GroupRotation rotation() {
        return rotation;
    }

    public Availability availability() {
        return availability;
    }

    private static int[] numbers(List<Integer> boxed) {
        return boxed.stream().mapToInt(Integer::intValue).toArray();
    }
}
