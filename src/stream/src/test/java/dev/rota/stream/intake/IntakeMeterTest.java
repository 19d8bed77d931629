package dev.rota.stream.intake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chores.ChoresDomain;
import dev.rota.settings.Names;
import dev.rota.stream.Tenant;
import dev.rota.stream.common.Ticker;
import dev.rota.testing.Dice;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares intake's lag and age with a model of each input record. */
class IntakeMeterTest {

    private static final List<TopicPartition> PARTITIONS = Stream.of("facts", "events")
            .flatMap(topic -> Stream.of(new TopicPartition(topic, 0), new TopicPartition(topic, 1)))
            .toList();

    private static final long SECOND_NS = 1_000_000_000;

    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
    private final InputBuffer buffer = new InputBuffer();
    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    private final InputPositions positions = new InputPositions(
            new ChoresDomain(),
            topic -> new Reading.Rules(new ChoresDomain().rules()),
            consumer,
            Map::of,
            () -> {
                throw new AssertionError("expected no lookup of positions");
            },
            new AwaitedInputs(new ConsumerRanges(consumer), Ticker.SYSTEM),
            false,
            (partition, lost) -> false);

    /** The timestamps of records that are read and not appended, by partition, oldest first. */
    private final Map<String, Deque<Long>> read = new TreeMap<>();

    private final Map<String, Deque<Long>> unread = new TreeMap<>();
    private final Map<TopicPartition, Long> ends = new HashMap<>();
    private long wallMs = 1_000_000;
    private long nanos;

    private final IntakeMeter meter = new IntakeMeter(
            new Names(new ChoresDomain(), ""),
            new ParkedPartitions(
                    new SchemaLookups(Tenant.registry("http://localhost:1"), false, Duration.ofSeconds(1)),
                    1,
                    () -> nanos),
            () -> 2,
            metrics,
            () -> wallMs,
            () -> nanos);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void shouldMeasureLagAndAge(long seed) {
        // given
        Dice dice = new Dice(seed);
        consumer.assign(PARTITIONS);
        for (TopicPartition partition : PARTITIONS) {
            ends.put(partition, 0L);
            read.put(partition.toString(), new ArrayDeque<>());
            unread.put(partition.toString(), new ArrayDeque<>());
        }
        consumer.updateBeginningOffsets(ends);
        consumer.updateEndOffsets(ends);

        for (int i = 0; i < 300; i++) {
            // when
            switch (dice.below(5)) {
                case 0, 1 -> produce(dice.of(PARTITIONS), dice.oneIn(10) ? -1 : wallMs - dice.below(90_000));
                case 2 -> poll(dice.oneIn(2));
                case 3 -> append(dice.of(PARTITIONS), 1 + dice.below(3));
                default -> wallMs += dice.below(5_000);
            }
            nanos += SECOND_NS;
            meter.look(consumer, buffer);

            // then
            for (String topic : Set.of("facts", "events")) {
                assertThat(shown("rota.intake.lag", topic))
                        .as("lag of %s at %d", topic, i)
                        .isEqualTo(left(topic));
                assertThat(shown("rota.intake.oldest.seconds", topic))
                        .as("age of %s at %d", topic, i)
                        .isEqualTo(oldest(topic));
            }
        }
    }

    private void produce(TopicPartition to, long timestamp) {
        long offset = ends.merge(to, 1L, Long::sum) - 1;
        consumer.updateEndOffsets(ends);
        consumer.addRecord(new ConsumerRecord<>(
                to.topic(),
                to.partition(),
                offset,
                timestamp,
                TimestampType.CREATE_TIME,
                0,
                0,
                new byte[0],
                new byte[0],
                new RecordHeaders(),
                Optional.empty()));
        queue(unread, to.toString()).add(timestamp);
    }

    /** Polls. The cluster may or may not return the id of the records' topic. */
    private void poll(boolean answered) {
        consumer.poll(Duration.ZERO).forEach(buffer::add);
        if (answered) {
            buffer.checked(positions, Set.of());
        }
        unread.forEach((partition, left) -> {
            queue(read, partition).addAll(left);
            left.clear();
        });
    }

    private void append(TopicPartition of, int records) {
        buffer.each(queue -> {
            for (int i = 0; i < records && queue.element().partition().equals(of); i++) {
                queue.remove();
                queue(read, of.toString()).remove();
                if (queue.isEmpty()) {
                    return;
                }
            }
        });
    }

    private static Deque<Long> queue(Map<String, Deque<Long>> partitions, String partition) {
        return Objects.requireNonNull(partitions.get(partition));
    }

    private double left(String topic) {
        return all(read, topic).mapToInt(Deque::size).sum()
                + all(unread, topic).mapToInt(Deque::size).sum();
    }

    /** Returns the age of the oldest record that is next in its partition and has a timestamp. */
    private double oldest(String topic) {
        return all(read, topic)
                .filter(queue -> !queue.isEmpty() && queue.element() >= 0)
                .mapToDouble(queue -> (wallMs - queue.element()) / 1e3)
                .max()
                .orElse(0);
    }

    private static Stream<Deque<Long>> all(Map<String, Deque<Long>> partitions, String topic) {
        return partitions.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(topic))
                .map(Map.Entry::getValue);
    }

    private double shown(String gauge, String topic) {
        return metrics.get(gauge).tag("topic", topic).gauge().value();
    }
}
