package dev.rota.jobs.farm;

import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import dev.rota.engine.Step;
import dev.rota.jobs.EndedRow;
import dev.rota.jobs.JobEnd;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The remembered ends of jobs, for dependencies on them. When an end is forgotten follows from the policy in force when
 * the job ended; later policies do not change it. Rows have 64 ends each, in order; the first row is dropped when all of
 * its ends are forgotten, or when there are too many ends.
 */
final class EndedJobs {

    /** The maximum number of ends that are remembered. */
    private static final int ENDS_MAX = 1_000_000;

    private static final int ENDS_IN_ROW = 64;

    /** The number of rows that a step drops. Each step adds fewer, so the others follow soon. */
    private static final int ROWS_DROPPED_MAX = 200;

    /** A row. */
    private record Page(long number, List<JobEnd> ends) {
        boolean isForgotten(long now) {
            return ends.stream().allMatch(end -> EndedJobs.isForgotten(end, now));
        }
    }

    private final Deque<Page> pages = new ArrayDeque<>();
    private final Map<String, JobEnd> latest = new HashMap<>();
    private long size;
    private @Nullable Page changed;

    /** Returns how a job that had this id last has ended, or null if that is not remembered. */
    @Nullable
    JobEnd of(String job, long now) {
        JobEnd end = latest.get(job);
        return end == null || isForgotten(end, now) ? null : end;
    }

    private static boolean isForgotten(JobEnd end, long now) {
        return now >= end.getForgetAt();
    }

    void add(Step step, JobEnd end) {
        Page last = pages.peekLast();
        if (last == null || last.ends.size() == ENDS_IN_ROW) {
            write(step);
            last = new Page(last == null ? 1 : last.number + 1, new ArrayList<>());
            pages.add(last);
        }
        last.ends.add(end);
        latest.put(end.getJob(), end);
        size++;
        changed = last;
    }

    /** Ends a step: writes the last row if it has changed, and drops the first rows if their ends are forgotten. */
    void write(Step step, long now) {
        write(step);
        for (int i = 0; i < ROWS_DROPPED_MAX && !pages.isEmpty(); i++) {
            Page first = pages.element();
            if (size <= ENDS_MAX && !first.isForgotten(now)) {
                return;
            }
            pages.remove();
            size -= first.ends.size();
            first.ends.forEach(end -> latest.remove(end.getJob(), end));
            step.table(JobsTables.ENDED).drop(Key.of(first.number));
        }
    }

    private void write(Step step) {
        if (changed != null) {
            step.table(JobsTables.ENDED).upsert(Key.of(changed.number), new EndedRow(List.copyOf(changed.ends)));
            changed = null;
        }
    }

    void restore(long number, EndedRow row) {
        pages.add(new Page(number, new ArrayList<>(row.getEnds())));
        row.getEnds().forEach(end -> latest.put(end.getJob(), end));
        size += row.getEnds().size();
    }
}
