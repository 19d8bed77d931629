package dev.rota.stream.kstreams;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.streams.processor.assignment.ApplicationState;
import org.apache.kafka.streams.processor.assignment.KafkaStreamsAssignment;
import org.apache.kafka.streams.processor.assignment.ProcessId;
import org.apache.kafka.streams.processor.assignment.TaskAssignor;
import org.apache.kafka.streams.processor.assignment.assignors.StickyTaskAssignor;

/**
 * Assigns log partitions to instances. A partition stays where it is decided unless that instance has too many. Kafka's
 * default redistributes all partitions, in order, whenever an instance joins or leaves; so partitions move between
 * instances that did not change, and each of them stands still for two rebalances.
 *
 * <p>Like Kafka's, it moves no partition to an instance whose copy of the rows is far behind. Such an instance gets a
 * copy to catch up with, and another rebalance moves the partition. Nor does it move partitions to an instance that has
 * just started, or between others while instances join and leave; see {@link GroupMemory}.
 */
public final class StickyAssignor implements TaskAssignor {

    private final Clock clock;
    private GroupMemory memory = new GroupMemory(Duration.ZERO);

    /** Creates an assignor for Kafka Streams, which configures it afterwards. */
    public StickyAssignor() {
        this(Clock.systemUTC());
    }

    StickyAssignor(Clock clock) {
        this.clock = clock;
    }

    @Override
    public void configure(Map<String, ?> configs) {
        if (configs.get(GroupMemory.KEY) instanceof GroupMemory kept) {
            memory = kept;
        }
    }

    @Override
    public TaskAssignment assign(ApplicationState application) {
        Instant now = clock.instant();
        Map<ProcessId, Instant> waiting =
                memory.newcomers(application.kafkaStreamsStates(true).values(), now);
        boolean isAtRest = memory.isAtRest(application.kafkaStreamsStates(false).keySet(), now);
        Instant probe = now.plusMillis(application.assignmentConfigs().probingRebalanceIntervalMs());
        Instant later = isAtRest ? earliest(probe, waiting.values()) : memory.rest();
        AssignmentPlan plan = AssignmentPlan.of(application, waiting.keySet(), isAtRest, memory);
        if (!plan.knowsLags()) {
            return asIs(application, later);
        }
        plan.make();
        memory.assigned(plan.deciders(), plan.promises());
        List<KafkaStreamsAssignment> assignments = new ArrayList<>();
        for (AssignedMember member : plan.members()) {
            KafkaStreamsAssignment assignment = member.assignment();
            boolean asks = plan.isUnfinished() && assignments.isEmpty();
            assignments.add(asks ? assignment.withFollowupRebalance(later) : assignment);
        }
        return new TaskAssignment(assignments);
    }

    private static Instant earliest(Instant one, Collection<Instant> others) {
        return Stream.concat(Stream.of(one), others.stream())
                .min(Comparator.naturalOrder())
                .orElseThrow();
    }

    /**
     * Leaves all partitions where they are: the ends of the changelogs could not be looked up. Kafka's own assignor
     * would rebalance again at once, for as long as the brokers are away.
     */
    private static TaskAssignment asIs(ApplicationState application, Instant later) {
        Collection<KafkaStreamsAssignment> assignments =
                new StickyTaskAssignor(true).assign(application).assignment();
        return new TaskAssignment(assignments.stream()
                .map(each -> each.followupRebalanceDeadline().isPresent() ? each.withFollowupRebalance(later) : each)
                .toList());
    }
}
