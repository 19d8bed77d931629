package org.apache.kafka.streams.processor.internals;

import java.util.Collection;
import java.util.Comparator;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.utils.internals.LogContext;
import org.apache.kafka.streams.processor.TaskId;

/** The tasks of a stream thread, in the order of their ids wherever Streams would iterate over hash codes. */
final class OrderedTasks extends Tasks {

    OrderedTasks(LogContext log) {
        super(log);
    }

    private static <T extends Task> Set<T> ordered(Collection<T> tasks) {
        Set<T> ordered = new TreeSet<>(Comparator.comparing(Task::id));
        ordered.addAll(tasks);
        return ordered;
    }

    @Override
    public Set<Task> drainPendingTasksToInit() {
        return ordered(super.drainPendingTasksToInit());
    }

    @Override
    public Set<StreamTask> drainPendingActiveTasksToInit() {
        return ordered(super.drainPendingActiveTasksToInit());
    }

    @Override
    public Set<StandbyTask> drainPendingStandbyTasksToInit() {
        return ordered(super.drainPendingStandbyTasksToInit());
    }

    @Override
    public Set<Task> pendingTasksToInit() {
        return ordered(super.pendingTasksToInit());
    }

    @Override
    public Collection<Task> initializedTasks(Collection<TaskId> ids) {
        return ordered(super.initializedTasks(ids));
    }

    @Override
    public synchronized Set<Task> allInitializedTasks() {
        return ordered(super.allInitializedTasks());
    }

    @Override
    public synchronized Set<Task> allNonFailedInitializedTasks() {
        return ordered(super.allNonFailedInitializedTasks());
    }
}
