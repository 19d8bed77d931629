package dev.rota.worker.execute;

import dev.rota.engine.Nullable;
import dev.rota.serde.RegistryRefused;
import dev.rota.worker.ThreadJoin;
import dev.rota.worker.execute.TaskReports.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.apache.kafka.common.errors.InterruptException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The threads that execute batches, and their counters. */
final class WorkerThreads implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(WorkerThreads.class);

    private static final String SUPERSEDED = "superseded: the shard has gone on without this turn";

    private static final long ENDS_MS_MAX = 2_000;

    private final WorkerTerms terms;
    private final BatchTasks tasks;
    private final TaskReports reports;
    private final TaskRun runs;
    private final WorkerEventSender sender;
    private final Consumer<Error> broken;
    private final Consumer<String> failed;
    private final List<Thread> threads = new ArrayList<>();
    private final TurnsAhead ahead;
    private final LongAdder executed = new LongAdder();
    private final LongAdder transactions = new LongAdder();
    private final FailedBatches failures = new FailedBatches();
    private final LongAdder superseded = new LongAdder();
    private volatile boolean over;

    WorkerThreads(
            WorkerTerms terms,
            BatchTasks tasks,
            TaskReports reports,
            TaskRun runs,
            WorkerEventSender sender,
            Consumer<Error> broken,
            Consumer<String> failed) {
        this.terms = terms;
        this.tasks = tasks;
        this.reports = reports;
        this.runs = runs;
        this.sender = sender;
        this.broken = broken;
        this.failed = failed;
        this.ahead = new TurnsAhead(terms.threads());
    }

    void start() {
        for (int i = 1; i <= terms.threads(); i++) {
            Thread thread = new Thread(this::run, "rota-worker-" + terms.worker() + "-" + i);
            // a thread that hangs in an executor must not keep the process alive
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
    }

    WorkerFigures figures(int slots) {
        return tasks.figures(slots, executed.sum(), transactions.sum(), failures.count(), superseded.sum());
    }

    private void run() {
        try {
            while (!over) {
                execute(tasks.next());
            }
        } catch (InterruptedException | InterruptException e) {
            // outside an executor, a thread is interrupted only when the worker ends
            Thread.currentThread().interrupt();
        } catch (RegistryRefused e) {
            failed.accept(String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            failed.accept("a worker's thread failed: " + e);
        } catch (Error e) {
            broken.accept(e);
        }
    }

    /** Returns the number of turns to take in addition to those that the threads execute. */
    int ahead() {
        return ahead.turns(tasks.busyNs(terms.threads()));
    }

    private void execute(BatchTask task) throws InterruptedException {
        long began = System.nanoTime();
        Report report = null;
        boolean interrupted = false;
        try {
            report = runs.run(task, this::progress);
        } catch (InterruptedException e) {
            // the turn is lost or the worker ends, which is distinguished below
            interrupted = true;
        }
        ahead.executed(System.nanoTime() - began);
        boolean counts = tasks.executed(task);
        // the interrupt was meant for this batch
        Thread.interrupted();
        if (task.abandoned) {
            return;
        }
        if (!counts || interrupted) {
            reportSuperseded(task);
        } else if (report == null) {
            tasks.reported(task);
        } else {
            count(task, report);
            send(task, report);
        }
    }

    private void progress(Report report) throws InterruptedException {
        transactions.add(report.event().getReceipts().size());
        sender.report(report);
    }

    private void count(BatchTask task, Report report) {
        transactions.add(report.event().getReceipts().size());
        if (!report.event().getReceipts().isEmpty()) {
            executed.increment();
        }
        String line = report.error() == null ? null : failures.take(task.batch(), report.error());
        if (line != null) {
            LOG.warn(line);
        }
    }

    /** Gives up all batches, and reports what is finished of those that still run. */
    void abandon() throws InterruptedException {
        for (BatchTask task : tasks.abandon()) {
            Report report = runs.finished(task);
            if (report != null) {
                count(task, report);
                sender.report(report);
            }
        }
    }

    /** Reports given-up batches, so that no slot stays stuck because of them. */
    void reportGivenUp() throws InterruptedException {
        for (@Nullable BatchTask task = tasks.givenUp(); task != null; task = tasks.givenUp()) {
            reportSuperseded(task);
        }
    }

    private void reportSuperseded(BatchTask task) throws InterruptedException {
        superseded.increment();
        send(task, reports.failure(task, SUPERSEDED));
    }

    private void send(BatchTask task, Report report) throws InterruptedException {
        sender.report(report);
        tasks.reported(task);
    }

    /** Ends the threads; a thread that hangs is abandoned after a while. */
    @Override
    public void close() {
        over = true;
        // what their threads return from now on may be the result of the interrupt
        tasks.abandon();
        threads.forEach(Thread::interrupt);
        ThreadJoin.join(threads, ENDS_MS_MAX);
    }
}
