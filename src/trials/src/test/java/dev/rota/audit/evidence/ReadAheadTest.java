package dev.rota.audit.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.audit.evidence.Evidence.Records;
import dev.rota.audit.evidence.Evidence.UnreadableRecord;
import dev.rota.engine.Nullable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReadAheadTest {

    private static final long BATCH_BYTES = 1_000;

    private final Buffers buffers = new Buffers(1 << 20, 1);
    private final Queue<Runnable> waiting = new ArrayDeque<>();

    @AfterEach
    void close() {
        buffers.close();
    }

    /** Returns records with offsets from 0 on. Reading some of them throws. */
    private static class Source implements Records {
        private final int count;
        private final List<Thread> readers = new ArrayList<>();
        private long next;
        private boolean closed;
        private @Nullable RuntimeException failure;
        private long failing = -1;

        Source(int count) {
            this.count = count;
        }

        @Override
        public @Nullable StoredRecord next() {
            assertThat(closed).isFalse();
            readers.add(Thread.currentThread());
            if (next == failing && failure != null) {
                RuntimeException thrown = failure;
                failure = thrown instanceof UnreadableRecord unreadable && unreadable.canContinue() ? null : thrown;
                next += failure == null ? 1 : 0;
                throw thrown;
            }
            return next == count ? null : new StoredRecord("log", 0, next++, 0, null, List.of(), new byte[4]);
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    private ReadAhead read(Source source) {
        return new ReadAhead(() -> source, waiting::add, buffers, BATCH_BYTES);
    }

    private static List<Long> offsets(Records records) {
        List<Long> offsets = new ArrayList<>();
        for (StoredRecord record = records.next(); record != null; record = records.next()) {
            offsets.add(record.offset());
        }
        return offsets;
    }

    @Test
    void shouldGiveAllRecordsInOrder() throws InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            for (int count : new int[] {0, 1, 9, 10, 11, 1_000, 10_000}) {
                Source source = new Source(count);
                try (ReadAhead records = new ReadAhead(() -> source, threads, buffers, BATCH_BYTES)) {
                    assertThat(offsets(records)).hasSize(count).isSorted().doesNotHaveDuplicates();
                    assertThat(records.next()).isNull();
                }
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void shouldReadTheNextBatchWhileOneIsTaken() throws InterruptedException {
        // given
        Source source = new Source(100);
        ReadAhead records = read(source);
        assertThat(source.next).as("read by the thread that opens it").isZero();
        records.next();
        long first = source.next;

        // when
        waiting.remove().run();
        Thread other = new Thread(waiting.remove());
        other.start();
        other.join();

        // then the first batch is not read again, and the next one was read on the other thread
        assertThat(first).isBetween(1L, 20L);
        assertThat(source.next).isEqualTo(2 * first);
        assertThat(source.readers.subList(0, (int) first)).containsOnly(Thread.currentThread());
        assertThat(source.readers.subList((int) first, 2 * (int) first)).containsOnly(other);
        assertThat(offsets(records)).hasSize(99);
    }

    @Test
    void shouldNotWaitForAThread() {
        assertThat(offsets(read(new Source(100)))).as("with no thread at all").hasSize(100);
        assertThat(offsets(new ReadAhead(
                        () -> new Source(100),
                        task -> {
                            throw new RejectedExecutionException();
                        },
                        buffers,
                        BATCH_BYTES)))
                .hasSize(100);
    }

    @Test
    void shouldThrowAFailureInItsPlaceAndGoOn() {
        // given
        Source source = new Source(50);
        source.failing = 13;
        source.failure = UnreadableRecord.one("log/0/13", "a broken line");
        ReadAhead records = read(source);

        // when
        for (long offset = 0; offset < 13; offset++) {
            assertThat(records.next()).extracting(StoredRecord::offset).isEqualTo(offset);
        }

        // then
        assertThatThrownBy(records::next).isInstanceOf(UnreadableRecord.class).hasMessage("a broken line");
        assertThat(offsets(records)).hasSize(36).startsWith(14L).endsWith(49L);
    }

    @Test
    void shouldThrowAFailureThatStaysEachTime() {
        // given
        Source source = new Source(50);
        source.failing = 0;
        source.failure = UnreadableRecord.end("log/0/0", "a broken batch");
        ReadAhead records = read(source);

        // then
        assertThatThrownBy(records::next).hasMessage("a broken batch");
        assertThatThrownBy(records::next).hasMessage("a broken batch");
    }

    @Test
    void shouldThrowAFailureToOpen() {
        ReadAhead records = new ReadAhead(
                () -> {
                    throw new AuditRefused("no such topic");
                },
                waiting::add,
                buffers,
                BATCH_BYTES);
        assertThatThrownBy(records::next).isInstanceOf(AuditRefused.class).hasMessage("no such topic");
        records.close();
    }

    @Test
    void shouldHoldTwoBatchesAtMost() {
        // given
        Source source = new Source(10_000);
        ReadAhead records = read(source);

        // when the greatest amount is read ahead at all times
        while (records.next() != null) {
            waiting.forEach(Runnable::run);
            waiting.clear();
        }

        // then
        long record = new StoredRecord("log", 0, 0, 0, null, List.of(), new byte[4]).bytes();
        assertThat(buffers.most()).isBetween(BATCH_BYTES + 1, 2 * (BATCH_BYTES + record));
    }

    @Test
    void shouldCloseWhatItReadsWhenItIsNotBeingRead() throws InterruptedException {
        // given a batch that is being read
        CountDownLatch reading = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Source source = new Source(50) {
            @Override
            public @Nullable StoredRecord next() {
                reading.countDown();
                try {
                    go.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                return super.next();
            }
        };
        ReadAhead records = read(source);
        Thread reader = new Thread(waiting.remove());
        reader.start();
        reading.await();

        // when
        Thread closing = new Thread(records::close);
        closing.start();
        go.countDown();
        closing.join();
        reader.join();

        // then
        assertThat(source.closed).isTrue();

        // and evidence that was not opened yet is not opened after that
        ReadAhead unopened = new ReadAhead(
                () -> {
                    throw new AssertionError("opened");
                },
                waiting::add,
                buffers,
                BATCH_BYTES);
        unopened.close();
        waiting.forEach(Runnable::run);
    }
}
