package dev.rota.stream;

import dev.rota.engine.BufferedRows;
import dev.rota.engine.Decision;
import dev.rota.engine.Domain;
import dev.rota.engine.LogFormat;
import dev.rota.engine.LogRecord;
import dev.rota.engine.Nullable;
import dev.rota.engine.OutputFormat;
import dev.rota.engine.Parallel;
import dev.rota.engine.PartitionMachine;
import dev.rota.engine.Position;
import dev.rota.serde.LogHeaders;
import dev.rota.settings.Names;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Objects;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a domain's scheduler over one log partition: record in, decisions out, state and offset in the same transaction.
 *
 * <p>The punctuator changes no state. Where punctuations fall among records is chance; it only asks for Ticks, which the
 * log puts in order, and shows pages, which decide nothing.
 */
final class SchedulerProcessor implements Processor<byte[], byte[], byte[], byte[]> {

    private static final Logger LOG = LoggerFactory.getLogger(SchedulerProcessor.class);

    private final Domain domain;
    private final OutputFormat format;
    private final Parallel parallel;
    private final Ticks ticks;
    private final Duration tickInterval;
    private final boolean writeBack;
    private final PageDesk desk;
    private final DecisionMeter meter;

    private long rowsWritten;
    private long rowsRead;

    @Nullable
    private Task task;

    /** What lives as long as the processor is at one partition. */
    private record Task(
            ProcessorContext<byte[], byte[]> context,
            RowsStore store,
            PartitionMachine machine,
            DueTicks dueTicks,
            ShownPages pages) {}

    SchedulerProcessor(
            Names names,
            Parallel parallel,
            Ticks ticks,
            Duration tickInterval,
            boolean writeBack,
            PageDesk desk,
            DecisionMeter meter) {
        this.domain = names.domain();
        this.format = new OutputFormat(domain, names.log());
        this.parallel = parallel;
        this.ticks = ticks;
        this.tickInterval = tickInterval;
        this.writeBack = writeBack;
        this.desk = desk;
        this.meter = meter;
    }

    @Override
    public void init(ProcessorContext<byte[], byte[]> context) {
        RowsStore store = context.getStateStore(SchedulerTopology.STORE);
        PartitionMachine machine = new PartitionMachine(domain, store.rows(), parallel, this::emit);
        int partition = context.taskId().partition();
        DueTicks dueTicks = new DueTicks(partition, machine, ticks);
        ShownPages pages = new ShownPages(partition, machine, desk);
        rowsWritten = 0;
        rowsRead = 0;
        task = new Task(context, store, machine, dueTicks, pages);
        context.schedule(tickInterval, PunctuationType.WALL_CLOCK_TIME, now -> {
            dueTicks.send(now);
            pages.show();
            meterRows(store.rows());
        });
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        Task at = task();
        RecordMetadata metadata = at.context()
                .recordMetadata()
                .orElseThrow(() -> new IllegalStateException("a record without coordinates"));
        Position position = new Position(metadata.partition(), metadata.offset(), record.timestamp());
        at.dueTicks().read(record.timestamp(), at.context().currentSystemTimeMs());
        try {
            LogRecord parsed = LogHeaders.parse(position, record.key(), record.headers(), record.value());
            meter.handled(at.machine().handle(parsed));
            if (!writeBack) {
                at.store().rows().flush();
            }
            if (parsed instanceof LogRecord.Tick tick) {
                at.dueTicks().answered(tick.unit());
            }
        } catch (LogFormat.ForeignRecord e) {
            meter.foreign();
            LOG.warn("{} was not written by Rota and is passed by: {}", format.cause(position), e.getMessage());
        }
    }

    @Override
    public void close() {
        Task at = task;
        if (at != null) {
            at.pages().close();
            task = null;
        }
    }

    private void meterRows(BufferedRows rows) {
        meter.rows(rows.rowsWritten() - rowsWritten, rows.rowsRead() - rowsRead);
        rowsWritten = rows.rowsWritten();
        rowsRead = rows.rowsRead();
    }

    private void emit(Decision decision, ByteBuffer chain) {
        Task at = task();
        var record = new Record<>(
                format.key(decision),
                format.value(decision, at.machine().schemaId(decision.output())),
                decision.cause().time(),
                LogHeaders.of(format.headers(decision, chain)));
        at.context().forward(record, SchedulerTopology.sink(decision.output()));
        meter.decided(decision);
    }

    private Task task() {
        return Objects.requireNonNull(task, "the processor has not been initialized");
    }
}
