package dev.rota.stream.kstreams;

import dev.rota.engine.Limits;
import dev.rota.engine.rows.RowLayout;
import java.util.Map;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/** Builds a {@link RowsStore}: always with a changelog, never with Streams' own cache. */
public final class RowsStoreBuilder implements StoreBuilder<RowsStore> {

    /** The changelog's settings. Small segments and early compaction bound how long a restore takes. */
    public static final Map<String, String> CHANGELOG = Map.of(
            "segment.bytes", "67108864",
            "segment.ms", "600000",
            "min.cleanable.dirty.ratio", "0.1",
            "max.compaction.lag.ms", "600000",
            "delete.retention.ms", "3600000",
            "unclean.leader.election.enable", "false",
            "max.message.bytes", String.valueOf(Limits.ROW_BYTES_MAX + 48_588));

    private final StoreBuilder<KeyValueStore<Bytes, byte[]>> inner;
    private final RowLayout layout;

    public RowsStoreBuilder(String name, RowLayout layout) {
        this(Stores.persistentKeyValueStore(name), layout);
    }

    /** @param supplier creates the store that contains the rows */
    public RowsStoreBuilder(KeyValueBytesStoreSupplier supplier, RowLayout layout) {
        this.layout = layout;
        this.inner = Stores.keyValueStoreBuilder(supplier, Serdes.Bytes(), Serdes.ByteArray())
                .withCachingDisabled()
                .withLoggingEnabled(CHANGELOG);
    }

    @Override
    public RowsStore build() {
        return new RowsStore(inner.build(), layout);
    }

    @Override
    public StoreBuilder<RowsStore> withCachingEnabled() {
        throw new UnsupportedOperationException("the rows have a buffer of their own");
    }

    @Override
    public StoreBuilder<RowsStore> withCachingDisabled() {
        return this;
    }

    @Override
    public StoreBuilder<RowsStore> withLoggingEnabled(Map<String, String> config) {
        inner.withLoggingEnabled(config);
        return this;
    }

    @Override
    public StoreBuilder<RowsStore> withLoggingDisabled() {
        throw new UnsupportedOperationException("without a changelog a lost disk would lose decisions");
    }

    @Override
    public Map<String, String> logConfig() {
        return inner.logConfig();
    }

    @Override
    public boolean loggingEnabled() {
        return inner.loggingEnabled();
    }

    @Override
    public String name() {
        return inner.name();
    }
}
