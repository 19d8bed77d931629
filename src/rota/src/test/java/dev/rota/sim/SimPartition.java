package dev.rota.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** A partition: offsets, transactions with their markers, the last stable offset, retention. */
final class SimPartition {

    private final List<SimRecord> records = new ArrayList<>();

    /** The first offset of each open transaction, by producer. */
    private final SortedMap<Long, Long> open = new TreeMap<>();

    /** Offsets of records whose transactions were aborted. */
    private final SortedSet<Long> aborted = new TreeSet<>();

    private long begin;
    private long end;

    /** Appends a record, and returns its offset. */
    long append(long timestamp, SimRecord.Sent sent, long producer) {
        if (producer != SimRecord.NO_TRANSACTION) {
            open.putIfAbsent(producer, end);
        }
        records.add(new SimRecord(end, timestamp, sent.key(), sent.value(), sent.headers(), producer, false));
        return end++;
    }

    /** Ends a producer's transaction, if it has one in this partition. */
    void mark(long timestamp, long producer, boolean commit) {
        Long first = open.remove(producer);
        if (first == null) {
            return;
        }
        if (!commit) {
            records.stream()
                    .filter(record -> record.offset() >= first && record.producer() == producer)
                    .forEach(record -> aborted.add(record.offset()));
        }
        records.add(new SimRecord(end, timestamp, null, null, List.of(), producer, true));
        end++;
    }

    long begin() {
        return begin;
    }

    long end() {
        return end;
    }

    /** Returns whether a producer has an open transaction in this partition. */
    boolean isOpen(long producer) {
        return open.containsKey(producer);
    }

    /**
     * Returns the first offset of the open transactions, or the end without one; the beginning if that record was
     * deleted.
     */
    long lastStable() {
        return Math.max(
                begin, open.values().stream().mapToLong(Long::longValue).min().orElse(end));
    }

    /** Deletes the records before an offset, as retention does. */
    void deleteBefore(long offset) {
        begin = Math.max(begin, Math.min(offset, end));
        records.removeIf(record -> record.offset() < begin);
    }

    /**
     * Returns up to {@code most} records from an offset on. Skips markers, and with {@code committedOnly} aborted
     * records.
     */
    List<SimRecord> read(long from, boolean committedOnly, int most) {
        long to = committedOnly ? lastStable() : end;
        List<SimRecord> read = new ArrayList<>();
        for (int i = (int) Math.max(0, from - begin); i < records.size() && read.size() < most; i++) {
            SimRecord record = records.get(i);
            if (record.offset() >= to) {
                break;
            }
            if (!record.isMarker() && !(committedOnly && aborted.contains(record.offset()))) {
                read.add(record);
            }
        }
        return read;
    }
}
