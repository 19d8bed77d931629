package dev.rota.shards;

import dev.rota.engine.Nullable;
import java.util.Arrays;

/**
 * Filters of an index's buckets, by their numbers. Most ids that are looked up are new: a filter tells so, and the bucket
 * is not read again.
 */
final class BucketFilters {

    private static final BloomFilter[] NONE = {};

    private BloomFilter[] filters = NONE;
    private long bytes;

    /** Whether a bucket may have a fingerprint; nothing is known of a bucket without a filter. */
    boolean mayHave(int bucket, int fingerprint) {
        return !has(bucket) || filters[bucket].mayHave(fingerprint);
    }

    boolean has(int bucket) {
        return bucket < filters.length && filters[bucket] != null;
    }

    /** Sets a bucket's filter; null: it has none any more. */
    void set(int bucket, @Nullable BloomFilter filter) {
        if (has(bucket)) {
            bytes -= filters[bucket].bytes();
            filters[bucket] = null;
        }
        if (filter != null) {
            if (bucket >= filters.length) {
                filters = Arrays.copyOf(filters, bucket + 1);
            }
            filters[bucket] = filter;
            bytes += filter.bytes();
        }
    }

    void clear() {
        filters = NONE;
        bytes = 0;
    }

    /** Their approximate size in memory. */
    long bytes() {
        return bytes;
    }
}
