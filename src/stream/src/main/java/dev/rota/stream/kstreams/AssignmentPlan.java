package dev.rota.stream.kstreams;

import static java.util.Comparator.comparing;
import static java.util.Comparator.comparingDouble;
import static java.util.Comparator.comparingLong;

import dev.rota.engine.Nullable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.assignment.ApplicationState;
import org.apache.kafka.streams.processor.assignment.AssignmentConfigs;
import org.apache.kafka.streams.processor.assignment.ProcessId;

/**
 * Plans which instance decides which task, and which ones keep a copy of its rows, starting from the present
 * assignment.
 */
final class AssignmentPlan {

    private static final Comparator<AssignedMember> BY_NAME = comparing(AssignedMember::name);
    private static final Comparator<AssignedMember> SETTLED_FIRST = comparing(member -> !member.isSettled());
    private static final Comparator<AssignedMember> LEAST_ACTIVE = comparingDouble(AssignedMember::activeLoad);
    private static final Comparator<AssignedMember> LEAST_STANDBY =
            comparingDouble(AssignedMember::standbyLoad).thenComparing(LEAST_ACTIVE);

    private final Set<TaskId> tasks;
    private final List<AssignedMember> members;
    private final AssignmentConfigs settings;
    private final boolean isAtRest;
    private final GroupMemory memory;

    /** The tasks that another member will decide once it has their rows. */
    private final Set<TaskId> leaving = new TreeSet<>();

    private int warmUpsLeft;
    private boolean unfinished;

    private AssignmentPlan(
            Set<TaskId> tasks,
            List<AssignedMember> members,
            AssignmentConfigs settings,
            boolean isAtRest,
            GroupMemory memory) {
        this.tasks = tasks;
        this.members = members;
        this.settings = settings;
        this.isAtRest = isAtRest;
        this.memory = memory;
        this.warmUpsLeft = settings.maxWarmupReplicas();
    }

    /**
     * @param newcomers members that get nothing yet that others decide
     * @param isAtRest whether tasks may move between members that stay
     * @param memory the results of the rebalance before
     */
    static AssignmentPlan of(
            ApplicationState application, Set<ProcessId> newcomers, boolean isAtRest, GroupMemory memory) {
        AssignmentConfigs settings = application.assignmentConfigs();
        List<AssignedMember> members = new ArrayList<>();
        application
                .kafkaStreamsStates(true)
                .values()
                .forEach(state -> members.add(new AssignedMember(
                        state, !newcomers.contains(state.processId()), settings.acceptableRecoveryLag())));
        members.sort(BY_NAME);
        return new AssignmentPlan(new TreeSet<>(application.allTasks().keySet()), members, settings, isAtRest, memory);
    }

    /** Returns whether the ends of the changelogs could be looked up. */
    boolean knowsLags() {
        return members.stream().allMatch(member -> member.knowsLags(tasks));
    }

    void make() {
        tasks.forEach(task -> decider(task).actives.add(task));
        if (isAtRest) {
            balance(AssignmentPlan::moveNow);
        }
        balance(this::moveLater);
        for (int copy = 0; copy < settings.numStandbyReplicas(); copy++) {
            tasks.forEach(this::standBy);
        }
    }

    List<AssignedMember> members() {
        return members;
    }

    /** Returns which member gets a task that another member must give up first. */
    Map<TaskId, ProcessId> promises() {
        Map<TaskId, ProcessId> promises = new HashMap<>();
        for (AssignedMember member : members) {
            member.actives.stream()
                    .filter(task -> !isFree(task, member))
                    .forEach(task -> promises.put(task, member.id()));
        }
        return promises;
    }

    /** Returns whether a member decides a task from now on, since no other one has it. */
    private boolean isFree(TaskId task, AssignedMember to) {
        return members.stream().noneMatch(other -> other != to && other.decided(task));
    }

    /** Returns the members that decide something after this rebalance. */
    Set<ProcessId> deciders() {
        return members.stream()
                .filter(member -> member.actives.stream().anyMatch(task -> isFree(task, member)))
                .map(AssignedMember::id)
                .collect(Collectors.toSet());
    }

    /** Returns whether a later rebalance must move what could not be moved yet. */
    boolean isUnfinished() {
        return unfinished;
    }

    /**
     * Returns the member that decides a task before the plan is balanced: the one that decides it now, or that was to
     * get it; else the one whose rows lack least, newcomers last among equals. A member that has caught up may have to
     * restore for a second, a standby need not.
     */
    private AssignedMember decider(TaskId task) {
        List<AssignedMember> able =
                members.stream().filter(member -> member.isCaughtUp(task)).toList();
        List<AssignedMember> from = able.isEmpty() ? members : able;
        Optional<AssignedMember> present = from.stream()
                .filter(member -> member.decided(task))
                .findFirst()
                .or(() -> from.stream()
                        .filter(member -> member.id().equals(memory.promised(task)))
                        .findFirst());
        return present.orElseGet(() -> from.stream()
                .min(
                        able.isEmpty()
                                ? leastLag(task).thenComparing(LEAST_ACTIVE)
                                : leastLag(task).thenComparing(SETTLED_FIRST).thenComparing(LEAST_ACTIVE))
                .orElseThrow());
    }

    private static Comparator<AssignedMember> leastLag(TaskId task) {
        return comparingLong(member -> member.lag(task));
    }

    /** Moves tasks one by one from members with too many to members with too few, as long as there are both. */
    private void balance(BiPredicate<AssignedMember, AssignedMember> move) {
        boolean moved = true;
        while (moved) {
            moved = false;
            for (AssignedMember to : sorted(LEAST_ACTIVE)) {
                for (AssignedMember from : sorted(LEAST_ACTIVE.reversed())) {
                    moved = moved || (from.hasMoreThan(to) && move.test(from, to));
                }
            }
        }
    }

    /** Sorting keeps the order by name among equals. */
    private List<AssignedMember> sorted(Comparator<AssignedMember> order) {
        return members.stream().sorted(order).toList();
    }

    /** Moves a task to a member that has caught up, unless that is a newcomer. */
    private static boolean moveNow(AssignedMember from, AssignedMember to) {
        if (!to.isSettled()) {
            return false;
        }
        TaskId task = nearest(from.actives.stream().filter(to::isCaughtUp), to);
        if (task == null) {
            return false;
        }
        from.actives.remove(task);
        to.actives.add(task);
        return true;
    }

    /** Gives a member a copy of a task that it takes over once it has caught up and is no newcomer any more. */
    private boolean moveLater(AssignedMember from, AssignedMember to) {
        TaskId task = nearest(from.actives.stream().filter(each -> !leaving.contains(each)), to);
        if (task == null || !warmsUp(to, task)) {
            return false;
        }
        leaving.add(task);
        to.later++;
        from.later--;
        return true;
    }

    /** Returns the task whose rows a member lacks least of, so that it is the same one at the next rebalance. */
    private static @Nullable TaskId nearest(Stream<TaskId> tasks, AssignedMember to) {
        return tasks.min(Comparator.<TaskId>comparingLong(to::lag).thenComparing(task -> task))
                .orElse(null);
    }

    /** Gives a member a copy to catch up with, unless the maximum number of copies is catching up already. */
    private boolean warmsUp(AssignedMember member, TaskId task) {
        unfinished = true;
        if (warmUpsLeft == 0) {
            return false;
        }
        warmUpsLeft--;
        member.warmUps.add(task);
        return true;
    }

    /** Chooses one more member to keep a copy of a task's rows. */
    private void standBy(TaskId task) {
        List<AssignedMember> others =
                members.stream().filter(member -> !member.has(task)).toList();
        List<AssignedMember> able =
                others.stream().filter(member -> member.isCaughtUp(task)).toList();
        Optional<AssignedMember> kept = able.stream()
                .filter(this::hasRoom)
                .min(comparing((AssignedMember member) -> !member.had(task))
                        .thenComparing(leastLag(task))
                        .thenComparing(fewestBeside(task))
                        .thenComparing(LEAST_STANDBY));
        if (kept.isPresent()) {
            kept.get().standbys.add(task);
            return;
        }
        Optional<AssignedMember> keeper =
                able.stream().min(LEAST_STANDBY).or(() -> others.stream().min(LEAST_STANDBY));
        keeper.ifPresent(member -> {
            member.standbys.add(task);
            keepLater(task, member, others);
        });
    }

    /** Gives the copy to another member once it has caught up, if that one has fewer. */
    private void keepLater(TaskId task, AssignedMember from, List<AssignedMember> others) {
        Optional<AssignedMember> least = others.stream()
                .filter(member -> !member.warmUps.contains(task))
                .min(LEAST_STANDBY)
                .filter(from::hasMoreCopiesThan);
        if (least.isPresent() && warmsUp(least.get(), task)) {
            least.get().laterCopies++;
            from.laterCopies--;
        }
    }

    /** Spreads the copies of the tasks of one member over the others, which then share them if it leaves. */
    private Comparator<AssignedMember> fewestBeside(TaskId task) {
        Set<TaskId> beside = members.stream()
                .filter(member -> member.actives.contains(task))
                .findFirst()
                .orElseThrow()
                .actives;
        return comparingLong(
                member -> member.standbys.stream().filter(beside::contains).count());
    }

    /** Returns whether a member has fewer copies than its share. */
    private boolean hasRoom(AssignedMember member) {
        int threads = members.stream().mapToInt(AssignedMember::threads).sum();
        long copies = (long) tasks.size() * Math.min(settings.numStandbyReplicas(), members.size() - 1);
        return (long) member.standbys.size() * threads < copies * member.threads();
    }
}
