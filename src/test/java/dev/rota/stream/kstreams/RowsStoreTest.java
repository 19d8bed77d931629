package dev.rota.stream.kstreams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chores.ChoreRow;
import dev.rota.chores.ChoresDomain;
import dev.rota.engine.rows.RowLayout;
import dev.rota.engine.schema.AvroCodec;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Properties;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RowsStoreTest {

    private static final AvroCodec<ChoreRow> ROWS = AvroCodec.of(ChoreRow.class);
    private static final byte[] KEY = {16, 1};
    private static final ChoreRow ROW = new ChoreRow(1, 0L, 2);

    private final KeyValueStore<Bytes, byte[]> inner =
            Stores.inMemoryKeyValueStore("rows").get();
    private final RowsStore store = new RowsStore(inner, RowLayout.of(new ChoresDomain()));

    @TempDir
    private Path state;

    @SuppressWarnings("NullAway.Init")
    private StateStoreContext context;

    @BeforeEach
    void init() {
        context = new MockProcessorContext<>(new Properties(), new TaskId(0, 0), state.toFile()).getStateStoreContext();
        store.init(context, store);
    }

    @Test
    void shouldWriteNothingBeforeACommit() {
        store.rows().put(ROWS, KEY, ROW);
        assertThat(inner.get(Bytes.wrap(KEY))).isNull();

        store.flushCache();
        assertThat(inner.get(Bytes.wrap(KEY))).isEqualTo(stored(ROW));
    }

    @Test
    void shouldNotSeeUncommittedRowsOfARevivedTask() {
        // given a row that was never committed
        store.rows().put(ROWS, KEY, ROW);

        // when
        store.init(context, store);

        // then
        assertThat(store.rows().get(ROWS, KEY)).isNull();
        store.flushCache();
        assertThat(inner.get(Bytes.wrap(KEY))).isNull();
    }

    @Test
    void shouldNotSeeRowsThatAStandbysChangelogHasOverwritten() {
        // given a cached row, which the changelog has overwritten in the store below
        store.rows().put(ROWS, KEY, ROW);
        store.flushCache();
        ChoreRow restored = new ChoreRow(7, 0L, 7);
        inner.put(Bytes.wrap(KEY), stored(restored));

        // when
        store.clearCache();

        // then
        assertThat(store.rows().get(ROWS, KEY)).isEqualTo(restored);
    }

    @Test
    void shouldNotCallAProcessorThatIsGone() {
        // given
        store.beforeFlush(() -> {
            throw new IllegalStateException("called");
        });

        // when the task becomes a standby task
        store.clearCache();

        // then
        store.flushCache();
    }

    /** A row's bytes in the store's first format. */
    private static byte[] stored(ChoreRow row) {
        byte[] avro = ROWS.encode(row);
        return ByteBuffer.allocate(1 + avro.length).put((byte) 1).put(avro).array();
    }
}
