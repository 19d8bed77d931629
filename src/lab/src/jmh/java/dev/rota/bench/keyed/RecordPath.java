package dev.rota.bench.keyed;

import dev.rota.bench.lanes.OutputWatch;
import dev.rota.bench.lanes.RunTopics;
import dev.rota.bench.lanes.TopicEnds;
import dev.rota.bench.report.Figures;
import dev.rota.bench.report.ReportPrinter;
import dev.rota.engine.Bytes;
import dev.rota.engine.Position;
import dev.rota.engine.log.LogFormat;
import dev.rota.engine.log.LogRecord;
import dev.rota.engine.schema.AvroCodec;
import dev.rota.engine.schema.Framing;
import dev.rota.kafka.LogHeaders;
import dev.rota.shards.Batch;
import dev.rota.shards.BatchExecuted;
import dev.rota.shards.BatchReceipts;
import dev.rota.shards.Batches;
import dev.rota.shards.BatchesExecuted;
import dev.rota.shards.Receipt;
import dev.rota.shards.ReceiptsCommitted;
import dev.rota.shards.ShardsTopics;
import dev.rota.shards.Transaction;
import dev.rota.shards.WorkerEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.IsolationLevel;

/**
 * Notes when the records of an adopted topic pass the stages between their send and their committed receipt. Assignments and
 * receipts are timed when a reader gets them, log records by their append times, which are whole
 * milliseconds. All clocks are of one machine.
 */
final class RecordPath implements AutoCloseable {

    private enum Stage {
        APPENDED("appended to the log"),
        WRITTEN("assignment written"),
        ASSIGNED("assignment committed and read"),
        BEGAN("handler began"),
        RETURNED("handler returned"),
        REPORTED("report appended to the log"),
        COMMITTED("receipt committed and read");

        final String title;

        Stage(String title) {
            this.title = title;
        }
    }

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final RunTopics site;
    private final AvroCodec<WorkerEvent> workerEvents = AvroCodec.of(WorkerEvent.class);

    /** The value of {@link System#nanoTime} at the epoch. */
    private final long epochNanos;

    private final TopicEnds from;
    private final OutputWatch<Batch> written;
    private final OutputWatch<Batch> batches;
    private final OutputWatch<ReceiptsCommitted> receipts;

    /** The numbers of records by the ids and by the sources of their transactions. */
    private final Map<String, Integer> numbers = new HashMap<>();

    /** When each batch was written, and when it could be read, by name. */
    private final Map<String, Long> writes = new HashMap<>();

    private final Map<String, Long> arrivals = new HashMap<>();

    /** When each transaction's receipt arrived. */
    private final Map<String, Long> committed = new HashMap<>();

    /** When each record passed each stage. */
    private final Map<Stage, long[]> times = new EnumMap<>(Stage.class);

    /** Begins to watch, before the first record is sent. */
    RecordPath(RunTopics site, int records) {
        this.site = site;
        for (Stage stage : Stage.values()) {
            times.put(stage, new long[records]);
        }
        Instant now = Instant.now();
        this.epochNanos = System.nanoTime() - TimeUnit.SECONDS.toNanos(now.getEpochSecond()) - now.getNano();
        this.from = log();
        this.batches = new OutputWatch<>(site, ShardsTopics.ASSIGNMENTS, this::assigned);
        this.receipts = new OutputWatch<>(site, ShardsTopics.RECEIPTS, this::committed);
        this.written =
                new OutputWatch<>(site, ShardsTopics.ASSIGNMENTS, IsolationLevel.READ_UNCOMMITTED, this::written);
        written.start();
        batches.start();
        receipts.start();
    }

    private TopicEnds log() {
        return TopicEnds.now(site.settings(), List.of(site.names().log()));
    }

    /** Names a batch; tokens are those of a pool. */
    private static String name(String pool, long token, int batch) {
        return pool + "/" + token + "/" + batch;
    }

    private synchronized void written(Batch record) {
        long now = System.nanoTime();
        Batches.of(record).forEach(batch -> writes.put(name(batch.getPool(), batch.getToken(), batch.getBatch()), now));
    }

    private synchronized void assigned(Batch record) {
        Batches.of(record).forEach(this::arrived);
    }

    private void arrived(Batch batch) {
        arrivals.put(name(batch.getPool(), batch.getToken(), batch.getBatch()), System.nanoTime());
        for (Transaction transaction : batch.getTransactions()) {
            int number = RecordWork.number(Bytes.of(transaction.getPayload()));
            numbers.put(transaction.getId(), number);
            numbers.put(transaction.getSource(), number);
        }
    }

    private synchronized void committed(ReceiptsCommitted record) {
        long now = System.nanoTime();
        for (BatchReceipts batch : record.getBatches()) {
            batch.getReceipts().forEach(receipt -> committed.put(receipt.getTransaction(), now));
        }
    }

    /** Waits until the receipts of a number of records have arrived. */
    void await(int records) throws InterruptedException {
        long start = System.nanoTime();
        while (committed() < records) {
            if (System.nanoTime() - start > PATIENCE.toNanos()) {
                throw new IllegalStateException(
                        "expected receipts of " + records + " records, but there are those of " + committed());
            }
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    private synchronized int committed() {
        return committed.size();
    }

    /**
     * Prints when the records from a number on passed each stage, since their intended send times.
     *
     * @param handled the calls of the handler
     */
    synchronized void print(ReportPrinter out, HandledLog handled, int first, long[] intended) {
        from.read(log(), site.settings(), this::appended);
        committed.forEach((id, arrival) -> note(Stage.COMMITTED, id, arrival));
        handled.read((number, began, ended) -> {
            times(Stage.BEGAN)[number] = began;
            times(Stage.RETURNED)[number] = ended;
        });
        out.print("  %-32s %18s %27s", "ms p50 and p99", "since the send", "since the stage before");
        long[] before = intended;
        for (Stage stage : Stage.values()) {
            long[] passed = Arrays.copyOfRange(times(stage), first, first + intended.length);
            double[] since = millis(intended, passed);
            double[] hop = millis(before, passed);
            out.print(
                    "  %-32s %9.1f %8.1f %18.1f %8.1f",
                    stage.title,
                    Figures.quantile(since, 0.5),
                    Figures.quantile(since, 0.99),
                    Figures.quantile(hop, 0.5),
                    Figures.quantile(hop, 0.99));
            before = passed;
        }
    }

    private long[] times(Stage stage) {
        return Objects.requireNonNull(times.get(stage));
    }

    private static double[] millis(long[] from, long[] to) {
        double[] ms = new double[from.length];
        for (int i = 0; i < ms.length; i++) {
            ms[i] = (to[i] - from[i]) / 1e6;
        }
        return ms;
    }

    private void appended(ConsumerRecord<byte[], byte[]> record) {
        long at = epochNanos + TimeUnit.MILLISECONDS.toNanos(record.timestamp());
        try {
            Position position = new Position(record.partition(), record.offset(), record.timestamp());
            LogRecord parsed = LogHeaders.parse(position, record.key(), record.headers(), record.value());
            if (!(parsed instanceof LogRecord.Event event)) {
                return;
            }
            if (event.source().topic().equals(site.names().topic(ShardsTopics.WORKERS))) {
                WorkerEvent decoded = workerEvents.decode(event.value(), Framing.BYTES);
                if (decoded.getEvent() instanceof BatchExecuted report) {
                    reported(decoded.getPool(), report, at);
                } else if (decoded.getEvent() instanceof BatchesExecuted joined) {
                    joined.getReports().forEach(report -> reported(decoded.getPool(), report, at));
                }
                return;
            }
            note(Stage.APPENDED, event.source().coordinates(), at);
        } catch (LogFormat.ForeignRecord | IOException e) {
            throw new UncheckedIOException(new IOException(e));
        }
    }

    /** Notes a report. A record is assigned by the batch that reports it; it may have been in others before. */
    private void reported(String pool, BatchExecuted report, long at) {
        String batch = name(pool, report.getToken(), report.getBatch());
        long write = Objects.requireNonNull(writes.get(batch));
        long arrival = Objects.requireNonNull(arrivals.get(batch));
        for (Receipt receipt : report.getReceipts()) {
            note(Stage.WRITTEN, receipt.getTransaction(), write);
            note(Stage.ASSIGNED, receipt.getTransaction(), arrival);
            note(Stage.REPORTED, receipt.getTransaction(), at);
        }
    }

    /** Notes when a record passed a stage. Log records of others have no number. */
    private void note(Stage stage, String idOrSource, long at) {
        Integer number = numbers.get(idOrSource);
        if (number != null) {
            times(stage)[number] = at;
        }
    }

    @Override
    public void close() {
        written.close();
        batches.close();
        receipts.close();
    }
}
