package dev.rota.worker.execute;

import dev.rota.engine.Nullable;

/** Executes batches and builds their reports. Thread-safe. */
interface TaskRun {

    /**
     * Executes a batch on the calling thread.
     *
     * @return the report, or null if the worker leaves and nothing of the batch was executed
     */
    @Nullable
    TaskReports.Report run(BatchTask task) throws InterruptedException;

    /**
     * Returns the report of what is finished of a batch that still runs, or null if that is nothing. The rest of it is
     * given up.
     */
    @Nullable
    TaskReports.Report finished(BatchTask task) throws InterruptedException;
}
