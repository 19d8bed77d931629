package dev.rota.stream.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.chores.ChoresDomain;
import dev.rota.engine.log.Source;
import dev.rota.settings.Names;
import dev.rota.stream.Tenant;
import dev.rota.stream.common.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests what happens to the inputs of an instance when some of them are assigned and revoked. */
class AssignedInputsTest {

    private static final TopicPartition KEPT = new TopicPartition("facts", 0);
    private static final TopicPartition MOVED = new TopicPartition("facts", 1);

    /** A member of a group whose rebalances take some polls. */
    private static final class Group extends MockConsumer<byte[], byte[]> {
        private int pollsOfRebalance;

        /** Committed positions, which the mock drops with each assignment. */
        private final Map<TopicPartition, OffsetAndMetadata> committed = new HashMap<>();

        Group() {
            super("none");
        }

        @Override
        public synchronized ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
            pollsOfRebalance = Math.max(0, pollsOfRebalance - 1);
            return super.poll(timeout);
        }

        @Override
        public synchronized void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets, Duration timeout) {
            if (pollsOfRebalance > 0) {
                throw new RebalanceInProgressException("a rebalance is on");
            }
            committed.putAll(offsets);
            super.commitSync(offsets, timeout);
        }
    }

    private final Group consumer = new Group();
    private final ConsumerRanges ranges = new ConsumerRanges(consumer);
    private final Map<String, String> ids = new HashMap<>(Map.of("facts", "first"));
    private final KeptInMemory kept = new KeptInMemory();
    private final InputBuffer buffer = new InputBuffer();
    private final InputPositions positions = new InputPositions(
            new ChoresDomain(),
            topic -> new Reading.Rules(new ChoresDomain().rules()),
            consumer,
            this::currentIds,
            () -> new PositionLookup("group", TreeSet::new, kept, LogScan::new, LogScan::new, Set.of()),
            new AwaitedInputs(ranges, Ticker.SYSTEM),
            false,
            (partition, lost) -> false);
    private final InputCommits commits =
            new InputCommits("group", consumer, topic -> false, positions, kept, Map::of, () -> false, Ticker.SYSTEM);
    private final SchemaLookups lookups =
            new SchemaLookups(Tenant.registry("http://localhost:1"), false, Duration.ofSeconds(1));
    private final AssignedInputs assigned = new AssignedInputs(
            consumer, buffer, new TopicSources(List.of(inputs())), positions, commits, kept, Ticker.SYSTEM);

    private DomainInputs inputs() {
        Names names = new Names(new ChoresDomain(), "");
        return new DomainInputs(
                names, new InputReader(names, 1), new ParkedPartitions(lookups, 1_000, System::nanoTime), kept);
    }

    AssignedInputsTest() {
        consumer.updateBeginningOffsets(Map.of(KEPT, 0L, MOVED, 0L));
        consumer.updateEndOffsets(Map.of(KEPT, 0L, MOVED, 0L));
    }

    private Map<String, String> currentIds() {
        if (ids.isEmpty()) {
            throw new TimeoutException("the cluster does not answer");
        }
        return Map.copyOf(ids);
    }

    @AfterEach
    void close() {
        lookups.close();
    }

    /** Applies the result of a rebalance, as a Kafka consumer does. */
    private void assign(TopicPartition... partitions) {
        List<TopicPartition> added = new ArrayList<>(List.of(partitions));
        added.removeAll(consumer.assignment());
        List<TopicPartition> revoked = new ArrayList<>(consumer.assignment());
        revoked.removeAll(List.of(partitions));
        if (!revoked.isEmpty()) {
            assigned.onPartitionsRevoked(revoked);
        }
        consumer.assign(List.of(partitions));
        assigned.onPartitionsAssigned(added);
    }

    private void append(TopicPartition partition, long offset) {
        commits.use(Set.of(partition));
        assertThat(commits.isUsed(partition)).isTrue();
        commits.sent(source(partition, offset)).run();
        consumer.seek(partition, offset + 1);
    }

    private static Source source(TopicPartition partition, long offset) {
        return new Source(partition.topic(), partition.partition(), offset, "first");
    }

    private PositionMark committed(TopicPartition partition) {
        return Objects.requireNonNull(
                PositionMark.of(Objects.requireNonNull(consumer.committed.get(partition)), Reading.Rules::new));
    }

    private static PositionMark mark(long next, boolean clean) {
        return new PositionMark(
                "first", next, "", new Reading.Rules(new ChoresDomain().rules()), clean, new TreeSet<>());
    }

    private static ConsumerRecord<byte[], byte[]> polled(TopicPartition partition, long offset) {
        return new ConsumerRecord<>(partition.topic(), partition.partition(), offset, new byte[0], new byte[0]);
    }

    @Test
    void shouldHandOverOnlyWhatIsTakenAway() {
        // given that both are read, and a record of each is pending
        assign(KEPT, MOVED);
        append(KEPT, 4);
        append(MOVED, 6);
        buffer.add(polled(KEPT, 5));
        buffer.add(polled(MOVED, 7));
        buffer.checked(positions, Set.of());

        // when
        assign(KEPT);

        // then the moving one is left cleanly before its pending record, and the other one is still in use
        assertThat(committed(MOVED)).isEqualTo(mark(7, true));
        assertThat(committed(KEPT)).isEqualTo(mark(5, false));
        assertThat(buffer.partitions()).containsExactly(KEPT);
        assertThat(positions.unmarked(KEPT)).isNull();
        assertThat(consumer.position(KEPT)).isEqualTo(5);
    }

    @Test
    void shouldReadOnWhatItHasWhenMoreIsAssigned() {
        // given
        assign(KEPT);
        append(KEPT, 4);
        buffer.add(polled(KEPT, 5));

        // when
        assign(KEPT, MOVED);

        // then
        assertThat(consumer.position(KEPT)).isEqualTo(5);
        assertThat(consumer.position(MOVED)).isZero();
        assertThat(positions.unmarked(KEPT)).isNull();
        assertThat(positions.unmarked(MOVED)).isNotNull();
        assertThat(buffer.waiting()).containsExactly(Map.entry(KEPT, source(KEPT, 5)));
    }

    @Test
    void shouldReadATopicAnewOfWhichItHadAnotherPartition() {
        // given
        assign(KEPT);
        append(KEPT, 4);
        buffer.add(polled(KEPT, 5));

        // when the topic was created again, and intake has not noticed before the rebalance
        ids.put("facts", "second");
        assign(KEPT, MOVED);

        // then
        assertThat(positions.id("facts")).isEqualTo("second");
        assertThat(consumer.position(KEPT)).isZero();
        assertThat(consumer.position(MOVED)).isZero();
        assertThat(buffer.partitions()).isEmpty();
        assertThat(buffer.hasUnchecked()).isFalse();
        assertThat(positions.replaced()).isEmpty();
    }

    @Test
    void shouldAskNothingWhenNothingIsAssigned() {
        assign(KEPT);
        append(KEPT, 4);
        ids.clear();

        assign(KEPT);

        assertThat(consumer.position(KEPT)).isEqualTo(5);
        assertThat(positions.id("facts")).isEqualTo("first");
    }

    @Test
    void shouldSeeARebalanceThroughBeforeItEnds() {
        // given
        assign(KEPT);
        append(KEPT, 4);
        consumer.pollsOfRebalance = 3;

        // when
        assigned.end();

        // then
        assertThat(committed(KEPT)).isEqualTo(mark(5, true));
        assertThat(consumer.pollsOfRebalance).isZero();
    }

    /** Members of a group learn of all topics that any of them reads. */
    @Test
    void shouldReadOnWithoutForeignTopicsThatMayNotBeRead() {
        assign(KEPT, MOVED);
        consumer.setPollException(new TopicAuthorizationException(Set.of("orders")));
        assigned.poll();

        consumer.setPollException(new TopicAuthorizationException(Set.of("orders", "chores.events")));
        assertThatThrownBy(assigned::poll).isInstanceOf(TopicAuthorizationException.class);
    }
}
