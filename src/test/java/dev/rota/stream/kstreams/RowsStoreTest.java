package dev.rota.stream.kstreams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.chores.ChoreRow;
import dev.rota.chores.ChoresDomain;
import dev.rota.engine.rows.RowLayout;
import dev.rota.engine.rows.Rows;
import dev.rota.engine.schema.AvroCodec;
import dev.rota.settings.Names;
import dev.rota.settings.Settings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
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

class RowsStoreTest {

    private static final AvroCodec<ChoreRow> ROWS = AvroCodec.of(ChoreRow.class);
    private static final byte[] KEY = {16, 1};
    private static final TopicPartition CHANGELOG = new TopicPartition("changelog", 0);
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
     * What Streams does with a transactional store: rows reach the disk when they are committed, and not before.
     * Streams 4.4 had a store whose writes in groups did not wait for that; the rows of a commit are such a group.
     */
    @Test
    void shouldHaveOnlyCommittedRowsOnDisk(@TempDir Path disk) {
        byte[] other = {16, 2};
        RowsStore first = onDisk(disk);
        first.rows().put(ROWS, KEY, ROW);
        first.flushCache();
        StreamTransaction.end(true);
        first.commit(Map.of(CHANGELOG, 1L));
        first.rows().put(ROWS, other, ROW);
        first.rows().remove(ROWS, KEY);
        first.flushCache();

        // a step reads what it has written, also from the store
        first.discard();
        assertThat(first.rows().get(ROWS, other)).isEqualTo(ROW);
        assertThat(first.rows().get(ROWS, KEY)).isNull();
        try (Rows.Cursor rows = first.rows().scan(ROWS, new byte[] {16}, new byte[] {16})) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.key()).isEqualTo(other);
            assertThat(rows.next()).isFalse();
        }
        assertThat(first.approximateNumUncommittedBytes()).isPositive();

        // when it is closed without a commit
        first.close();

        RowsStore second = onDisk(disk);
        assertThat(second.rows().get(ROWS, KEY)).isEqualTo(ROW);
        assertThat(second.rows().get(ROWS, other)).isNull();
        assertThat(second.committedOffset(CHANGELOG)).isEqualTo(1);
        second.close();
    }

    /** Streams commits stores also after a transaction that failed, and closes them then. */
    @Test
    void shouldCommitNothingToTheDiskWhoseTransactionFailed(@TempDir Path disk) {
        byte[] other = {16, 2};
        RowsStore first = onDisk(disk);
        first.rows().put(ROWS, KEY, ROW);
        first.flushCache();
        StreamTransaction.end(true);
        first.commit(Map.of(CHANGELOG, 1L));
        first.rows().put(ROWS, other, ROW);
        first.flushCache();

        // when it is neither committed nor aborted, aborted, and followed by another that is committed
        first.commit(Map.of(CHANGELOG, 2L));
        StreamTransaction.end(false);
        first.commit(Map.of(CHANGELOG, 2L));
        StreamTransaction.end(true);
        first.commit(Map.of(CHANGELOG, 2L));
        first.close();

        RowsStore second = onDisk(disk);
        assertThat(second.rows().get(ROWS, KEY)).isEqualTo(ROW);
        assertThat(second.rows().get(ROWS, other)).isNull();
        assertThat(second.committedOffset(CHANGELOG)).isEqualTo(1);
        second.close();
    }

    /**
     * Without transactional stores, a store is marked while it is open: its rows need not be committed. Streams would
     * try again and again to open it.
     */
    @Test
    void shouldDeleteWhatAKilledBuildWithoutTransactionalStoresHasLeft(@TempDir Path disk, @TempDir Path left)
            throws Exception {
        KeyValueStore<Bytes, byte[]> killed =
                Stores.persistentKeyValueStore("rows").get();
        Properties former = properties(Map.of("enable.transactional.statestores", "false"));
        killed.init(new MockProcessorContext<>(former, new TaskId(0, 0), disk.toFile()).getStateStoreContext(), killed);
        Path folder = disk.resolve("rocksdb/rows");
        // until RocksDB flushes
        for (int i = 0; files(folder).stream().noneMatch(file -> file.toString().endsWith(".sst")); i++) {
            killed.put(Bytes.wrap(new byte[] {16, (byte) (i % 100)}), new byte[1 << 20]);
        }
        Path copy = Files.createDirectories(left.resolve("rocksdb/rows"));
        for (Path file : files(folder)) {
            Files.copy(file, copy.resolve(file.getFileName()));
        }
        killed.close();

        RowsStore store = onDisk(left);

        assertThat(store.rows().get(ROWS, new byte[] {16, 0})).isNull();
        assertThat(store.committedOffset(CHANGELOG)).isNull();
        store.close();
    }

    /** Streams marks the task as corrupted, and begins with an empty store. */
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

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    private static Properties properties(Map<String, String> over) {
        Map<String, String> settings = new HashMap<>(Map.of("kafka.bootstrap.servers", "none:1", "instance.id", "one"));
        over.forEach((key, value) -> settings.put("streams." + key, value));
        return StreamsSettings.of(new Names(new ChoresDomain(), ""), Settings.of(settings));
    }

    private static RowsStore onDisk(Path disk) {
        Properties properties = properties(Map.of());
        RowsStore store = new RowsStore(Stores.persistentKeyValueStore("rows").get(), RowLayout.of(new ChoresDomain()));
        store.init(
                new MockProcessorContext<>(properties, new TaskId(0, 0), disk.toFile()).getStateStoreContext(), store);
        return store;
    }

    /** A row's bytes in the store's first format. */
    private static byte[] stored(ChoreRow row) {
        byte[] avro = ROWS.encode(row);
        return ByteBuffer.allocate(1 + avro.length).put((byte) 1).put(avro).array();
    }
}
