package dev.rota.audit;

import dev.rota.engine.Nullable;
import java.util.Collection;
import java.util.SortedMap;

/**
 * Where the records of a domain's topics are kept. Names of topics are full, prefix and all. Several threads may ask at a
 * time; each {@link Records} is for one at a time.
 */
interface Evidence extends AutoCloseable {

    /**
     * The offsets that a partition holds.
     *
     * @param begin the first
     * @param end the one after the last
     * @param settled before this one, whatever was written in the same transaction can be read in all partitions
     */
    record Stretch(long begin, long end, long settled) {
        Stretch(long begin, long end) {
            this(begin, end, end);
        }
    }

    /** A partition's records in order. */
    interface Records extends AutoCloseable {

        /** Of an empty partition. */
        Records NONE = new Records() {
            @Override
            public @Nullable StoredRecord next() {
                return null;
            }

            @Override
            public void close() {
                // holds nothing
            }
        };

        /** The next record; null at the end. Throws {@link Unreadable}. */
        @Nullable
        StoredRecord next();

        @Override
        void close();
    }

    /** A record that is there but cannot be read: a broken batch, a broken line. */
    final class Unreadable extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final String at;
        private final boolean goesOn;

        private Unreadable(String at, String why, boolean goesOn) {
            super(why, null, false, false);
            this.at = at;
            this.goesOn = goesOn;
        }

        /** Nothing behind it can be read either. */
        static Unreadable end(String at, String why) {
            return new Unreadable(at, why, false);
        }

        /** The next call reads what stands behind it. */
        static Unreadable one(String at, String why) {
            return new Unreadable(at, why, true);
        }

        boolean goesOn() {
            return goesOn;
        }

        String at() {
            return at;
        }
    }

    /**
     * Notes how far these topics reach, which are written together in transactions. The records of a transaction become
     * readable in one partition earlier than in another, so first it is noted what can be read ({@code settled}), then
     * how far the partitions reach ({@code end}), and then waited until all of that can be read: whatever stands before
     * {@code settled} anywhere stands whole before the ends.
     */
    void settle(Collection<String> topics);

    /** What a topic's partitions hold; empty where the topic is not there. */
    SortedMap<Integer, Stretch> stretches(String topic);

    /** A topic's id, which no other topic ever had; empty where it is not known. */
    String topicId(String topic);

    /** An offset before which a partition has no records since a time; the first such one, where that is known. */
    long firstSince(String topic, int partition, long time);

    /** The records of a partition between two offsets. */
    Records read(String topic, int partition, long from, long to);

    @Override
    void close();
}
