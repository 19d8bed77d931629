package dev.rota.sim;

import dev.rota.engine.Nullable;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * A transactional store on a simulated disk: writes are staged until they are committed, and dropped when it is closed.
 */
final class SimRows implements KeyValueStore<Bytes, byte[]> {

    private final String name;
    private final SimDisk disk;
    private final Map<Bytes, Optional<byte[]>> staged = new HashMap<>();

    @Nullable
    private SimDisk.Folder folder;

    private SimRows(String name, SimDisk disk) {
        this.name = name;
        this.disk = disk;
    }

    static KeyValueBytesStoreSupplier on(SimDisk disk, String store) {
        return new KeyValueBytesStoreSupplier() {
            @Override
            public String name() {
                return store;
            }

            @Override
            public KeyValueStore<Bytes, byte[]> get() {
                return new SimRows(store, disk);
            }

            @Override
            public String metricsScope() {
                return "simulated";
            }
        };
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        folder = disk.open(context.stateDir(), name);
        // Restored rows are written directly, as in RocksDB's store, since they are already committed.
        context.register(root, (key, value) -> write(contents().rows(), Bytes.wrap(key), Optional.ofNullable(value)));
    }

    private SimDisk.Contents contents() {
        return open().committed();
    }

    private SimDisk.Folder open() {
        return Objects.requireNonNull(folder, "the store is closed");
    }

    private static void write(Map<Bytes, byte[]> rows, Bytes key, Optional<byte[]> value) {
        value.ifPresentOrElse(row -> rows.put(key, row), () -> rows.remove(key));
    }

    @Override
    @SuppressWarnings("NullAway") // null if the row does not exist
    public byte[] get(Bytes key) {
        Optional<byte[]> uncommitted = staged.get(key);
        return uncommitted == null ? contents().rows().get(key) : uncommitted.orElse(null);
    }

    @Override
    public void put(Bytes key, @Nullable byte[] value) {
        staged.put(key, Optional.ofNullable(value));
    }

    @Override
    public byte[] putIfAbsent(Bytes key, byte[] value) {
        byte[] before = get(key);
        if (before == null) {
            put(key, value);
        }
        return before;
    }

    @Override
    public void putAll(List<KeyValue<Bytes, byte[]>> entries) {
        entries.forEach(entry -> put(entry.key, entry.value));
    }

    @Override
    public byte[] delete(Bytes key) {
        byte[] before = get(key);
        put(key, null);
        return before;
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> range(@Nullable Bytes from, @Nullable Bytes to) {
        TreeMap<Bytes, byte[]> merged = new TreeMap<>(contents().rows());
        staged.forEach((key, value) -> write(merged, key, value));
        NavigableMap<Bytes, byte[]> tail = from == null ? merged : merged.tailMap(from, true);
        return new Range((to == null ? tail : tail.headMap(to, true)).entrySet().iterator());
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> all() {
        return range(null, null);
    }

    @Override
    public long approximateNumEntries() {
        return contents().rows().size();
    }

    @Override
    public long approximateNumUncommittedBytes() {
        return staged.size();
    }

    @Override
    public void commit(Map<TopicPartition, Long> positions) {
        staged.forEach((key, value) -> write(contents().rows(), key, value));
        staged.clear();
        if (positions.isEmpty()) {
            // Streams does this when the rows are corrupted.
            contents().positions().clear();
        }
        contents().positions().putAll(positions);
        disk.committed(open());
    }

    @Override
    @SuppressWarnings("NullAway") // null means that nothing is committed
    public Long committedOffset(TopicPartition partition) {
        return contents().positions().get(partition);
    }

    @Override
    @Deprecated
    @SuppressWarnings("InlineMeSuggester") // Streams calls it although it is deprecated
    public boolean managesOffsets() {
        return true;
    }

    @Override
    public Position getPosition() {
        return Position.emptyPosition();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean persistent() {
        return true;
    }

    @Override
    public boolean isOpen() {
        return folder != null;
    }

    @Override
    public void close() {
        if (folder != null) {
            staged.clear();
            disk.closed(folder);
            folder = null;
        }
    }

    /** Iterates over rows in the order of their keys. */
    private record Range(Iterator<Map.Entry<Bytes, byte[]>> rows) implements KeyValueIterator<Bytes, byte[]> {
        @Override
        public boolean hasNext() {
            return rows.hasNext();
        }

        @Override
        public KeyValue<Bytes, byte[]> next() {
            Map.Entry<Bytes, byte[]> row = rows.next();
            return new KeyValue<>(row.getKey(), row.getValue());
        }

        @Override
        public Bytes peekNextKey() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {}
    }
}
