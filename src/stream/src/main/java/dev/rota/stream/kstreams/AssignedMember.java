package dev.rota.stream.kstreams;

import dev.rota.engine.Nullable;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.assignment.KafkaStreamsAssignment;
import org.apache.kafka.streams.processor.assignment.KafkaStreamsAssignment.AssignedTask;
import org.apache.kafka.streams.processor.assignment.KafkaStreamsState;
import org.apache.kafka.streams.processor.assignment.ProcessId;

/** An instance in an {@link AssignmentPlan}, with the tasks that it had and those that it gets. */
final class AssignedMember {

    /** The lag that Kafka reports for a task that its instance decides. */
    private static final long DECIDES = -2;

    private final KafkaStreamsState state;
    private final boolean settled;
    private final long acceptableLag;
    private final Map<TaskId, Long> lags;

    /** The tasks that it decides. */
    final NavigableSet<TaskId> actives = new TreeSet<>();

    /** The tasks whose rows it keeps a copy of. */
    final NavigableSet<TaskId> standbys = new TreeSet<>();

    /** The tasks whose rows it gets a copy of, to take them over later as active or as standby tasks. */
    final NavigableSet<TaskId> warmUps = new TreeSet<>();

    /** The number of active tasks that it gets once it has caught up, less those that it loses once others have. */
    int later;

    /**
     * The number of copies that it keeps once they have caught up, less those that it gives up once those of others
     * have.
     */
    int laterCopies;

    /** @param settled whether it may get tasks that others decide */
    AssignedMember(KafkaStreamsState state, boolean settled, long acceptableLag) {
        this.state = state;
        this.settled = settled;
        this.acceptableLag = acceptableLag;
        this.lags = state.statefulTasksToLagSums();
    }

    ProcessId id() {
        return state.processId();
    }

    String name() {
        return state.processId().toString();
    }

    int threads() {
        return Math.max(1, state.numProcessingThreads());
    }

    boolean isSettled() {
        return settled;
    }

    boolean knowsLags(Set<TaskId> tasks) {
        return lags.keySet().containsAll(tasks);
    }

    boolean decided(TaskId task) {
        return state.previousActiveTasks().contains(task);
    }

    /** Returns whether it has rows of a task, possibly from before its start. */
    boolean had(TaskId task) {
        return decided(task) || state.previousStandbyTasks().contains(task);
    }

    /** Returns whether it could decide a task without restoring much first. */
    boolean isCaughtUp(TaskId task) {
        return lag(task) <= acceptableLag;
    }

    /** Returns the number of changelog records of a task that it lacks. */
    long lag(TaskId task) {
        @Nullable Long lag = lags.get(task);
        return lag == null || (lag < 0 && lag != DECIDES) ? Long.MAX_VALUE : Math.max(0, lag);
    }

    boolean has(TaskId task) {
        return actives.contains(task) || standbys.contains(task);
    }

    double activeLoad() {
        return (double) (actives.size() + later) / threads();
    }

    double standbyLoad() {
        return (double) (standbys.size() + laterCopies) / threads();
    }

    /** Returns whether giving an active task to another member would bring the two closer to balance. */
    boolean hasMoreThan(AssignedMember other) {
        return (long) (actives.size() + later - 1) * other.threads()
                >= (long) (other.actives.size() + other.later + 1) * threads();
    }

    /** Returns whether giving a copy to another member would bring the two closer to balance. */
    boolean hasMoreCopiesThan(AssignedMember other) {
        return (long) (standbys.size() + laterCopies - 1) * other.threads()
                >= (long) (other.standbys.size() + other.laterCopies + 1) * threads();
    }

    KafkaStreamsAssignment assignment() {
        Set<AssignedTask> tasks = new HashSet<>();
        actives.forEach(task -> tasks.add(new AssignedTask(task, AssignedTask.Type.ACTIVE)));
        Set<TaskId> copies = new TreeSet<>(standbys);
        copies.addAll(warmUps);
        copies.removeAll(actives);
        copies.forEach(task -> tasks.add(new AssignedTask(task, AssignedTask.Type.STANDBY)));
        return KafkaStreamsAssignment.of(state.processId(), tasks);
    }
}
