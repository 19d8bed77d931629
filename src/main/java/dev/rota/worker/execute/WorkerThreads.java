package dev.rota.worker.execute;

import dev.rota.engine.Nullable;
import dev.rota.serde.RegistryRefused;
import dev.rota.worker.ParentState;
import dev.rota.worker.ThreadJoin;
import dev.rota.worker.TransactionExecutor;
import dev.rota.worker.execute.BatchRun.Report;
import dev.rota.worker.state.ShardStates;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.apache.kafka.common.errors.InterruptException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The executing threads and their counters. */
final class WorkerThreads implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(WorkerThreads.class);

    private static final String SUPERSEDED = "superseded: the shard has gone on without this turn";

    private static final long ENDS_MS_MAX = 2_000;

    private final WorkerTerms terms;
    private final BatchTasks hand;
    private final ShardStates states;
    private final BatchRun runs;
    private final WorkerEventSender voice;
    private final Consumer<Error> broken;
    private final Consumer<String> failed;
    private final List<Thread> threads = new ArrayList<>();
    private final LongAdder executed = new LongAdder();
    private final LongAdder transactions = new LongAdder();
    private final FailedBatches failures = new FailedBatches();
    private final LongAdder superseded = new LongAdder();
    private volatile boolean over;

    WorkerThreads(
            WorkerTerms terms,
            BatchTasks hand,
            ShardStates states,
            TransactionExecutor executor,
            WorkerEventSender voice,
            Consumer<Error> broken,
            Consumer<String> failed) {
        this.terms = terms;
        this.hand = hand;
        this.states = states;
        this.runs = new BatchRun(executor, voice);
        this.voice = voice;
        this.broken = broken;
        this.failed = failed;
    }

    void start() {
        for (int i = 1; i <= terms.threads(); i++) {
            Thread thread = new Thread(this::run, "rota-worker-" + terms.worker() + "-" + i);
            // A thread that hangs in an executor must not keep the process alive.
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
    }

    WorkerFigures figures() {
        return hand.figures(executed.sum(), transactions.sum(), failures.count(), superseded.sum());
    }

    private void run() {
        try {
            while (!over) {
                execute(hand.next());
            }
        } catch (InterruptedException | InterruptException e) {
            // Outside an executor, a thread is interrupted only when the worker ends.
            Thread.currentThread().interrupt();
        } catch (RegistryRefused e) {
            failed.accept(String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            failed.accept("a worker's thread failed: " + e);
        } catch (Error e) {
            broken.accept(e);
        }
    }

    private void execute(BatchTask task) throws InterruptedException {
        Report report = null;
        try {
            report = runs.report(task, view(task));
        } catch (InterruptedException e) {
            // The turn is lost, or the worker ends; distinguished below.
        }
        boolean counts = hand.executed(task);
        // The interrupt was meant for this batch.
        Thread.interrupted();
        if (over) {
            return;
        }
        if (counts && report != null) {
            transactions.add(report.receipts());
            count(task, report.error());
            send(task, report);
        } else {
            reportSuperseded(task);
        }
    }

    private void count(BatchTask task, @Nullable String error) {
        if (error == null) {
            executed.increment();
            return;
        }
        String line = failures.take(task.batch(), error);
        if (line != null) {
            LOG.warn(line);
        }
    }

    private ParentState view(BatchTask task) {
        return states.view(task.batch().getShard(), task.batch().getParentHeight());
    }

    /** Reports given-up batches, so that no slot stays stuck for them. */
    void reportGivenUp() throws InterruptedException {
        for (@Nullable BatchTask task = hand.givenUp(); task != null; task = hand.givenUp()) {
            reportSuperseded(task);
        }
    }

    private void reportSuperseded(BatchTask task) throws InterruptedException {
        superseded.increment();
        send(task, runs.failure(task, SUPERSEDED));
    }

    private void send(BatchTask task, Report report) {
        voice.send(report.bytes());
        hand.reported(task);
    }

    /** Ends the threads; one that hangs is abandoned after a while. */
    @Override
    public void close() {
        over = true;
        threads.forEach(Thread::interrupt);
        ThreadJoin.join(threads, ENDS_MS_MAX);
    }
}
