package dev.rota.jobs.farm;

import dev.rota.engine.Nullable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/** Groups of one kind that all back off, or all wait, as one queue. None is empty. */
final class GroupQueue {

    private final NavigableSet<LookGroup> byPriority = new TreeSet<>(byFirst(Order.PRIORITY));
    private @Nullable NavigableSet<LookGroup> byAge;

    GroupQueue(boolean aged) {
        aged(aged);
    }

    private static Comparator<LookGroup> byFirst(Order order) {
        return Comparator.comparing(group -> group.jobs.first(order), order);
    }

    /** Starts or stops maintaining the age order. */
    void aged(boolean wanted) {
        byPriority.forEach(group -> group.jobs.aged(wanted));
        if (!wanted) {
            byAge = null;
        } else if (byAge == null) {
            byAge = new TreeSet<>(byFirst(Order.AGE));
            byAge.addAll(byPriority);
        }
    }

    void add(LookGroup group) {
        byPriority.add(group);
        if (byAge != null) {
            byAge.add(group);
        }
    }

    /** Removes a group; it must still have the jobs with which it was added. */
    void remove(LookGroup group) {
        byPriority.remove(group);
        if (byAge != null) {
            byAge.remove(group);
        }
    }

    boolean isEmpty() {
        return byPriority.isEmpty();
    }

    @Nullable
    Job first(Order order) {
        NavigableSet<LookGroup> groups = order == Order.AGE && byAge != null ? byAge : byPriority;
        return groups.isEmpty() ? null : groups.first().jobs.first(order);
    }

    /** All jobs in order. */
    Iterator<Job> each(Order order) {
        List<Iterator<Job>> queues = new ArrayList<>();
        byPriority.forEach(group -> queues.add(group.jobs.each(order)));
        return Merged.of(order, queues);
    }

    List<LookGroup> all() {
        return byPriority.isEmpty() ? List.of() : new ArrayList<>(byPriority);
    }
}
