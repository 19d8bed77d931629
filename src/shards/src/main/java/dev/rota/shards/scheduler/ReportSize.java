package dev.rota.shards.scheduler;

import dev.rota.engine.IntakeReason;
import dev.rota.engine.Limits;
import dev.rota.engine.Nullable;
import dev.rota.engine.RefusedException;
import dev.rota.engine.schema.AvroCodec;
import dev.rota.shards.BatchExecuted;
import dev.rota.shards.Receipt;
import dev.rota.shards.StateChange;
import dev.rota.shards.WorkerEvent;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Bounds the size of reports as blocks or receipts repeat them. It may be larger than the producer's record, whose schema may have
 * fewer fields, and whose malformed bytes of text become three bytes each.
 */
final class ReportSize {

    /** The maximum size of a char in UTF-8. */
    private static final int CHAR_BYTES = 3;

    /** The maximum size of a receipt or a change, without its texts and bytes. */
    private static final int FRAME_BYTES = 16;

    private ReportSize() {}

    static void check(WorkerEvent event, List<BatchExecuted> reports) throws RefusedException {
        // A failed batch's report is not repeated, and most reports are clearly small.
        long atMost = 0;
        for (BatchExecuted report : reports) {
            atMost += report.getError() == null ? atMost(report) : 0;
        }
        if (atMost <= Limits.LOG_RECORD_BYTES_MAX) {
            return;
        }
        int bytes = AvroCodec.of(WorkerEvent.class).encode(event).length;
        if (bytes > Limits.LOG_RECORD_BYTES_MAX) {
            throw new RefusedException(
                    IntakeReason.VALUE_INVALID,
                    "expected reports of at most " + Limits.LOG_RECORD_BYTES_MAX
                            + " bytes with all its fields, but they have " + bytes);
        }
    }

    private static long atMost(BatchExecuted report) {
        long bytes = FRAME_BYTES + (long) CHAR_BYTES * report.getShard().length();
        for (Receipt receipt : report.getReceipts()) {
            bytes += FRAME_BYTES
                    + (long) CHAR_BYTES
                            * (receipt.getTransaction().length()
                                    + receipt.getReason().length())
                    + size(receipt.getOutput());
        }
        for (StateChange change : report.getStateDiff()) {
            bytes += FRAME_BYTES + size(change.getKey()) + size(change.getValue());
        }
        return bytes;
    }

    private static int size(@Nullable ByteBuffer bytes) {
        return bytes == null ? 0 : bytes.remaining();
    }
}
