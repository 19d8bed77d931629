package dev.rota.stream.kstreams;

import dev.rota.chores.ChoreRow;
import dev.rota.chores.ChoresDomain;
import dev.rota.engine.rows.RowLayout;
import dev.rota.engine.rows.Rows;
import dev.rota.engine.schema.AvroCodec;
import dev.rota.local.ResidentMemory;
import dev.rota.settings.Names;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.Stores;

/**
 * Opens and closes a store on one disk, as an instance does when its partition is assigned and revoked repeatedly. Each
 * time all rows are read, written again and committed, then a tenth of them is written and dropped by the close.
 */
public final class StoreReopenings {

    private static final AvroCodec<ChoreRow> ROWS = AvroCodec.of(ChoreRow.class);
    private static final TopicPartition CHANGELOG = new TopicPartition("changelog", 0);
    private static final byte TABLE = 16;

    /** Small enough that both are full after a few openings. Later growth is memory that is not freed. */
    private static final String CACHE_BYTES = String.valueOf(8 << 20);

    private final StateStoreContext context;
    private final int rows;
    private int opened;

    /** @param rows the number of rows that the store contains from the first opening on */
    public StoreReopenings(Path disk, int rows) {
        Properties properties = StreamsSettings.of(
                new Names(new ChoresDomain(), ""),
                Settings.of(Map.of(
                        Setting.BOOTSTRAP.key(),
                        "none:1",
                        Setting.INSTANCE_ID.key(),
                        "one",
                        Setting.BLOCK_CACHE_BYTES.key(),
                        CACHE_BYTES,
                        Setting.WRITE_BUFFER_BYTES.key(),
                        CACHE_BYTES)));
        // Streams has one context per task, and one registry of metrics for all of them.
        this.context = new MockProcessorContext<>(properties, new TaskId(0, 0), disk.toFile()).getStateStoreContext();
        this.rows = rows;
    }

    /** Prints the resident memory of this process in KiB after each number of openings, in one line. */
    public static void main(String[] args) {
        StoreReopenings store = new StoreReopenings(Path.of(args[0]), Integer.parseInt(args[1]));
        System.out.println(Stream.of(args)
                .skip(2)
                .map(times -> {
                    store.until(Integer.parseInt(times));
                    return String.valueOf(residentKibibytes());
                })
                .collect(Collectors.joining(" ")));
    }

    /** Opens and closes the store until it has been opened {@code openings} times. */
    public void until(int openings) {
        while (opened < openings) {
            once();
        }
    }

    private void once() {
        RowsStore store = new RowsStore(Stores.persistentKeyValueStore("rows").get(), RowLayout.of(new ChoresDomain()));
        store.init(context, store);
        requireCommittedRows(store);
        opened++;
        write(store, rows, opened);
        StreamTransaction.end(true);
        store.commit(Map.of(CHANGELOG, (long) opened));
        write(store, rows / 10, -1);
        store.close();
    }

    private void requireCommittedRows(RowsStore store) {
        int read = 0;
        try (Rows.Cursor all = store.rows().scan(ROWS, new byte[] {TABLE}, new byte[] {TABLE})) {
            while (all.next()) {
                read++;
                if (((ChoreRow) all.row()).getEffort() != opened) {
                    throw new IllegalStateException("expected rows of opening " + opened + ", but read " + all.row());
                }
            }
        }
        int expected = opened == 0 ? 0 : rows;
        if (read != expected) {
            throw new IllegalStateException("expected " + expected + " rows, but read " + read);
        }
    }

    private static void write(RowsStore store, int count, int effort) {
        for (int i = 0; i < count; i++) {
            store.rows().put(ROWS, key(i), new ChoreRow(effort, 0L, i));
        }
        store.flushCache();
    }

    private static byte[] key(int number) {
        return ByteBuffer.allocate(5).put(TABLE).putInt(number).array();
    }

    /** Returns the resident memory of this process in KiB, after a garbage collection. */
    public static long residentKibibytes() {
        System.gc();
        return ResidentMemory.kibibytes();
    }
}
