package dev.rota.cores;

import java.util.Arrays;
import java.util.List;

/** A session: the layout of its cores and the rules set by its configuration. */
final class Session {

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

    /** The empty session before the first one. */
    static Session none() {
        return new Session(new SessionRow(0, 0L, 0, 0, 0, 0, 0L, 0, false, 1, 1, List.of(), List.of()));
    }

    SessionRow row() {
        return row;
    }

    int index() {
        return row.getIndex();
    }

    int cores() {
        return row.getCores();
    }

    /** Whether there are validator groups; without them nothing is scheduled. */
    boolean hasGroups() {
        return row.getGroups() > 0;
    }

    int parachains() {
        return parachains.length;
    }

    int parachain(int core) {
        return parachains[core];
    }

    boolean isParachainCore(int core) {
        return core < parachains.length;
    }

    /**
     * Whether a core is a thread core: they follow the parachain cores. Cores after them never get work, but groups
     * rotate over them.
     */
    boolean isThreadCore(int core) {
        return core >= parachains.length && core - parachains.length < threadCores();
    }

    int threadCores() {
        return row.getThreadCores();
    }

    /** The core with a thread core's offset. */
    int threadCore(int offset) {
        return parachains.length + offset;
    }

    int offset(int threadCore) {
        return threadCore - parachains.length;
    }

    boolean isLiveParathread(int para) {
        return Arrays.binarySearch(parathreads, para) >= 0;
    }

    int retriesMax() {
        return row.getRetriesMax();
    }

    long queueMax() {
        return Math.min(row.getQueueMax(), CoresLimits.QUEUED_CLAIMS_MAX);
    }

    GroupRotation rotation() {
        return rotation;
    }

    Availability availability() {
        return availability;
    }

    private static int[] numbers(List<Integer> boxed) {
        return boxed.stream().mapToInt(Integer::intValue).toArray();
    }
}
