package dev.rota.stream.adopted;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.settings.Names;
import dev.rota.shards.scheduler.ShardsDomain;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class LevelsTest {

    /** A producer that may be without a connection, for which each record waits in vain. */
    private static final class Connection extends MockProducer<byte[], byte[]> {
        private boolean silent;
        private int waits;

        Connection() {
            super(true, null, new ByteArraySerializer(), new ByteArraySerializer());
        }

        @Override
        public synchronized Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, Callback callback) {
            if (silent) {
                waits++;
                callback.onCompletion(null, new TimeoutException("there is no metadata"));
                return CompletableFuture.failedFuture(new TimeoutException("there is no metadata"));
            }
            return super.send(record, callback);
        }
    }

    private final Connection producer = new Connection();

    @AutoClose
    private final Levels levels =
            new Levels(new Names(new ShardsDomain(), "", List.of("orders")), () -> "LOG", () -> producer);

    private Map<String, Long> told() {
        Map<String, Long> told = new TreeMap<>();
        producer.history()
                .forEach(record ->
                        told.put(new String(record.key(), UTF_8), Long.valueOf(new String(record.value(), UTF_8))));
        producer.clear();
        return told;
    }

    private static Map<String, Long> units(int many) {
        Map<String, Long> units = new HashMap<>();
        IntStream.range(0, many).forEach(i -> units.put("pool-" + i, 30_000L));
        return units;
    }

    @Test
    void shouldTellOnlyWhatHasChanged() {
        levels.publish(Map.of("a", 90_000L, "b", 10L), Map.of());
        assertThat(told()).isEqualTo(Map.of("level/LOG/a", 90_000L));

        levels.publish(Map.of("a", 90_000L, "b", 20_000L), Map.of());
        assertThat(told()).isEmpty();

        levels.publish(Map.of("a", 30_000L, "b", 20_000L), Map.of("a", 90_000L));
        assertThat(told()).isEqualTo(Map.of("level/LOG/a", 30_000L));
    }

    /** The instance that decided a unit before may have told a great number, which would hold the unit back for ever. */
    @Test
    void shouldTellTheSmallNumberOfAUnitOfWhichAnotherInstanceHasToldAGreatOne() {
        levels.publish(Map.of("a", 7L), Map.of("a", 90_000L));
        assertThat(told()).isEqualTo(Map.of("level/LOG/a", 0L));

        levels.publish(Map.of(), Map.of());
        levels.publish(Map.of("a", 7L), Map.of("a", 90_000L));
        assertThat(told()).isEqualTo(Map.of("level/LOG/a", 0L));
        levels.publish(Map.of("a", 7L), Map.of("a", 90_000L));
        assertThat(told()).isEmpty();
    }

    @Test
    void shouldTellManyUnitsBitByBit() {
        Map<String, Long> units = units(2 * Levels.BATCH_MAX + 1);
        Map<String, Long> all = new HashMap<>();
        for (int expected : new int[] {Levels.BATCH_MAX, Levels.BATCH_MAX, 1, 0}) {
            levels.publish(units, Map.of());
            Map<String, Long> told = told();
            assertThat(told).hasSize(expected);
            all.putAll(told);
        }
        assertThat(all).hasSize(units.size());
    }

    /** Each record waits for metadata; the thread that watches must not wait for more than one. */
    @Test
    void shouldNotWaitForEachUnitWithoutAConnection() {
        producer.silent = true;
        levels.publish(units(500), Map.of());
        assertThat(producer.waits).isEqualTo(1);

        producer.silent = false;
        levels.publish(units(500), Map.of());
        assertThat(told()).hasSize(500);
    }
}
