package dev.rota.pages;

import dev.rota.audit.AuditReport;
import dev.rota.audit.evidence.AuditRefused;
import dev.rota.engine.NotThere;
import dev.rota.engine.Nullable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Questions that cost much, each answered by reading a log from its beginning: one at a time, with progress, and
 * cancellable. Answers are kept for a while, so that the same question is not answered twice.
 */
final class Tasks implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Tasks.class);

    /** Tasks that are remembered with their answers. */
    private static final int KEPT_MAX = 50;

    /** The size of all answers that are remembered, besides the newest. */
    private static final long KEPT_BYTES_MAX = 64L << 20;

    /** The size of what an audit found about a unit. */
    private static final long UNIT_BYTES = 400;

    enum State {
        RUNNING,
        DONE,
        FAILED,
        CANCELLED
    }

    /** Receives the progress, and throws if the task was cancelled. */
    @FunctionalInterface
    interface Progress {
        void report(long done, long all);
    }

    /** The work of a task. */
    @FunctionalInterface
    interface Work<T> {
        T run(Progress progress) throws Exception;
    }

    /** A question, and its answer once there is one. */
    static final class Task {
        private final String id;
        private final String title;
        private final String by;
        private final long begun;
        private volatile long ended;
        private volatile long done;
        private volatile long all;
        private volatile boolean cancelled;
        private volatile State state = State.RUNNING;
        private volatile String problem = "";

        @Nullable
        private volatile Object answer;

        private volatile long bytes;

        Task(String id, String title, String by, long begun) {
            this.id = id;
            this.title = title;
            this.by = by;
            this.begun = begun;
        }

        String id() {
            return id;
        }

        String title() {
            return title;
        }

        /** Who asked; empty if that is not known. */
        String by() {
            return by;
        }

        long begun() {
            return begun;
        }

        long ended() {
            return ended;
        }

        State state() {
            return state;
        }

        String problem() {
            return problem;
        }

        int percent() {
            return all == 0 ? 0 : (int) (100 * done / all);
        }

        @Nullable
        Object answer() {
            return answer;
        }

        private void report(long now, long of) {
            done = now;
            all = of;
            if (cancelled) {
                throw new Cancelled();
            }
        }
    }

    private static final class Cancelled extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Cancelled() {
            super("cancelled", null, false, false);
        }
    }

    private final LongSupplier clock;
    private final Map<String, Task> tasks = new LinkedHashMap<>();
    private final ExecutorService worker =
            Executors.newSingleThreadExecutor(work -> new Thread(work, "rota-pages-replay"));

    Tasks(LongSupplier clock) {
        this.clock = clock;
    }

    /**
     * Starts a task, or returns the one with this id that runs or is done; null if another one is running.
     *
     * @param id says what is asked, so the same question has the same one
     */
    synchronized @Nullable Task start(String id, String title, String by, Work<?> work) {
        Task same = tasks.get(id);
        if (same != null && (same.state == State.RUNNING || same.state == State.DONE)) {
            return same;
        }
        if (running() != null) {
            return null;
        }
        Task task = new Task(id, title, by, clock.getAsLong());
        tasks.remove(id);
        tasks.put(id, task);
        while (tasks.size() > KEPT_MAX) {
            tasks.remove(tasks.keySet().iterator().next());
        }
        worker.execute(() -> run(task, work));
        return task;
    }

    private void run(Task task, Work<?> work) {
        try {
            Object answer = work.run(task::report);
            task.bytes = bytes(answer);
            task.answer = answer;
            task.state = State.DONE;
        } catch (Cancelled e) {
            task.state = State.CANCELLED;
        } catch (AuditRefused | NotThere | IllegalArgumentException e) {
            fail(task, String.valueOf(e.getMessage()));
        } catch (Throwable e) {
            // An Error too must end the task, or it would seem to run for ever.
            if (task.cancelled) {
                task.state = State.CANCELLED;
            } else {
                LOG.warn("{} failed", task.title, e);
                fail(task, "it failed: " + e.getMessage());
            }
        } finally {
            task.ended = clock.getAsLong();
            forgetOldest();
        }
    }

    /** Forgets the oldest tasks until the answers of the others are within the limit. */
    private synchronized void forgetOldest() {
        long all = tasks.values().stream().mapToLong(task -> task.bytes).sum();
        for (Task oldest : List.copyOf(tasks.values())) {
            if (all <= KEPT_BYTES_MAX || tasks.size() == 1) {
                return;
            }
            all -= oldest.bytes;
            tasks.remove(oldest.id);
        }
    }

    /** About how many bytes an answer takes. All but reports of audits are texts, or records of them. */
    private static long bytes(@Nullable Object answer) {
        return answer instanceof AuditReport report
                ? report.partitions().stream()
                                .mapToLong(findings -> findings.units().size())
                                .sum()
                        * UNIT_BYTES
                : String.valueOf(answer).length();
    }

    private static void fail(Task task, String why) {
        task.problem = why;
        task.state = State.FAILED;
    }

    /** Forgets an answer, so that the question is answered anew; one that is being answered goes on. */
    synchronized void forget(String id) {
        Task task = tasks.get(id);
        if (task != null && task.state != State.RUNNING) {
            tasks.remove(id);
        }
    }

    /** The one that is running; null if there is none. */
    synchronized @Nullable Task running() {
        return tasks.values().stream()
                .filter(task -> task.state == State.RUNNING)
                .findFirst()
                .orElse(null);
    }

    synchronized @Nullable Task get(String id) {
        return tasks.get(id);
    }

    /** Those whose id begins so, newest first. */
    synchronized List<Task> all(String prefix) {
        List<Task> found = new ArrayList<>();
        for (Task task : tasks.values()) {
            if (task.id.startsWith(prefix)) {
                found.add(0, task);
            }
        }
        return found;
    }

    synchronized void cancel(String id) {
        Task task = tasks.get(id);
        if (task != null) {
            task.cancelled = true;
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            tasks.values().forEach(task -> task.cancelled = true);
        }
        worker.shutdownNow();
        try {
            if (!worker.awaitTermination(5, TimeUnit.SECONDS)) {
                LOG.warn("a replay for the pages did not end in time");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
