package org.apache.kafka.streams.processor.internals;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import org.apache.kafka.clients.consumer.internals.StreamsRebalanceData;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.errors.TaskCorruptedException;
import org.apache.kafka.streams.processor.StandbyUpdateListener;
import org.apache.kafka.streams.processor.TaskId;

/** Restores and updates state as {@link DefaultStateUpdater} does, but on the stream thread, at each of its calls. */
final class InlineStateUpdater implements StateUpdater {

    private final ChangelogReader changelogs;
    private final Map<TaskId, Task> updating = new ConcurrentSkipListMap<>();
    private final List<StreamTask> restored = new ArrayList<>();
    private final List<ExceptionAndTask> failed = new ArrayList<>();

    InlineStateUpdater(ChangelogReader changelogs) {
        this.changelogs = changelogs;
    }

    @Override
    public void start() {}

    @Override
    public void shutdown(Duration timeout) {
        updating.clear();
        changelogs.clear();
    }

    @Override
    public void add(Task task) {
        updating.put(task.id(), task);
        changelogs.register(task.changelogPartitions(), task.stateManager());
        if (task.isActive()) {
            changelogs.enforceRestoreActive();
        } else if (updating.size() == 1) {
            changelogs.transitToUpdateStandby();
        }
    }

    @Override
    public CompletableFuture<RemovedTaskResult> remove(TaskId id, StandbyUpdateListener.SuspendReason reason) {
        Task task = updating.get(id);
        if (task != null) {
            task.maybeCheckpoint();
            changelogs.unregister(task.changelogPartitions(), reason);
            updating.remove(id);
            removed(task);
            return CompletableFuture.completedFuture(new RemovedTaskResult(task));
        }
        for (Iterator<StreamTask> each = restored.iterator(); each.hasNext(); ) {
            StreamTask ready = each.next();
            if (ready.id().equals(id)) {
                each.remove();
                return CompletableFuture.completedFuture(new RemovedTaskResult(ready));
            }
        }
        for (Iterator<ExceptionAndTask> each = failed.iterator(); each.hasNext(); ) {
            ExceptionAndTask one = each.next();
            if (one.task().id().equals(id)) {
                each.remove();
                return CompletableFuture.completedFuture(new RemovedTaskResult(one.task(), one.exception()));
            }
        }
        return CompletableFuture.completedFuture(null);
    }

    private void removed(Task task) {
        if (task.isActive() && !updating.isEmpty() && updating.values().stream().noneMatch(Task::isActive)) {
            changelogs.transitToUpdateStandby();
        }
    }

    private void restore() {
        if (updating.isEmpty()) {
            return;
        }
        try {
            changelogs.restore(updating);
        } catch (TaskCorruptedException e) {
            e.corruptedTasks().forEach(id -> corrupted(e, updating.get(id)));
        } catch (StreamsException e) {
            Collection<Task> concerned =
                    e.taskId().map(id -> List.of(updating.get(id))).orElseGet(() -> List.copyOf(updating.values()));
            concerned.forEach(task -> failed(e, task));
        }
        Set<TopicPartition> completed = changelogs.completedChangelogs();
        for (Task task : List.copyOf(updating.values())) {
            if (task.isActive() && completed.containsAll(task.changelogPartitions())) {
                task.maybeCheckpoint();
                changelogs.unregister(task.changelogPartitions());
                restored.add((StreamTask) task);
                updating.remove(task.id());
                removed(task);
            } else {
                task.maybeCheckpoint();
            }
        }
    }

    private void corrupted(RuntimeException why, Task task) {
        task.markChangelogAsCorrupted(task.changelogPartitions());
        task.maybeCheckpoint();
        failed(why, task);
    }

    private void failed(RuntimeException why, Task task) {
        failed.add(new ExceptionAndTask(why, task));
        changelogs.unregister(task.changelogPartitions());
        updating.remove(task.id());
        removed(task);
    }

    @Override
    public boolean hasExceptionsAndFailedTasks() {
        restore();
        return !failed.isEmpty();
    }

    @Override
    public List<ExceptionAndTask> drainExceptionsAndFailedTasks() {
        List<ExceptionAndTask> drained = List.copyOf(failed);
        failed.clear();
        return drained;
    }

    @Override
    public Set<StreamTask> drainRestoredActiveTasks(Duration timeout) {
        Set<StreamTask> drained = new LinkedHashSet<>(restored);
        restored.clear();
        return drained;
    }

    @Override
    public void signalResume() {}

    @Override
    public Set<Task> tasks() {
        Set<Task> all = new LinkedHashSet<>(updating.values());
        all.addAll(restored);
        failed.forEach(one -> all.add(one.task()));
        return all;
    }

    @Override
    public Set<Task> updatingTasks() {
        return new LinkedHashSet<>(updating.values());
    }

    @Override
    public boolean restoresActiveTasks() {
        return tasks().stream().anyMatch(Task::isActive);
    }

    @Override
    public Set<StandbyTask> standbyTasks() {
        Set<StandbyTask> standbys = new LinkedHashSet<>();
        for (Task task : tasks()) {
            if (task instanceof StandbyTask standby) {
                standbys.add(standby);
            }
        }
        return standbys;
    }

    @Override
    public Optional<RuntimeException> fatalException() {
        return Optional.empty();
    }

    @Override
    public Map<StreamsRebalanceData.TaskId, Long> taskEndOffsetSumSnapshot() {
        return Map.of(); // for the streams protocol alone
    }

    @Override
    public KafkaFutureImpl<Uuid> restoreConsumerInstanceId(Duration timeout) {
        return new KafkaFutureImpl<>();
    }
}
