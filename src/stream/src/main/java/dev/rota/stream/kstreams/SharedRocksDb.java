package dev.rota.stream.kstreams;

import java.util.Map;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.Cache;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.WriteBufferManager;

/**
 * Gives all stores of the process one block cache and one write buffer budget. Otherwise each store, one per partition
 * and domain, would take 50 MB and 48 MB.
 */
public final class SharedRocksDb implements RocksDBConfigSetter {

    public static final String CACHE_BYTES = "rota.rocksdb.block.cache.bytes";
    public static final String WRITE_BUFFER_BYTES = "rota.rocksdb.write.buffer.bytes";

    /**
     * The number of files that start a compaction: twice RocksDB's default, so that rows are rewritten less often. A
     * look-up consults the filters of more files, and a scan reads more of them.
     */
    private static final int FILES_BEFORE_COMPACTION = 8;

    private record Shared(Cache cache, WriteBufferManager buffers) {}

    private static final Object LOCK = new Object();

    @SuppressWarnings("NullAway.Init") // created with the first store; lives as long as the process
    private static Shared shared;

    @Override
    @SuppressWarnings("ReferenceEquality")
    public void setConfig(String storeName, Options options, Map<String, Object> configs) {
        Shared common = shared(configs);
        BlockBasedTableConfig table = (BlockBasedTableConfig) options.tableFormatConfig();
        table.setBlockCache(common.cache());
        table.setCacheIndexAndFilterBlocks(true);
        table.setCacheIndexAndFilterBlocksWithHighPriority(true);
        table.setPinTopLevelIndexAndFilter(true);
        options.setWriteBufferManager(common.buffers());
        options.setWriteBufferSize(32L << 20);
        options.setMaxWriteBufferNumber(3);
        options.setLevel0FileNumCompactionTrigger(FILES_BEFORE_COMPACTION);
        options.setTableFormatConfig(table);
    }

    @Override
    public void close(String storeName, Options options) {
        // nothing to close: all resources are shared
    }

    private static Shared shared(Map<String, Object> configs) {
        synchronized (LOCK) {
            if (shared == null) {
                Cache cache = new LRUCache(bytes(configs, CACHE_BYTES));
                shared = new Shared(cache, new WriteBufferManager(bytes(configs, WRITE_BUFFER_BYTES), cache));
            }
            return shared;
        }
    }

    private static long bytes(Map<String, Object> configs, String key) {
        return Long.parseLong(String.valueOf(configs.get(key)));
    }
}
