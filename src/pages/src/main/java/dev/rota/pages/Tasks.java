package dev.rota.pages;

import dev.rota.audit.AuditReport;
import dev.rota.audit.evidence.AuditRefused;
import dev.rota.engine.NotThere;
import dev.rota.engine.Nullable;
import dev.rota.whatif.WhatIf;
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
 * Costly questions, each answered by reading a log from its beginning. They run one at a time, report their progress,
 * and can be cancelled. Answers are kept for a while, so that the same question is not answered twice.
 */
final class Tasks implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Tasks.class);

    /** The number of tasks that are kept with their answers. */
    private static final int KEPT_MAX = 50;

    /** The size of all answers that are kept. The newest answer is kept even if it alone is larger. */
    private static final long KEPT_BYTES_MAX = 64L << 20;

    /** The size of an audit's findings about one unit. */
    private static final long UNIT_BYTES = 400;

    enum State {
        RUNNING,
        DONE,
        FAILED,
        CANCELLED
    }

    /** Receives the progress of a task, and throws if the task was cancelled. */
    @FunctionalInterface
    interface Progress {
        void report(long done, long all);

        /** Begins a stage of the work, whose progress is reported from now on. */
        default void stage(String name) {}
    }

    /** The work of a task. */
    @FunctionalInterface
    interface Work<T> {
        T run(Progress progress) throws Exception;
    }

    /** A question, and its answer when the task is done. */
    static final class Task implements Progress {
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
        private volatile String stage = "";

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

        /** Returns the user who asked, or an empty text if the user is unknown. */
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

        /** Returns what is being done, or an empty text if the work has no stages. */
        String stage() {
            return stage;
        }

        int percent() {
            return all == 0 ? 0 : (int) (100 * done / all);
        }

        @Nullable
        Object answer() {
            return answer;
        }

        @Override
        public void stage(String name) {
            stage = name;
        }

        @Override
        public void report(long now, long of) {
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
     * Starts a task, or returns the task with this id that is running or done. Returns null if another task is running.
     *
     * @param id identifies the question, so the same question has the same id
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
            Object answer = work.run(task);
            task.bytes = bytes(answer);
            task.answer = answer;
            task.state = State.DONE;
        } catch (Cancelled e) {
            task.state = State.CANCELLED;
        } catch (AuditRefused | NotThere | WhatIf.Unanswerable | IllegalArgumentException e) {
            fail(task, String.valueOf(e.getMessage()));
        } catch (Throwable e) {
            // An Error must end the task too, or it would appear to run forever.
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

    /** Forgets the oldest tasks until the remaining answers are within the limit. */
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

    /**
     * Returns the approximate size of an answer in bytes. All answers but audit reports are texts, or records of texts.
     */
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

    /** Forgets the answer to a question, so that it is answered again. A running task continues. */
    synchronized void forget(String id) {
        Task task = tasks.get(id);
        if (task != null && task.state != State.RUNNING) {
            tasks.remove(id);
        }
    }

    /** Returns the running task, or null if none is running. */
    synchronized @Nullable Task running() {
        return tasks.values().stream()
                .filter(task -> task.state == State.RUNNING)
                .findFirst()
                .orElse(null);
    }

    synchronized @Nullable Task get(String id) {
        return tasks.get(id);
    }

    /** Returns the tasks whose id begins with {@code prefix}, newest first. */
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
