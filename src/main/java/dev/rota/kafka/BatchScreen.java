package dev.rota.kafka;

import dev.rota.engine.Limits;
import dev.rota.engine.Nullable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.DefaultRecord;
import org.apache.kafka.common.record.internal.DefaultRecordBatch;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MemoryRecordsBuilder;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.utils.internals.BufferSupplier;
import org.apache.kafka.common.utils.internals.ByteBufferOutputStream;
import org.apache.kafka.common.utils.internals.ByteUtils;

/**
 * Scans a compressed batch before a consumer decompresses it, as a stream and without materializing records. If records
 * are too large, it creates a batch with stubs in their places; everything else that a consumer sees of a batch stays
 * the same.
 */
final class BatchScreen {

    /** The limit on a record's key, value and headers, uncompressed; log records are smaller. */
    static final int RECORD_BYTES_MAX = Limits.LOG_RECORD_BYTES_MAX + 148_576;

    /** The size of a batch beyond which records larger than {@link #SMALL_RECORD_BYTES_MAX} become stubs. */
    static final long KEPT_BYTES_MAX = 32L << 20;

    /** The size of records of which all that one poll returns fit into memory. */
    static final int SMALL_RECORD_BYTES_MAX = 16_384;

    /**
     * The limit on an uncompressed batch. The rest is not scanned: that would take seconds, and the group's session
     * timeout is ten.
     */
    static final long BATCH_BYTES_MAX = 2L << 30;

    /** The bytes that a batch takes in a consumer, and its replacement if it needs one. */
    record Screened(long bytes, @Nullable MemoryRecords instead) {}

    private final BufferSupplier buffers = BufferSupplier.create();
    private final byte[] passed = new byte[16_384];

    Screened screen(RecordBatch batch) throws IOException {
        if (!(batch instanceof DefaultRecordBatch compressed) || !batch.isCompressed() || batch.isControlBatch()) {
            return new Screened(batch.sizeInBytes(), null);
        }
        Walk sizes = new Walk(compressed, null);
        if (!sizes.run()) {
            return new Screened(sizes.kept, null);
        }
        ByteBufferOutputStream out = new ByteBufferOutputStream(batch.sizeInBytes());
        MemoryRecordsBuilder copy = new MemoryRecordsBuilder(
                out,
                batch.magic(),
                Compression.NONE,
                batch.timestampType(),
                batch.baseOffset(),
                batch.maxTimestamp(),
                batch.producerId(),
                batch.producerEpoch(),
                batch.baseSequence(),
                batch.isTransactional(),
                false,
                batch.partitionLeaderEpoch(),
                Integer.MAX_VALUE);
        new Walk(compressed, copy).run();
        copy.overrideLastOffset(batch.lastOffset());
        return new Screened(sizes.kept, copy.build());
    }

    /** One pass over a batch, which measures it or copies it. */
    private final class Walk {
        private final DefaultRecordBatch batch;
        private final @Nullable MemoryRecordsBuilder copy;
        private long kept;
        private long seen;
        private boolean stubs;

        Walk(DefaultRecordBatch batch, @Nullable MemoryRecordsBuilder copy) {
            this.batch = batch;
            this.copy = copy;
        }

        /** Runs the pass. Returns whether the batch has records that must become stubs. */
        boolean run() throws IOException {
            int count = batch.countOrNull();
            try (InputStream in = batch.recordInputStream(buffers)) {
                for (int i = 0; i < count; i++) {
                    int size = ByteUtils.readVarint(in);
                    if (seen + size > BATCH_BYTES_MAX) {
                        rest(count - i);
                        return true;
                    }
                    seen += size;
                    if (size > RECORD_BYTES_MAX || (kept > KEPT_BYTES_MAX && size > SMALL_RECORD_BYTES_MAX)) {
                        stub(in, size);
                    } else {
                        kept += size;
                        keep(in, size);
                    }
                }
            }
            return stubs;
        }

        private void stub(InputStream in, int size) throws IOException {
            stubs = true;
            if (copy == null) {
                pass(in, size);
                return;
            }
            in.read();
            long timestampDelta = ByteUtils.readVarlong(in);
            int offsetDelta = ByteUtils.readVarint(in);
            pass(in, size - 1 - ByteUtils.sizeOfVarlong(timestampDelta) - ByteUtils.sizeOfVarint(offsetDelta));
            append(batch.baseOffset() + offsetDelta, batch.baseTimestamp() + timestampDelta, size);
        }

        private void keep(InputStream in, int size) throws IOException {
            if (copy == null) {
                pass(in, size);
                return;
            }
            ByteBuffer body = ByteBuffer.allocate(ByteUtils.sizeOfVarint(size) + size);
            ByteUtils.writeVarint(size, body);
            int from = body.position();
            if (in.readNBytes(body.array(), from, size) != size) {
                throw new IOException("expected a record of " + size + " bytes, but its batch ends within it");
            }
            body.position(0);
            Record record = DefaultRecord.readFrom(
                    body, batch.baseOffset(), batch.baseTimestamp(), batch.baseSequence(), logAppendTime());
            copy.appendWithOffset(record.offset(), record);
        }

        /**
         * Writes stubs for the records beyond the limit on a batch. Offsets are dense in a topic that is not compacted.
         */
        private void rest(int count) {
            for (int i = count - 1; i >= 0; i--) {
                append(batch.lastOffset() - i, batch.maxTimestamp(), -1);
            }
        }

        private void append(long offset, long timestamp, long size) {
            if (copy != null) {
                copy.appendWithOffset(offset, timestamp, (ByteBuffer) null, null, Oversized.mark(size));
            }
        }

        private @Nullable Long logAppendTime() {
            return batch.timestampType() == TimestampType.LOG_APPEND_TIME ? batch.maxTimestamp() : null;
        }

        private void pass(InputStream in, long bytes) throws IOException {
            for (long left = bytes; left > 0; ) {
                int read = in.read(passed, 0, (int) Math.min(left, passed.length));
                if (read < 0) {
                    throw new IOException("expected a record of " + bytes + " bytes, but its batch ends within it");
                }
                left -= read;
            }
        }
    }
}
