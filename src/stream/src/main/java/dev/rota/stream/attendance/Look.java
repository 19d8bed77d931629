package dev.rota.stream.attendance;

import dev.rota.kafka.AdminAnswers;
import dev.rota.kafka.Topics;
import dev.rota.settings.Names;
import dev.rota.stream.common.Ticker;
import dev.rota.stream.intake.CommittedInputs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/**
 * Finds out whether everything that a party had sent until now is decided, and can be read. It waits in turn for intake to
 * reach the ends of the inputs by which parties are judged, of this moment, for the scheduler to reach the log's, and for the outputs' last stable offsets to reach
 * their ends. So whoever had sent something is not silent, and whoever was asked something could read it.
 */
public final class Look {

    /** A look that takes longer has failed. */
    private static final long NANOS_MAX = 5_000_000_000L;

    /**
     * The first pause between two queries; each is twice as long as the one before, since a cluster that lags must not
     * be queried more.
     */
    private static final Duration PAUSE_MIN = Duration.ofMillis(20);

    private static final Duration PAUSE_MAX = Duration.ofMillis(640);

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
    private final Ticker ticker;

    /** @param notApplied returns the next offsets of log partitions that do not follow their deliveries */
    public Look(Names names, Admin admin, Supplier<Map<Integer, Long>> notApplied, Ticker ticker) {
        this.names = names;
        this.admin = admin;
        this.notApplied = notApplied;
        this.ticker = ticker;
    }

    /** Looks once; returns why it has failed for some of the log partitions. */
    Map<Integer, String> take(Collection<Integer> logPartitions) throws Failed, InterruptedException {
        long limit = ticker.nanoTime() + NANOS_MAX;
        inputsAreRead(limit);
        Map<Integer, String> behind = logIsDecided(logPartitions, limit);
        outputsAreReadable(limit);
        return behind;
    }

    private void inputsAreRead(long limit) throws Failed, InterruptedException {
        Collection<TopicDescription> topics = AdminAnswers.get(
                        admin.describeTopics(names.heard()).allTopicNames())
                .values();
        Map<String, String> ids = new HashMap<>();
        topics.forEach(topic -> ids.put(topic.name(), topic.topicId().toString()));
        Map<TopicPartition, Long> ends = ends(Topics.partitions(topics), IsolationLevel.READ_UNCOMMITTED);
        ends.values().removeIf(offset -> offset == 0);
        List<Behind> behind = waitFor(ends, left -> CommittedInputs.of(admin, names.intake(), ids), limit);
        if (!behind.isEmpty()) {
            Behind one = behind.get(0);
            throw new Failed("intake has read " + one.partition() + " up to " + one.progress());
        }
    }

    private Map<Integer, String> logIsDecided(Collection<Integer> logPartitions, long limit)
            throws InterruptedException {
        Map<TopicPartition, Long> ends = byTopicPartition(Topics.ends(admin, names.log()));
        ends.keySet().removeIf(partition -> !logPartitions.contains(partition.partition()));
        Map<Integer, String> behind = new HashMap<>();
        for (Behind one : waitFor(ends, left -> decided(), limit)) {
            behind.put(one.partition().partition(), "it is decided up to " + one.progress());
        }
        return behind;
    }

    private Map<TopicPartition, Long> decided() {
        Map<Integer, Long> decided = Topics.committed(admin, names.scheduler(), names.log());
        notApplied.get().forEach((partition, next) -> decided.merge(partition, next, Math::min));
        return byTopicPartition(decided);
    }

    private void outputsAreReadable(long limit) throws Failed, InterruptedException {
        List<TopicPartition> outputs = Topics.partitions(admin, names.outputs());
        Map<TopicPartition, Long> ends = ends(outputs, IsolationLevel.READ_UNCOMMITTED);
        List<Behind> behind = waitFor(ends, left -> ends(left, IsolationLevel.READ_COMMITTED), limit);
        if (!behind.isEmpty()) {
            Behind one = behind.get(0);
            throw new Failed("an open transaction holds back " + one.partition() + " at " + one.progress());
        }
    }

    /** A partition that has not reached an end in time. */
    private record Behind(TopicPartition partition, long at, long end) {
        String progress() {
            return at + " of " + end;
        }
    }

    /** Returns the positions of partitions now; a partition without an answer is at 0. */
    @FunctionalInterface
    private interface Positions {
        Map<TopicPartition, Long> of(Collection<TopicPartition> partitions);
    }

    /** Waits until all partitions have reached these ends; returns those that have not at the time limit. */
    private List<Behind> waitFor(Map<TopicPartition, Long> ends, Positions positions, long limit)
            throws InterruptedException {
        Map<TopicPartition, Long> left = new HashMap<>(ends);
        Duration pause = PAUSE_MIN;
        while (!left.isEmpty()) {
            Map<TopicPartition, Long> now = positions.of(left.keySet());
            left.entrySet().removeIf(each -> now.getOrDefault(each.getKey(), 0L) >= each.getValue());
            if (!left.isEmpty() && ticker.nanoTime() >= limit) {
                List<Behind> behind = new ArrayList<>();
                left.forEach(
                        (partition, end) -> behind.add(new Behind(partition, now.getOrDefault(partition, 0L), end)));
                return behind;
            }
            if (!left.isEmpty()) {
                ticker.sleep(pause);
                pause = pause.compareTo(PAUSE_MAX) < 0 ? pause.multipliedBy(2) : PAUSE_MAX;
            }
        }
        return List.of();
    }

    private Map<TopicPartition, Long> byTopicPartition(Map<Integer, Long> offsets) {
        Map<TopicPartition, Long> all = new HashMap<>();
        offsets.forEach((partition, offset) -> all.put(new TopicPartition(names.log(), partition), offset));
        return all;
    }

    private Map<TopicPartition, Long> ends(Collection<TopicPartition> partitions, IsolationLevel isolation) {
        return Topics.offsets(admin, partitions, OffsetSpec.latest(), isolation);
    }
}
