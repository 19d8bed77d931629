package dev.rota.bench.keyed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The calls of a consumer's handler, with the times at which they began and ended. They are written to a mapped file, so
 * the entries of a process outlive its kill.
 */
final class HandledLog {

    /** Reads entries. */
    interface Reader {
        /**
         * Reads an entry.
         *
         * @param ended 0 if the handler has not returned, or its process was killed before
         */
        void read(int number, long began, long ended);
    }

    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final int HEADER_BYTES = Long.BYTES;
    private static final int ENTRY_BYTES = 3 * Long.BYTES;

    private final ByteBuffer bytes;
    private final int capacity;
    private final AtomicInteger begun = new AtomicInteger();

    /** Opens a log with room for {@code capacity} calls. */
    HandledLog(Path file, int capacity) {
        this.capacity = capacity;
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            this.bytes = channel.map(FileChannel.MapMode.READ_WRITE, 0, HEADER_BYTES + (long) ENTRY_BYTES * capacity);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Notes that the handler is called with a record, and returns the entry. */
    int begin(int number) {
        int entry = begun.getAndIncrement();
        if (entry >= capacity) {
            throw new IllegalStateException("expected at most " + capacity + " calls of the handler");
        }
        int at = HEADER_BYTES + entry * ENTRY_BYTES;
        // the time is written first: an entry without a number is not read
        LONGS.setRelease(bytes, at + Long.BYTES, System.nanoTime());
        LONGS.setRelease(bytes, at, number + 1L);
        return entry;
    }

    /** Notes that the handler returns. */
    void end(int entry) {
        LONGS.setRelease(bytes, HEADER_BYTES + entry * ENTRY_BYTES + 2 * Long.BYTES, System.nanoTime());
        long unused = (long) LONGS.getAndAdd(bytes, 0, 1L);
    }

    /** Returns the number of calls that have returned. */
    long ended() {
        return (long) LONGS.getAcquire(bytes, 0);
    }

    void read(Reader reader) {
        for (int at = HEADER_BYTES; at < bytes.capacity(); at += ENTRY_BYTES) {
            long number = (long) LONGS.getAcquire(bytes, at);
            if (number > 0) {
                reader.read((int) (number - 1), (long) LONGS.getAcquire(bytes, at + Long.BYTES), (long)
                        LONGS.getAcquire(bytes, at + 2 * Long.BYTES));
            }
        }
    }
}
