package dev.rota.jobs.farm;

import dev.rota.engine.Ids;
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

    /** Draws the order of an iteration, which is random if the policy mixes the two. */
    public static Order draw(Farm farm) {
        int percentage = farm.priorityPercentage();
        boolean byPriority =
                percentage == 100 || (percentage > 0 && farm.step().random().nextInt(100) + 1 <= percentage);
        return byPriority ? PRIORITY : AGE;
    }
}
