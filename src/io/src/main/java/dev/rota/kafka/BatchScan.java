package dev.rota.kafka;

import dev.rota.engine.Limits;
import dev.rota.engine.Nullable;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.DefaultRecord;
import org.apache.kafka.common.record.internal.DefaultRecordBatch;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.utils.internals.BufferSupplier;
import org.apache.kafka.common.utils.internals.ByteUtils;

/**
 * Decompresses a batch record by record, in one pass that may be suspended after each. It returns a stub in place of a
 * record too large for memory, whose bytes are passed over as a stream.
 */
final class BatchScan implements Closeable {

    /** The limit on a record's key, value and headers, uncompressed; log records are smaller. */
    static final int RECORD_BYTES_MAX = Limits.LOG_RECORD_BYTES_MAX + 148_576;

    /** The most bytes that a record's attributes, timestamp and offset take. */
    private static final int PREFIX_BYTES_MAX = 1 + 10 + 5;

    private final DefaultRecordBatch batch;
    private final int count;
    private final InputStream in;
    private final byte[] passed = new byte[16_384];
    private int returned;
    private long scanned;
    private long next;

    /** @param fetched is copied, since a suspended scan must not retain the whole response */
    BatchScan(DefaultRecordBatch fetched, BufferSupplier buffers) {
        ByteBuffer copy = ByteBuffer.allocate(fetched.sizeInBytes());
        fetched.writeTo(copy);
        this.batch = (DefaultRecordBatch)
                MemoryRecords.readableRecords(copy.flip()).batches().iterator().next();
        this.count = batch.countOrNull();
        this.in = batch.recordInputStream(buffers);
        this.next = batch.baseOffset();
    }

    /** Returns whether this scan of a former response can continue in a batch that was fetched again from an offset. */
    boolean isOf(DefaultRecordBatch fetched, long from) {
        return batch.baseOffset() == fetched.baseOffset() && batch.checksum() == fetched.checksum() && next <= from;
    }

    boolean hasNext() {
        return returned < count;
    }

    /** Returns the offset after that of the last record; the batch's first one if none was returned. */
    long nextOffset() {
        return next;
    }

    /** Returns the uncompressed size of the records so far. */
    long scanned() {
        return scanned;
    }

    /** Returns the next record, or its stub. */
    Record next() {
        try {
            int size = ByteUtils.readVarint(in);
            if (size < 0) {
                throw new IOException("a record has " + size + " bytes");
            }
            Record record = size > RECORD_BYTES_MAX ? stub(size) : record(size);
            returned++;
            scanned += size;
            next = record.offset() + 1;
            return record;
        } catch (IOException | RuntimeException e) {
            throw new KafkaException("cannot read the batch at offset " + batch.baseOffset() + ": " + e, e);
        }
    }

    private Record record(int size) throws IOException {
        ByteBuffer body = ByteBuffer.allocate(ByteUtils.sizeOfVarint(size) + size);
        ByteUtils.writeVarint(size, body);
        if (in.readNBytes(body.array(), body.position(), size) != size) {
            throw new IOException("it ends within a record of " + size + " bytes");
        }
        return parsed(body.rewind());
    }

    private Record stub(int size) throws IOException {
        ByteBuffer prefix = ByteBuffer.wrap(in.readNBytes(PREFIX_BYTES_MAX)).position(1);
        long timestampDelta = ByteUtils.readVarlong(prefix);
        int offsetDelta = ByteUtils.readVarint(prefix);
        pass(size - prefix.limit());
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        DefaultRecord.writeTo(
                new DataOutputStream(body), offsetDelta, timestampDelta, null, null, Oversized.mark(size));
        return parsed(ByteBuffer.wrap(body.toByteArray()));
    }

    private Record parsed(ByteBuffer body) {
        return DefaultRecord.readFrom(
                body, batch.baseOffset(), batch.baseTimestamp(), batch.baseSequence(), logAppendTime());
    }

    private @Nullable Long logAppendTime() {
        return batch.timestampType() == TimestampType.LOG_APPEND_TIME ? batch.maxTimestamp() : null;
    }

    private void pass(int bytes) throws IOException {
        for (int left = bytes; left > 0; ) {
            int read = in.read(passed, 0, Math.min(left, passed.length));
            if (read < 0) {
                throw new IOException("it ends within a record that is too large");
            }
            left -= read;
        }
    }

    @Override
    public void close() {
        try {
            in.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
