package dev.rota.stream.kstreams;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.chores.ChoreRow;
import dev.rota.chores.ChoresDomain;
import dev.rota.engine.rows.RowLayout;
import dev.rota.engine.rows.Rows;
import dev.rota.engine.schema.AvroCodec;
import dev.rota.settings.Names;
import dev.rota.settings.Settings;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.errors.TaskCorruptedException;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.DBOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

class RowsStoreTest {

    private static final AvroCodec<ChoreRow> ROWS = AvroCodec.of(ChoreRow.class);
    private static final byte[] KEY = {16, 1};
    private static final TopicPartition CHANGELOG = new TopicPartition("changelog", 0);
    private static final byte[] OTHER = {16, 2};
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

    /**
     * A transactional store writes rows to the disk when they are committed, and not before. Streams 4.4 had a store
     * that wrote batches at once; the rows of a commit are such a batch.
     */
    @Test
    void shouldHaveOnlyCommittedRowsOnDisk(@TempDir Path disk) {
        RowsStore first = withOneCommittedRow(disk);
        first.rows().put(ROWS, OTHER, ROW);
        first.rows().remove(ROWS, KEY);
        first.flushCache();

        // a step reads what it has written, also from the store
        first.discard();
        assertThat(first.rows().get(ROWS, OTHER)).isEqualTo(ROW);
        assertThat(first.rows().get(ROWS, KEY)).isNull();
        try (Rows.Cursor rows = first.rows().scan(ROWS, new byte[] {16}, new byte[] {16})) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.key()).isEqualTo(OTHER);
            assertThat(rows.next()).isFalse();
        }
        assertThat(first.approximateNumUncommittedBytes()).isPositive();

        // when it is closed without a commit
        first.close();

        assertOneCommittedRow(disk);
    }

    /** Streams also commits stores after a failed transaction, and then closes them. */
    @Test
    void shouldCommitNothingToTheDiskWhoseTransactionFailed(@TempDir Path disk) {
        RowsStore first = withOneCommittedRow(disk);
        first.rows().put(ROWS, OTHER, ROW);
        first.flushCache();

        // when the store is committed before the transaction ends, after it is aborted, and after another one is
        // committed
        first.commit(Map.of(CHANGELOG, 2L));
        StreamTransaction.end(false);
        first.commit(Map.of(CHANGELOG, 2L));
        StreamTransaction.end(true);
        first.commit(Map.of(CHANGELOG, 2L));
        first.close();

        assertOneCommittedRow(disk);
    }

    /**
     * A store that is not transactional is marked as open, since its rows may be uncommitted. Streams would try to open
     * it again and again.
     */
    @Test
    void shouldDeleteWhatAKilledBuildWithoutTransactionalStoresHasLeft(@TempDir Path disk) throws Exception {
        withOneCommittedRow(disk).close();
        markAsOpen(disk.resolve("rocksdb/rows"));

        RowsStore store = onDisk(disk);

        assertThat(store.rows().get(ROWS, KEY)).isNull();
        assertThat(store.committedOffset(CHANGELOG)).isNull();
        store.close();
    }

    /** Sets a status that differs from that of a closed store. */
    private static void markAsOpen(Path folder) throws RocksDBException {
        List<ColumnFamilyHandle> families = new ArrayList<>();
        try (DBOptions options = new DBOptions();
                RocksDB db = RocksDB.open(
                        options,
                        folder.toString(),
                        List.of(
                                new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY),
                                new ColumnFamilyDescriptor("offsets".getBytes(UTF_8))),
                        families)) {
            db.put(families.get(1), "status".getBytes(UTF_8), new byte[] {1});
            families.forEach(ColumnFamilyHandle::close);
        }
    }

    /** Streams marks the task as corrupted, and starts with an empty store. */
    @Test
    void shouldNotUseRowsWithoutAPosition(@TempDir Path disk) {
        RowsStore store = onDisk(disk);
        assertThat(store.committedOffset(CHANGELOG)).isNull();
        store.rows().put(ROWS, KEY, ROW);
        store.flushCache();
        StreamTransaction.end(true);
        store.commit(Map.of());

        assertThatThrownBy(() -> store.committedOffset(CHANGELOG)).isInstanceOf(TaskCorruptedException.class);
        store.close();
    }

    private static RowsStore withOneCommittedRow(Path disk) {
        RowsStore store = onDisk(disk);
        store.rows().put(ROWS, KEY, ROW);
        store.flushCache();
        StreamTransaction.end(true);
        store.commit(Map.of(CHANGELOG, 1L));
        return store;
    }

    private static void assertOneCommittedRow(Path disk) {
        RowsStore store = onDisk(disk);
        assertThat(store.rows().get(ROWS, KEY)).isEqualTo(ROW);
        assertThat(store.rows().get(ROWS, OTHER)).isNull();
        assertThat(store.committedOffset(CHANGELOG)).isEqualTo(1);
        store.close();
    }

    private static RowsStore onDisk(Path disk) {
        Properties properties = StreamsSettings.of(
                new Names(new ChoresDomain(), ""),
                Settings.of(Map.of("kafka.bootstrap.servers", "none:1", "instance.id", "one")));
        RowsStore store = new RowsStore(Stores.persistentKeyValueStore("rows").get(), RowLayout.of(new ChoresDomain()));
        store.init(
                new MockProcessorContext<>(properties, new TaskId(0, 0), disk.toFile()).getStateStoreContext(), store);
        return store;
    }

    /** Returns a row's bytes in the store's first format. */
    private static byte[] stored(ChoreRow row) {
        byte[] avro = ROWS.encode(row);
        return ByteBuffer.allocate(1 + avro.length).put((byte) 1).put(avro).array();
    }
}
