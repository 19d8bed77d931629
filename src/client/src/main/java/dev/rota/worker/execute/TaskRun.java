package dev.rota.worker.execute;

import dev.rota.engine.Nullable;

/** Executes batches and builds their reports. Thread-safe. */
interface TaskRun {

    /** Takes reports of a batch's first transactions, while its others are executed. */
    @FunctionalInterface
    interface Progress {
        void report(TaskReports.Report report) throws InterruptedException;
    }

    /**
     * Executes a batch on the calling thread.
     *
     * @return the last report, or null if the worker leaves and nothing of the batch was executed since the one before
     */
    @Nullable
    TaskReports.Report run(BatchTask task, Progress progress) throws InterruptedException;

    /**
     * Returns the report of what is finished of a batch that still runs, or null if that is nothing. The rest of it is
     * given up.
     */
    @Nullable
    TaskReports.Report finished(BatchTask task) throws InterruptedException;
}
