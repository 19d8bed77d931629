package dev.rota.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.kafka.ScanTurns.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.apache.kafka.common.utils.internals.BufferSupplier;
import org.apache.kafka.common.utils.internals.CloseableIterator;
import org.junit.jupiter.api.Test;

class ScreenedBatchesTest {

    private static final Part PART = new Part("facts", 0);
    private static final int TOO_LARGE = 1_500_000;
    private static final int PER_POLL = (int) (ScanTurns.POLL_BYTES_MAX / TOO_LARGE) + 1;

    private final ScanTurns turns = new ScanTurns();
    private long next;

    @Test
    void shouldContinueAScanWithoutPassingOverWhatItHasReturned() {
        MemoryRecords batch = batch(new SimpleRecord(new byte[TOO_LARGE]), 3 * PER_POLL);

        assertThat(offsetsOfPoll(batch)).isEqualTo(range(0, PER_POLL));
        assertThat(offsetsOfPoll(batch)).isEqualTo(range(PER_POLL, 2 * PER_POLL));
        assertThat(offsetsOfPoll(batch)).isEqualTo(range(2 * PER_POLL, 3 * PER_POLL));
        assertThat(next).isEqualTo(3 * PER_POLL);
    }

    @Test
    void shouldPassOverRecordsBeforeThePositionIfItsScanIsLost() {
        MemoryRecords batch = batch(new SimpleRecord(new byte[TOO_LARGE]), 3 * PER_POLL);
        offsetsOfPoll(batch);
        turns.close();

        assertThat(offsetsOfPoll(batch)).isEqualTo(range(0, 2 * PER_POLL));
        assertThat(next).isEqualTo(2 * PER_POLL);
    }

    @Test
    void shouldCountHeaders() {
        Header header = new RecordHeader("h", new byte[1_000_000]);
        MemoryRecords batch = batch(new SimpleRecord(0, new byte[0], new byte[0], new Header[] {header}), 100);

        assertThat(offsetsOfPoll(batch)).hasSize((int) (ScanTurns.POLL_BYTES_MAX / 1_000_000) + 1);
    }

    @Test
    void shouldCountUncompressedBatches() {
        // given batches of 80 MB in one response
        SimpleRecord record = new SimpleRecord(new byte[20 << 20]);
        MemoryRecords four = MemoryRecords.withRecords(Compression.NONE, record, record, record, record);
        MemoryRecords more = MemoryRecords.withRecords(4, Compression.NONE, record);

        // then the poll ends after the first
        turns.begin();
        ScreenedBatches batches =
                new ScreenedBatches(List.of(first(four), first(more)).iterator(), PART, 0, turns);
        assertThat(offsets(batches.next())).isEqualTo(range(0, 4));
        assertThat(offsets(batches.next())).isEmpty();
        assertThat(batches.hasNext()).isFalse();
        assertThat(next).isEqualTo(4);
    }

    @Test
    void shouldReportABatchThatEndsWithinARecord() {
        MemoryRecords batch = batch(new SimpleRecord(new byte[10]), 3);
        batch.buffer().putInt(57, 4);

        assertThatThrownBy(() -> offsetsOfPoll(batch))
                .isInstanceOf(KafkaException.class)
                .hasMessageStartingWith("cannot read the batch at offset 0: ");
    }

    private static MemoryRecords batch(SimpleRecord record, int count) {
        SimpleRecord[] records = IntStream.range(0, count).mapToObj(i -> record).toArray(SimpleRecord[]::new);
        return MemoryRecords.withRecords(Compression.gzip().build(), records);
    }

    private static RecordBatch first(MemoryRecords records) {
        return records.batches().iterator().next();
    }

    /** Polls once from where the last poll has ended; returns the offsets of all records that were scanned. */
    private List<Long> offsetsOfPoll(MemoryRecords records) {
        turns.begin();
        ScreenedBatches batches = new ScreenedBatches(records.batches().iterator(), PART, next, turns);
        List<Long> offsets = new ArrayList<>();
        while (batches.hasNext()) {
            offsets.addAll(offsets(batches.next()));
        }
        return offsets;
    }

    private List<Long> offsets(RecordBatch batch) {
        List<Long> offsets = new ArrayList<>();
        try (CloseableIterator<Record> records = batch.streamingIterator(BufferSupplier.NO_CACHING)) {
            records.forEachRemaining(record -> offsets.add(record.offset()));
        }
        next = batch.nextOffset();
        return offsets;
    }

    private static List<Long> range(int from, int to) {
        return LongStream.range(from, to).boxed().toList();
    }
}
