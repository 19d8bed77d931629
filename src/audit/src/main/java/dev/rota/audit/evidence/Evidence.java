package dev.rota.audit.evidence;

import dev.rota.engine.Nullable;
import java.util.Collection;
import java.util.SortedMap;

/**
 * The stored records of a domain's topics. Topic names include the prefix. Thread-safe, but each {@link Records} is for
 * one thread at a time.
 */
public interface Evidence extends AutoCloseable {

    /**
     * The offsets of a partition's stored records.
     * @param begin the first offset
     * @param end the offset after the last
     * @param settled the offset below which the transactions of all records are readable in all partitions
     */
    record OffsetRange(long begin, long end, long settled) {
        public OffsetRange(long begin, long end) {
            this(begin, end, end);
        }
    }

    /** A partition's records in order. */
    interface Records extends AutoCloseable {

        /** The records of an empty partition. */
        Records NONE = new Records() {
            @Override
            public @Nullable StoredRecord next() {
                return null;
            }

            @Override
            public void close() {
                // There is nothing to close.
            }
        };

        /** Returns the next record, or null at the end. Throws {@link UnreadableRecord} if it cannot be read. */
        @Nullable
        StoredRecord next();

        @Override
        void close();
    }

    /** Thrown for a record that exists but cannot be read: a corrupt batch, a malformed line. */
    final class UnreadableRecord extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final String at;
        private final boolean canContinue;

        private UnreadableRecord(String at, String why, boolean canContinue) {
            super(why, null, false, false);
            this.at = at;
            this.canContinue = canContinue;
        }

        /** Returns a failure after which nothing more can be read. */
        public static UnreadableRecord end(String at, String why) {
            return new UnreadableRecord(at, why, false);
        }

        /** Returns a failure after which the next call reads the following record. */
        public static UnreadableRecord one(String at, String why) {
            return new UnreadableRecord(at, why, true);
        }

        public boolean canContinue() {
            return canContinue;
        }

        public String at() {
            return at;
        }
    }

    /**
     * Fixes the extent of topics that are written together in transactions. A transaction becomes readable in one
     * partition earlier than in another. So this first takes the readable ends ({@code settled}), then the log ends
     * ({@code end}), and waits until everything below those is readable: every transaction with a record below {@code
     * settled} is then entirely below the ends.
     */
    void settle(Collection<String> topics);

    /** Returns the extents of a topic's partitions; empty if the topic does not exist. */
    SortedMap<Integer, OffsetRange> ranges(String topic);

    /** Returns a topic's UUID; empty if unknown. */
    String topicId(String topic);

    /** Returns whether a topic may lose records that a later one with the same key replaces; true if that is unknown. */
    boolean isCompacted(String topic);

    /** Returns an offset at or before a partition's first record since a time. */
    long firstSince(String topic, int partition, long time);

    /** Returns the records of a partition from {@code from}, inclusive, to {@code to}, exclusive. */
    Records read(String topic, int partition, long from, long to);

    @Override
    void close();
}
