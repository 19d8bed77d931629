package dev.rota.stream.intake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chores.ChoresDomain;
import dev.rota.stream.common.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetCommitCallback;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;

class InputCommitsTest {

    private static final int PARTITIONS = 1_000;

    /** A group that refuses the offsets of some topics, and all others of the same request. */
    private static final class Group extends MockConsumer<byte[], byte[]> {
        private final Map<String, KafkaException> refused = new HashMap<>();
        private int commits;
        private boolean isWaiting;

        /** The topics of the commits that are tried once. */
        private final List<String> tries = new ArrayList<>();

        Group() {
            super("none");
        }

        @Override
        public synchronized void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets, Duration timeout) {
            commits++;
            for (TopicPartition partition : offsets.keySet()) {
                KafkaException failure = refused.get(partition.topic());
                if (failure != null) {
                    throw failure;
                }
            }
            isWaiting = true;
            super.commitSync(offsets, timeout);
            isWaiting = false;
        }

        @Override
        public synchronized void commitAsync(
                Map<TopicPartition, OffsetAndMetadata> offsets, OffsetCommitCallback callback) {
            if (isWaiting) {
                super.commitAsync(offsets, callback);
                return;
            }
            tries.addAll(offsets.keySet().stream().map(TopicPartition::topic).collect(Collectors.toSet()));
            KafkaException failure = offsets.keySet().stream()
                    .map(partition -> refused.get(partition.topic()))
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse(null);
            if (failure == null) {
                super.commitAsync(offsets, callback);
            } else {
                callback.onComplete(offsets, failure);
            }
        }
    }

    private final Group consumer = new Group();
    private final List<TopicPartition> partitions = new ArrayList<>();
    private final InputPositions positions = new InputPositions(
            new ChoresDomain(),
            topic -> new Reading.Rules(new ChoresDomain().rules()),
            consumer,
            () -> Map.of("facts", "first", "orders", "second", "mails", "third"),
            () -> new PositionLookup("group", TreeSet::new, new KeptInMemory(), LogScan::new, LogScan::new, Set.of()),
            new AwaitedInputs(new ConsumerRanges(consumer), Ticker.SYSTEM),
            false,
            (partition, lost) -> false);
    private final InputCommits commits = commits(topic -> false);

    private InputCommits commits(Predicate<String> foreign) {
        return new InputCommits(
                "group", consumer, foreign, positions, new KeptInMemory(), Map::of, () -> false, Ticker.SYSTEM);
    }

    InputCommitsTest() {
        for (String topic : List.of("facts", "orders", "mails")) {
            IntStream.range(0, PARTITIONS).forEach(i -> partitions.add(new TopicPartition(topic, i)));
        }
        Map<TopicPartition, Long> empty = partitions.stream().collect(Collectors.toMap(each -> each, each -> 0L));
        consumer.updateBeginningOffsets(empty);
        consumer.updateEndOffsets(empty);
        consumer.assign(partitions);
        positions.resume(partitions);
    }

    private Map<String, Long> used() {
        return partitions.stream()
                .filter(commits::isUsed)
                .collect(Collectors.groupingBy(TopicPartition::topic, Collectors.counting()));
    }

    @Test
    void shouldMarkManyPartitionsWithOneCommit() {
        commits.use(partitions);
        commits.use(partitions);

        assertThat(used()).isEqualTo(Map.of("facts", 1_000L, "orders", 1_000L, "mails", 1_000L));
        assertThat(consumer.commits).isEqualTo(1);
    }

    /** One commit fails for all, then one for each topic. */
    @Test
    void shouldMarkTheOthersIfATopicIsForbiddenOrGone() {
        consumer.refused.put("orders", new TopicAuthorizationException(Set.of("orders")));
        consumer.refused.put("mails", new KafkaException("Topic or Partition mails-0 does not exist"));
        commits.use(partitions);

        assertThat(used()).isEqualTo(Map.of("facts", 1_000L));
        assertThat(consumer.commits).isEqualTo(4);

        consumer.refused.clear();
        commits.use(partitions);
        assertThat(used()).hasSize(3);
        assertThat(consumer.commits).isEqualTo(5);
    }

    /** A commit of positions in a topic that is being deleted would be repeated for seconds. */
    @Test
    void shouldCommitEachForeignTopicApartAndOnce() {
        InputCommits adopting = commits(topic -> !topic.equals("facts"));
        consumer.refused.put("mails", new TimeoutException("This server does not host this topic-partition"));
        adopting.use(partitions);

        assertThat(partitions.stream().filter(adopting::isUsed).map(TopicPartition::topic))
                .contains("facts", "orders")
                .doesNotContain("mails");
        assertThat(consumer.tries).containsExactly("mails", "orders");
        assertThat(consumer.commits).as("commits that are repeated").isEqualTo(2);

        consumer.refused.clear();
        adopting.use(partitions);
        assertThat(partitions).allMatch(adopting::isUsed);
    }

    /** Each commit waits for seconds; the partitions would be lost if they were tried one by one. */
    @Test
    void shouldTryOnceWithoutACoordinator() {
        consumer.refused.put("orders", new TimeoutException("no coordinator"));
        commits.use(partitions);

        assertThat(used()).isEmpty();
        assertThat(consumer.commits).isEqualTo(1);
    }
}
