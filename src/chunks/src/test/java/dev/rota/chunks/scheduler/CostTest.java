package dev.rota.chunks.scheduler;

import static dev.rota.chunks.scheduler.ChunksLog.NETWORK;
import static dev.rota.chunks.scheduler.ChunksLog.worker;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.DatasetRemoved;
import dev.rota.chunks.Epoch;
import dev.rota.chunks.ListingEvent;
import dev.rota.chunks.WorkerGone;
import dev.rota.chunks.tables.ChunksTables;
import dev.rota.engine.TableType;
import dev.rota.testing.TestLog;
import dev.rota.trials.CountedStore;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Counts the rows of each table that an event writes when it is a transaction by itself. */
class CostTest {

    private static final int WORKERS = 50;
    private static final int CHUNKS = 10_000;

    private final CountedStore store = new CountedStore();
    private final ChunksLog unit = new ChunksLog(TestLog.buffered(new ChunksDomain(), store));

    /** Adds ten thousand chunks on fifty workers, with two replicas of each. */
    @BeforeEach
    void fill() {
        unit.policy(policy ->
                policy.setRings(100).setMinReplication(2).setSaturation(1).setCapacityBytes(410L));
        for (int i = 0; i < WORKERS; i++) {
            unit.ping("w" + i, "1.0.0", null);
        }
        unit.listMany("a", 0, CHUNKS);
        Epoch epoch = (Epoch) unit.epoch().get(WORKERS).value();
        assertThat(epoch.getReplicas()).isEqualTo(2 * CHUNKS);
        unit.log().flush();
    }

    /** Returns the rows of a network's tables that the event writes. */
    private Map<String, Long> written(Runnable event) {
        Map<Integer, Long> before = store.written();
        event.run();
        unit.log().flush();
        Map<String, Long> rows = new TreeMap<>();
        for (TableType<?> table : ChunksTables.ALL) {
            long count = store.written(table) - before.getOrDefault(table.number(), 0L);
            if (count > 0) {
                rows.put(table.name(), count);
            }
        }
        return rows;
    }

    @Test
    void shouldWriteOneRowForAPing() {
        assertThat(written(() -> unit.ping("w7", "1.0.0", null))).isEqualTo(Map.of("workers", 1L));
        assertThat(written(() -> unit.ping("w7", "1.0.1", 500L))).isEqualTo(Map.of("workers", 1L));
        assertThat(written(() -> unit.ping("new", "1.0.1", 500L))).isEqualTo(Map.of("workers", 1L));
        assertThat(written(() -> unit.flag("w7", true))).isEqualTo(Map.of("workers", 1L));
        assertThat(written(() -> unit.say(worker("w7", new WorkerGone())))).isEqualTo(Map.of("workers", 1L));
    }

    @Test
    void shouldWriteABlockAndTheNextNumberForAListing() {
        assertThat(written(() -> unit.listMany("a", CHUNKS, 1))).isEqualTo(Map.of("chunks", 1L, "network", 1L));
        assertThat(written(() -> unit.listMany("b", 0, 1))).isEqualTo(Map.of("chunks", 1L, "network", 1L));
        assertThat(written(() -> unit.remove("a", 5, 3, 4))).isEqualTo(Map.of("chunks", 1L));
        assertThat(written(() -> unit.listMany("b", 0, 1))).isEmpty();
        assertThat(written(() -> unit.listMany("c", 0, 6_400))).isEqualTo(Map.of("chunks", 101L, "network", 1L));
        assertThat(written(() -> unit.say(new ListingEvent(NETWORK, "c", new DatasetRemoved()))))
                .isEqualTo(Map.of("chunks", 101L));
    }

    @Test
    void shouldWriteNoAssignmentThatIsNotNew() {
        assertThat(written(unit::epoch)).isEqualTo(Map.of("network", 1L));

        // and one chunk more or fewer writes only the rows of the workers that hold it
        unit.listMany("b", 0, 1);
        unit.log().flush();
        assertThat(written(unit::epoch)).isEqualTo(Map.of("assignment changes", 2L, "network", 1L));
        unit.say(new ListingEvent(NETWORK, "b", new DatasetRemoved()));
        unit.log().flush();
        assertThat(written(unit::epoch)).isEqualTo(Map.of("assignment changes", 2L, "network", 1L));

        // and a refused epoch writes none of them
        unit.policy(policy -> policy.setMinReplication(51));
        unit.log().flush();
        assertThat(written(unit::epoch)).isEqualTo(Map.of("network", 1L));
    }

    @Test
    void shouldWriteEachWorkerForAPolicy() {
        assertThat(written(() -> unit.policy(policy -> policy.setEpochEveryMs(1_000L))))
                .isEqualTo(Map.of("network", 1L, "policy", 1L, "workers", (long) WORKERS));
    }

    @Test
    void shouldWriteNothingForRefusedEvents() {
        assertThat(written(() -> unit.flag("nobody", true))).isEmpty();
        assertThat(written(() -> unit.remove("a", 1, 1))).isEmpty();
        assertThat(written(() -> unit.list("a", 2, CHUNKS + 1, 0))).isEmpty();
        assertThat(written(() -> unit.policy(policy -> policy.setRings(0)))).isEmpty();
    }
}
