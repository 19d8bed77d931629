package dev.rota.jobs.farm;

import dev.rota.engine.Ids;
import dev.rota.engine.Nullable;
import java.util.Comparator;

/** The two orders in which jobs are looked at. Both are total, so nothing depends on memory layout. */
public enum Order implements Comparator<Job> {
    /** Orders by priority, then age, then id. */
    PRIORITY {
        @Override
        public int compare(Job a, Job b) {
            return a.priority != b.priority ? Integer.compare(a.priority, b.priority) : AGE.compare(a, b);
        }
    },
    /** Orders by age, then id. */
    AGE {
        @Override
        public int compare(Job a, Job b) {
            return a.queuedAt != b.queuedAt ? Long.compare(a.queuedAt, b.queuedAt) : Ids.BY_BYTES.compare(a.id, b.id);
        }
    };

    /** Returns the first of two jobs, each of which may be null. */
    public @Nullable Job first(@Nullable Job a, @Nullable Job b) {
        if (a == null || b == null) {
            return a == null ? b : a;
        }
        return compare(a, b) <= 0 ? a : b;
    }
}
