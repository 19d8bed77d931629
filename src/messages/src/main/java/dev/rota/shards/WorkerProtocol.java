package dev.rota.shards;

/** The protocol between a pool and its workers, as both sides know it. */
public final class WorkerProtocol {

    /** The latest number. From 1 on, batches and reports share records. */
    public static final int LATEST = 1;

    /** The maximum number of reports in one record, since each may be rejected. */
    public static final int REPORTS_MAX = 1_000;

    /** The time after which a worker reports a part of a batch with which it goes on. */
    public static final long PART_MS = 100;

    private WorkerProtocol() {}
}
