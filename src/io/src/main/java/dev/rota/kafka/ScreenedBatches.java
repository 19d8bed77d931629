package dev.rota.kafka;

import dev.rota.engine.Nullable;
import dev.rota.kafka.ScanTurns.Part;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.Iterator;
import org.apache.kafka.common.record.internal.DefaultRecordBatch;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.utils.internals.BufferSupplier;
import org.apache.kafka.common.utils.internals.CloseableIterator;

/**
 * The batches of one partition in a response, as a consumer iterates over them. When a poll has decompressed enough,
 * they end, in the middle of a batch too: its next offset is then that of the first record that was not returned, from
 * which the consumer fetches again.
 */
final class ScreenedBatches implements Iterator<RecordBatch> {

    private final Iterator<? extends RecordBatch> batches;
    private final Part part;
    private final long from;
    private final ScanTurns turns;

    /** True if the poll has ended before the records. */
    private boolean cut;

    /**
     * @param from the offset of the request, below which the consumer drops records
     * @param turns bounds the poll
     */
    ScreenedBatches(Iterator<? extends RecordBatch> batches, Part part, long from, ScanTurns turns) {
        this.batches = batches;
        this.part = part;
        this.from = from;
        this.turns = turns;
    }

    @Override
    public boolean hasNext() {
        return !cut && batches.hasNext();
    }

    @Override
    public RecordBatch next() {
        Screened batch = new Screened(batches.next());
        return (RecordBatch) Proxy.newProxyInstance(
                RecordBatch.class.getClassLoader(),
                new Class<?>[] {RecordBatch.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "streamingIterator" -> batch.records((BufferSupplier) arguments[0]);
                    case "nextOffset" -> batch.nextOffset();
                    default -> invoke(batch.fetched, method, arguments);
                });
    }

    /** Calls a method of a replaced object. */
    static Object invoke(Object replaced, Method method, @Nullable Object[] arguments) throws Throwable {
        try {
            return method.invoke(replaced, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** One of the batches. */
    private final class Screened {
        private final RecordBatch fetched;
        private long next;

        Screened(RecordBatch fetched) {
            this.fetched = fetched;
            this.next = fetched.baseOffset();
        }

        long nextOffset() {
            return cut ? Math.max(from, next) : fetched.nextOffset();
        }

        CloseableIterator<Record> records(BufferSupplier buffers) {
            if (fetched.isControlBatch()) {
                return fetched.streamingIterator(buffers);
            }
            if (turns.isOver()) {
                cut = true;
                return CloseableIterator.wrap(Collections.emptyIterator());
            }
            if (fetched instanceof DefaultRecordBatch batch && batch.isCompressed()) {
                BatchScan suspended = turns.resumed(part, batch, from);
                return scanned(suspended == null ? new BatchScan(batch, buffers) : suspended);
            }
            turns.count(part, fetched.sizeInBytes());
            return fetched.streamingIterator(buffers);
        }

        private CloseableIterator<Record> scanned(BatchScan scan) {
            return new CloseableIterator<>() {
                @Override
                public boolean hasNext() {
                    if (scan.hasNext() && turns.isOver()) {
                        cut = true;
                        next = scan.nextOffset();
                    }
                    return scan.hasNext() && !cut;
                }

                @Override
                public Record next() {
                    long before = scan.scanned();
                    Record record = scan.next();
                    // Records before the offset of the request do not count: each poll must return some.
                    if (record.offset() >= from) {
                        turns.count(part, scan.scanned() - before);
                    }
                    return record;
                }

                @Override
                public void close() {
                    if (cut) {
                        turns.suspend(part, scan);
                    } else {
                        scan.close();
                    }
                }
            };
        }
    }
}
