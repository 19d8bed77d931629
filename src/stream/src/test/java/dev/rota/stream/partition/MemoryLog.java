package dev.rota.stream.partition;

import dev.rota.engine.Nullable;
import dev.rota.engine.Position;
import dev.rota.stream.log.Delivered;
import dev.rota.stream.log.LogAccess;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.Headers;

/** A log of one partition in memory, which a test can change behind the scheduler's back. */
public final class MemoryLog implements LogAccess {

    private final List<Delivered> records = new ArrayList<>();
    private String topicId = "first";
    private long begin;
    private long committed = -1;
    private boolean available = true;
    private int slices;
    private int sliceMax = Integer.MAX_VALUE;

    /** Limits the number of records that a read returns. */
    void sliceMax(int max) {
        sliceMax = max;
    }

    /** Appends a record, and returns its offset. */
    public long append(long time, @Nullable byte[] key, Headers headers, @Nullable byte[] value) {
        long offset = records.size();
        records.add(new Delivered(new Position(0, offset, time), key, headers, value));
        return offset;
    }

    long size() {
        return records.size();
    }

    /** Replaces a record. */
    void replace(int offset, Delivered record) {
        records.set(offset, record);
    }

    Delivered record(int offset) {
        return records.get(offset);
    }

    /** Truncates the log at an offset. */
    void truncate(int end) {
        records.subList(end, records.size()).clear();
    }

    /** Deletes the records before an offset. */
    void deleteBefore(long offset) {
        begin = offset;
    }

    /** Deletes the topic and creates it again. */
    void recreate() {
        topicId += "'";
    }

    void committed(long offset) {
        committed = offset;
    }

    void available(boolean answers) {
        available = answers;
    }

    /** Returns how often the log was read. */
    int slices() {
        return slices;
    }

    @Override
    public Extent extent(int partition) throws Unavailable {
        mustAnswer();
        return new Extent(topicId, begin, records.size(), committed);
    }

    @Override
    public Slice read(int partition, long from, long to) throws Unavailable {
        mustAnswer();
        slices++;
        long end = Math.min(Math.min(to, records.size()), from + sliceMax);
        return from >= end
                ? new Slice(List.of(), from)
                : new Slice(List.copyOf(records.subList((int) from, (int) end)), end);
    }

    private void mustAnswer() throws Unavailable {
        if (!available) {
            throw new Unavailable("nobody answers");
        }
    }

    @Override
    public void stop() {
        available = false;
    }

    @Override
    public void close() {
        // nothing to close
    }
}
