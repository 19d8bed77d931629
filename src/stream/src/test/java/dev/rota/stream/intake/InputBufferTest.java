package dev.rota.stream.intake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chores.ChoresDomain;
import dev.rota.stream.common.Ticker;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

class InputBufferTest {

    private final InputPositions positions = new InputPositions(
            new ChoresDomain(),
            topic -> new Reading.Rules(new ChoresDomain().rules()),
            new MockConsumer<>("none"),
            Map::of,
            () -> new PositionLookup("group", TreeSet::new, new KeptInMemory(), LogScan::new, LogScan::new, Set.of()),
            new AwaitedInputs(new ConsumerRanges(new MockConsumer<>("none")), Ticker.SYSTEM),
            false,
            (partition, lost) -> false);
    private final InputBuffer buffer = new InputBuffer();

    private void add(String topic, int many) {
        for (int i = 0; i < many; i++) {
            buffer.add(new ConsumerRecord<>(
                    topic,
                    0,
                    i,
                    0L,
                    TimestampType.CREATE_TIME,
                    -1,
                    1_000,
                    null,
                    new byte[1_000],
                    new RecordHeaders(),
                    Optional.empty()));
        }
    }

    /** Records are counted until they are taken, or dropped, in each way in which that happens. */
    @Test
    void shouldCountTheBytesThatItHolds() {
        add("orders", 10);
        add("gone", 10);
        assertThat(buffer.bytes("orders")).isEqualTo(12_000);
        assertThat(buffer.bytes("gone")).isEqualTo(12_000);

        buffer.checked(positions, Set.of("gone"));
        assertThat(buffer.bytes("gone")).isZero();
        buffer.each(Deque::remove);
        assertThat(buffer.bytes("orders")).isEqualTo(10_800);

        add("facts", 2);
        add("orders", 1);
        buffer.forget(List.of(new TopicPartition("orders", 0)));
        assertThat(buffer.bytes("orders")).isZero();
        assertThat(buffer.bytes("facts")).isEqualTo(2_400);
        buffer.clear();
        assertThat(buffer.bytes("facts")).isZero();
    }

    @Test
    void shouldCountHeaders() {
        buffer.add(new ConsumerRecord<>(
                "orders",
                0,
                0,
                0L,
                TimestampType.CREATE_TIME,
                -1,
                0,
                null,
                new byte[0],
                new RecordHeaders().add("h", new byte[1_000_000]),
                Optional.empty()));

        assertThat(buffer.bytes("orders")).isBetween(1_000_000L, 1_001_000L);
    }
}
