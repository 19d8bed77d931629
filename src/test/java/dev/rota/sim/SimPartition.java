package dev.rota.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** A partition's log: offsets, transactions with their markers, the last stable offset, retention. */
final class SimPartition {

    private final List<SimRecord> records = new ArrayList<>();

    /** The first offset of each transaction that is open, by producer. */
    private final SortedMap<Long, Long> open = new TreeMap<>();

    /** Offsets of records whose transactions were aborted. */
    private final SortedSet<Long> aborted = new TreeSet<>();

    private long begin;
    private long end;

    /** Appends a record; returns its offset. */
    long append(long timestamp, SimRecord.Sent sent, long producer) {
        if (producer != SimRecord.NO_TRANSACTION) {
            open.putIfAbsent(producer, end);
        }
        records.add(new SimRecord(end, timestamp, sent.key(), sent.value(), sent.headers(), producer, false));
        return end++;
    }

    /** Ends a producer's transaction, if one is open here. */
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

    /** Whether a producer has a transaction open here. */
    boolean isOpen(long producer) {
        return open.containsKey(producer);
    }

    /** The offset of the first record whose transaction is open, or the end; where that record was deleted, the beginning. */
    long lastStable() {
        return Math.max(
                begin, open.values().stream().mapToLong(Long::longValue).min().orElse(end));
    }

    /** Retention: removes the records below an offset. */
    void deleteBefore(long offset) {
        begin = Math.max(begin, Math.min(offset, end));
        records.removeIf(record -> record.offset() < begin);
    }

    /** The records that a reader gets from an offset on, at most so many; markers and what was aborted are skipped. */
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
