package dev.rota.stream.attendance;

import dev.rota.engine.Input;
import dev.rota.engine.Output;
import dev.rota.kafka.Answers;
import dev.rota.kafka.Topics;
import dev.rota.settings.Names;
import dev.rota.stream.intake.CommittedInputs;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/**
 * Finds out whether everything sent until now is decided, and can be read. It waits in turn for intake to reach the
 * inputs' ends of this moment, for the scheduler to reach the log's, and for the outputs' last stable offsets to reach
 * their ends. So whoever had sent something is not silent, and whoever was asked something could read it.
 */
public final class Look {

    /** A look that takes longer has failed. */
    private static final long NANOS_MAX = 5_000_000_000L;

    private static final long POLL_MS = 20;

    /** Thrown if a look has failed for all log partitions. */
    static final class Failed extends Exception {
        private static final long serialVersionUID = 1L;

        Failed(String message) {
            super(message, null, false, false);
        }
    }

    private final Names names;
    private final Admin admin;
    private final Supplier<Map<Integer, Long>> notApplied;
    private final LongSupplier nanos;

    /** @param notApplied the next offsets of log partitions that do not follow their deliveries */
    public Look(Names names, Admin admin, Supplier<Map<Integer, Long>> notApplied, LongSupplier nanos) {
        this.names = names;
        this.admin = admin;
        this.notApplied = notApplied;
        this.nanos = nanos;
    }

    /** Looks; returns why it has failed for some of the log partitions. */
    Map<Integer, String> take(Collection<Integer> logPartitions) throws Failed, InterruptedException {
        long end = nanos.getAsLong() + NANOS_MAX;
        inputsAreRead(end);
        Map<Integer, String> behind = logIsDecided(logPartitions, end);
        outputsAreReadable(end);
        return behind;
    }

    private void inputsAreRead(long end) throws Failed, InterruptedException {
        List<String> topics = names.domain().inputs().stream()
                .map(Input::topic)
                .map(names::topic)
                .toList();
        Map<String, String> ids = Topics.ids(admin, topics);
        Map<TopicPartition, Long> left = ends(partitions(topics), IsolationLevel.READ_UNCOMMITTED);
        left.values().removeIf(offset -> offset == 0);
        while (true) {
            Map<TopicPartition, Long> read = CommittedInputs.of(admin, names.intake(), ids);
            left.entrySet().removeIf(one -> read.getOrDefault(one.getKey(), 0L) >= one.getValue());
            if (left.isEmpty()) {
                return;
            }
            TopicPartition first = left.keySet().iterator().next();
            waitUntil(
                    end,
                    () -> "intake has read " + first + " up to " + read.getOrDefault(first, 0L) + " of "
                            + left.get(first));
        }
    }

    private Map<Integer, String> logIsDecided(Collection<Integer> logPartitions, long end) throws InterruptedException {
        Map<Integer, Long> left = new TreeMap<>(Topics.ends(admin, names.log()));
        left.keySet().retainAll(logPartitions);
        Map<Integer, String> behind = new HashMap<>();
        while (!left.isEmpty()) {
            Map<Integer, Long> decided = Topics.committed(admin, names.scheduler(), names.log());
            notApplied.get().forEach((partition, next) -> decided.merge(partition, next, Math::min));
            left.entrySet().removeIf(one -> decided.getOrDefault(one.getKey(), 0L) >= one.getValue());
            if (!left.isEmpty() && nanos.getAsLong() >= end) {
                left.forEach((partition, offset) -> behind.put(
                        partition, "it is decided up to " + decided.getOrDefault(partition, 0L) + " of " + offset));
                return behind;
            }
            if (!left.isEmpty()) {
                Thread.sleep(POLL_MS);
            }
        }
        return behind;
    }

    private void outputsAreReadable(long end) throws Failed, InterruptedException {
        List<String> topics = names.domain().outputs().stream()
                .map(Output::topic)
                .map(names::topic)
                .toList();
        List<TopicPartition> partitions = partitions(topics);
        Map<TopicPartition, Long> left = ends(partitions, IsolationLevel.READ_UNCOMMITTED);
        while (true) {
            Map<TopicPartition, Long> stable = ends(left.keySet(), IsolationLevel.READ_COMMITTED);
            left.entrySet().removeIf(one -> stable.getOrDefault(one.getKey(), 0L) >= one.getValue());
            if (left.isEmpty()) {
                return;
            }
            TopicPartition first = left.keySet().iterator().next();
            waitUntil(
                    end,
                    () -> "an open transaction holds back " + first + " at " + stable.getOrDefault(first, 0L) + " of "
                            + left.get(first));
        }
    }

    private void waitUntil(long end, Supplier<String> why) throws Failed, InterruptedException {
        if (nanos.getAsLong() >= end) {
            throw new Failed(why.get());
        }
        Thread.sleep(POLL_MS);
    }

    private List<TopicPartition> partitions(List<String> topics) {
        List<TopicPartition> partitions = new ArrayList<>();
        for (TopicDescription topic :
                Answers.get(admin.describeTopics(topics).allTopicNames()).values()) {
            partitions.addAll(Topics.partitions(Objects.requireNonNull(topic)));
        }
        return partitions;
    }

    private Map<TopicPartition, Long> ends(Collection<TopicPartition> partitions, IsolationLevel isolation) {
        return Topics.offsets(admin, partitions, OffsetSpec.latest(), isolation);
    }
}
