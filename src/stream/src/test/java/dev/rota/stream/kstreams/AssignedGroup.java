package dev.rota.stream.kstreams;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.assignment.ApplicationState;
import org.apache.kafka.streams.processor.assignment.AssignmentConfigs;
import org.apache.kafka.streams.processor.assignment.KafkaStreamsAssignment;
import org.apache.kafka.streams.processor.assignment.KafkaStreamsAssignment.AssignedTask;
import org.apache.kafka.streams.processor.assignment.KafkaStreamsState;
import org.apache.kafka.streams.processor.assignment.ProcessId;
import org.apache.kafka.streams.processor.assignment.TaskAssignmentUtils;
import org.apache.kafka.streams.processor.assignment.TaskAssignor.AssignmentError;
import org.apache.kafka.streams.processor.assignment.TaskAssignor.TaskAssignment;
import org.apache.kafka.streams.processor.assignment.TaskInfo;
import org.apache.kafka.streams.processor.assignment.TaskTopicPartition;
import org.apache.kafka.streams.state.HostInfo;

/** The instances of a group, with their previous and current assignments. */
final class AssignedGroup {

    private static final long DECIDES = -2;
    private static final long ACCEPTABLE = 10_000;
    static final long FAR_BEHIND = 1_000_000;
    static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Set<TaskId> tasks;
    private final SortedMap<String, Member> members = new TreeMap<>();
    private GroupMemory memory = new GroupMemory(PATIENCE);
    private boolean forgets;
    private Instant now = Instant.parse("2030-01-01T00:00:00Z");
    private Optional<Instant> followUp = Optional.empty();

    AssignedGroup(int tasks) {
        this.tasks = IntStream.range(0, tasks)
                .mapToObj(partition -> new TaskId(0, partition))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    AssignedGroup joins(String name) {
        return joins(name, 1);
    }

    AssignedGroup joins(String name, int threads) {
        Member member = new Member(name, threads, tasks, 0);
        members.put(name, member);
        return this;
    }

    /** Adds an instance with rows of all partitions that lag by {@code lag} records. */
    AssignedGroup returns(String name, long lag) {
        members.put(name, new Member(name, 1, tasks, lag));
        return this;
    }

    AssignedGroup leaves(String name) {
        members.remove(name);
        return this;
    }

    /** Lets the instance's standby tasks catch up. */
    AssignedGroup catchesUp(String name) {
        Member member = members.get(name);
        if (member != null) {
            member.standbys.forEach(task -> member.lags.put(task, 0L));
        }
        return this;
    }

    /** Makes rows on the instance's disk that belong to none of its tasks lag by {@code lag} records. */
    AssignedGroup fallsBehind(String name, long lag) {
        Member member = member(name);
        member.lags.replaceAll((task, now) ->
                member.actives.contains(task) || member.standbys.contains(task) ? now : Long.valueOf(lag));
        return this;
    }

    /** Makes the instance's standby tasks lag by {@code lag} records, as they do under traffic. */
    AssignedGroup trails(String name, long lag) {
        member(name).standbys.forEach(task -> member(name).lags.put(task, lag));
        return this;
    }

    AssignedGroup changesLeaderAtEachRebalance() {
        forgets = true;
        return this;
    }

    AssignedGroup forgetsLags() {
        members.values().forEach(member -> member.lags.clear());
        return this;
    }

    AssignedGroup waits(Duration time) {
        now = now.plus(time);
        return this;
    }

    boolean isEmpty() {
        return members.isEmpty();
    }

    /** Runs a rebalance, and those that follow at once if partitions had to be revoked first. */
    AssignedGroup rebalance() {
        for (int i = 0; i < 5; i++) {
            Map<Integer, String> before = deciders();
            once();
            Set<Integer> revoked = deciders().keySet().stream()
                    .filter(task -> before.containsKey(task)
                            && !Objects.equals(before.get(task), deciders().get(task)))
                    .collect(Collectors.toSet());
            if (revoked.isEmpty()) {
                return this;
            }
            members.values().forEach(member -> member.actives.removeIf(task -> revoked.contains(task.partition())));
        }
        throw new AssertionError("expected rebalances to end, but partitions are revoked again and again");
    }

    /** Runs rebalances until no other one is requested. Standby tasks catch up in between. */
    AssignedGroup settles() {
        for (int i = 0; i < 50; i++) {
            rebalance();
            members.keySet().forEach(this::catchesUp);
            if (followUp.isEmpty()) {
                return this;
            }
            now = followUp.get();
        }
        throw new AssertionError("expected the group to settle, but it asks for rebalances: " + deciders());
    }

    private void once() {
        ApplicationState state = new State(tasks, members);
        if (forgets) {
            memory = new GroupMemory(Duration.ZERO);
        }
        StickyAssignor assignor = new StickyAssignor(Clock.fixed(now, ZoneOffset.UTC));
        assignor.configure(Map.of(GroupMemory.KEY, memory));
        TaskAssignment assignment = assignor.assign(state);
        assertThat(TaskAssignmentUtils.validateTaskAssignment(state, assignment))
                .isEqualTo(AssignmentError.NONE);
        followUp = Optional.empty();
        for (KafkaStreamsAssignment each : assignment.assignment()) {
            members.values().stream()
                    .filter(member -> member.processId().equals(each.processId()))
                    .forEach(member -> member.take(each));
            each.followupRebalanceDeadline().ifPresent(deadline -> followUp = Optional.of(deadline));
        }
    }

    /** Asserts the invariants after a rebalance. */
    void check(Map<Integer, String> before) {
        int others = Math.min(1, members.size() - 1);
        for (TaskId task : tasks) {
            assertThat(members.values().stream().filter(member -> member.actives.contains(task)))
                    .as("deciders of " + task)
                    .hasSize(1);
            assertThat(members.values().stream()
                            .filter(member -> member.standbys.contains(task))
                            .count())
                    .as("copies of " + task)
                    .isGreaterThanOrEqualTo(others);
        }
        // No two instances exchange partitions.
        Set<String> moves = new TreeSet<>();
        deciders().forEach((task, decider) -> {
            String former = before.get(task);
            if (former != null && members.containsKey(former) && !former.equals(decider)) {
                moves.add(former + decider);
                assertThat(moves).doesNotContain(decider + former);
            }
        });
    }

    Map<Integer, String> deciders() {
        Map<Integer, String> deciders = new TreeMap<>();
        members.values().forEach(member -> member.actives.forEach(task -> deciders.put(task.partition(), member.name)));
        return deciders;
    }

    Map<Integer, String> standingBy() {
        Map<Integer, String> standing = new TreeMap<>();
        members.values()
                .forEach(member -> member.standbys.forEach(task -> standing.put(task.partition(), member.name)));
        return standing;
    }

    List<Integer> counts() {
        return members.values().stream().map(member -> member.actives.size()).toList();
    }

    int spread() {
        return counts().stream().mapToInt(count -> count).max().orElse(0)
                - counts().stream().mapToInt(count -> count).min().orElse(0);
    }

    int count(String name) {
        return member(name).actives.size();
    }

    Set<TaskId> copiesOf(String name) {
        return member(name).standbys;
    }

    private Member member(String name) {
        return Objects.requireNonNull(members.get(name), name);
    }

    List<Integer> copies() {
        List<Integer> copies = new ArrayList<>();
        tasks.forEach(task -> copies.add((int) members.values().stream()
                .filter(member -> member.standbys.contains(task))
                .count()));
        return copies;
    }

    /** Returns the time until the group rebalances by itself. */
    Optional<Duration> followsUpIn() {
        return followUp.map(then -> Duration.between(now, then));
    }

    private static final class Member implements KafkaStreamsState {
        private final String name;
        private final int threads;
        private final SortedSet<TaskId> actives = new TreeSet<>();
        private final SortedSet<TaskId> standbys = new TreeSet<>();
        private final Map<TaskId, Long> lags = new TreeMap<>();

        Member(String name, int threads, Set<TaskId> tasks, long lag) {
            this.name = name;
            this.threads = threads;
            tasks.forEach(task -> lags.put(task, lag));
        }

        void take(KafkaStreamsAssignment assignment) {
            Set<TaskId> had = new TreeSet<>(actives);
            actives.clear();
            standbys.clear();
            for (AssignedTask task : assignment.tasks().values()) {
                (task.type() == AssignedTask.Type.ACTIVE ? actives : standbys).add(task.id());
            }
            // Rows without a task fall behind. The former owner of a task still has all of its rows.
            lags.replaceAll((task, lag) -> had.contains(task)
                    ? Long.valueOf(0)
                    : actives.contains(task) || standbys.contains(task) ? lag : Long.valueOf(FAR_BEHIND));
        }

        @Override
        public ProcessId processId() {
            return new ProcessId(new UUID(0, name.charAt(0)));
        }

        @Override
        public int numProcessingThreads() {
            return threads;
        }

        @Override
        public SortedSet<String> consumerClientIds() {
            return new TreeSet<>(Set.of(name + "-1"));
        }

        @Override
        public SortedSet<TaskId> previousActiveTasks() {
            return actives;
        }

        @Override
        public SortedSet<TaskId> previousStandbyTasks() {
            return standbys;
        }

        @Override
        public long lagFor(TaskId task) {
            return Objects.requireNonNull(statefulTasksToLagSums().get(task));
        }

        @Override
        public SortedSet<TaskId> prevTasksByLag(String consumer) {
            return new TreeSet<>(actives);
        }

        @Override
        public Map<TaskId, Long> statefulTasksToLagSums() {
            Map<TaskId, Long> sums = new TreeMap<>(lags);
            actives.forEach(task -> sums.computeIfPresent(task, (id, lag) -> DECIDES));
            return sums;
        }

        @Override
        public Optional<HostInfo> hostInfo() {
            return Optional.empty();
        }

        @Override
        public Map<String, String> clientTags() {
            return Map.of();
        }

        @Override
        public Optional<String> rackId() {
            return Optional.empty();
        }
    }

    private record State(Set<TaskId> tasks, Map<String, Member> members) implements ApplicationState {

        @Override
        public Map<ProcessId, KafkaStreamsState> kafkaStreamsStates(boolean computeTaskLags) {
            return members.values().stream().collect(Collectors.toMap(Member::processId, member -> member));
        }

        @Override
        public AssignmentConfigs assignmentConfigs() {
            return new AssignmentConfigs(ACCEPTABLE, 8, 1, 60_000L, List.of());
        }

        @Override
        public Map<TaskId, TaskInfo> allTasks() {
            return tasks.stream().collect(Collectors.toMap(task -> task, Rows::new));
        }
    }

    private record Rows(TaskId id) implements TaskInfo {

        @Override
        public boolean isStateful() {
            return true;
        }

        @Override
        public Set<String> stateStoreNames() {
            return Set.of("rows");
        }

        @Override
        public Set<TaskTopicPartition> topicPartitions() {
            return Set.of();
        }
    }
}
