package dev.rota.cores;

import java.util.Arrays;
import java.util.List;

/** A session at work: the layout of its cores, and the rules that its configuration sets. */
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

    /** The session before the first one: nothing in it, and it never touches a table. */
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

    /** Nothing is scheduled in a session without groups. */
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

    /** Behind the parachains' cores; those behind the thread cores are never given work, but groups rotate over them. */
    boolean isThreadCore(int core) {
        return core >= parachains.length && core - parachains.length < threadCores();
    }

    int threadCores() {
        return row.getThreadCores();
    }

    /** The core of a thread core's offset. */
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
