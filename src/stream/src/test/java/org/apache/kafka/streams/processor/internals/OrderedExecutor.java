package org.apache.kafka.streams.processor.internals;

import java.lang.reflect.Field;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.internals.LogContext;

/** Commits tasks in the order of their ids, where Streams iterates over identity hash codes. */
final class OrderedExecutor extends TaskExecutor {

    private OrderedExecutor(TasksRegistry tasks, TaskManager manager, TaskExecutionMetadata metadata, LogContext log) {
        super(tasks, manager, metadata, log);
    }

    /** Puts one in the place of the task manager's own. */
    static void into(TaskManager manager, TasksRegistry tasks, LogContext log) {
        try {
            Field own = TaskManager.class.getDeclaredField("taskExecutor");
            own.setAccessible(true);
            Field metadata = TaskExecutor.class.getDeclaredField("executionMetadata");
            metadata.setAccessible(true);
            own.set(
                    manager,
                    new OrderedExecutor(tasks, manager, (TaskExecutionMetadata) metadata.get(own.get(manager)), log));
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("TaskManager", e);
        }
    }

    @Override
    int commitTasksAndMaybeUpdateCommittableOffsets(
            Collection<? extends Task> tasks, Map<Task, Map<TopicPartition, OffsetAndMetadata>> offsets) {
        List<Task> ordered = tasks.stream()
                .sorted(Comparator.comparing(Task::id))
                .map(Task.class::cast)
                .toList();
        return super.commitTasksAndMaybeUpdateCommittableOffsets(ordered, offsets);
    }

    @Override
    void commitOffsetsOrTransaction(Map<Task, Map<TopicPartition, OffsetAndMetadata>> offsets) {
        Map<Task, Map<TopicPartition, OffsetAndMetadata>> ordered = new TreeMap<>(Comparator.comparing(Task::id));
        ordered.putAll(offsets);
        super.commitOffsetsOrTransaction(ordered);
    }
}
