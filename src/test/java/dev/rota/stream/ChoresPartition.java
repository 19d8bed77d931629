package dev.rota.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.chores.ChoreEvent;
import dev.rota.chores.ChoresDomain;
import dev.rota.engine.AvroCodec;
import dev.rota.engine.Framing;
import dev.rota.engine.LogFormat;
import dev.rota.engine.Nullable;
import dev.rota.engine.Output;
import dev.rota.engine.Parallel;
import dev.rota.engine.PartitionMachine;
import dev.rota.engine.Source;
import dev.rota.kafka.LogHeaders;
import dev.rota.settings.Names;
import dev.rota.stream.log.Delivered;
import dev.rota.stream.store.RowsStore;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;

/**
 * The log partition of the chores, fed by hand: what is appended need not be delivered, and what is delivered need not be
 * next. Rows are written when a test says commit.
 */
final class ChoresPartition {

    private static final Names NAMES = new Names(new ChoresDomain(), "");
    private static final int EVENT_SCHEMA = 1;
    private static final AvroCodec<ChoreEvent> EVENTS = AvroCodec.of(ChoreEvent.class);

    private final KeyValueStore<Bytes, byte[]> inner =
            Stores.inMemoryKeyValueStore("rows").get();
    private final RowsStore store = new RowsStore(inner);
    private final MockProcessorContext<Object, Object> context;
    private final KeptLog log = new KeptLog();
    private final Standings standings = new Standings();
    private final List<Record<byte[], byte[]>> emitted = new ArrayList<>();
    private final List<String> sinks = new ArrayList<>();

    @SuppressWarnings("NullAway.Init")
    private LogPartition partition;

    @SuppressWarnings("NullAway.Init")
    private Steps steps;

    private long input;
    private long time;

    ChoresPartition(Path state) {
        context = new MockProcessorContext<>(new Properties(), new TaskId(0, 0), state.toFile());
        restart();
        append(LogFormat.rules(NAMES.domain().rules(), 1));
        append(LogFormat.schema(EVENT_SCHEMA, ChoreEvent.getClassSchema()));
        int id = EVENT_SCHEMA;
        for (Output<?> output : NAMES.domain().outputs()) {
            append(LogFormat.schema(++id, output.schema()));
        }
        deliverAll();
        commit();
    }

    /** Loses what was not committed, and starts over the rows that were. */
    void restart() {
        store.init(context.getStateStoreContext(), store);
        emitted.clear();
        sinks.clear();
        standings.clear(0);
        steps = new Steps(
                NAMES,
                Parallel.SEQUENTIAL,
                store,
                (record, sink) -> {
                    emitted.add(record);
                    sinks.add(sink);
                },
                new DecisionMeter(new SimpleMeterRegistry(), NAMES.domain()));
        partition = new LogPartition(NAMES, 0, steps, log, standings);
    }

    KeptLog log() {
        return log;
    }

    Standings standings() {
        return standings;
    }

    LogPartition partition() {
        return partition;
    }

    PartitionMachine machine() {
        return steps.machine();
    }

    /** Appends an event; its offset. */
    long append(ChoreEvent event) {
        return append(written(event));
    }

    long append(LogFormat.Written record) {
        return log.append(++time, record.key(), LogHeaders.of(record.headers()), record.value());
    }

    /** Appends an event as it was appended before, as intake may after a crash. */
    long again(long offset) {
        Delivered before = log.record((int) offset);
        return log.append(++time, before.key(), before.headers(), before.value());
    }

    private LogFormat.Written written(ChoreEvent event) {
        Source source = new Source("chores.events", 0, input++, "topic-id");
        byte[] value = Framing.frame(EVENT_SCHEMA, EVENTS.encode(event));
        return LogFormat.event(event.getHousehold(), source, event.getSchema().getFullName(), value);
    }

    void deliver(long offset) {
        partition.deliver(log.record((int) offset));
    }

    /** Delivers an event right after it was appended; its offset. */
    long feed(ChoreEvent event) {
        long offset = append(event);
        deliver(offset);
        return offset;
    }

    void deliverAll() {
        for (long offset = 0; offset < log.size(); offset++) {
            deliver(offset);
        }
    }

    /** Lets punctuations read the log for as long as that changes anything. */
    void advance() {
        long before;
        do {
            before = log.slices();
            partition.advance();
        } while (!partition.following() && log.slices() > before && log.slices() < 10_000 && !halted());
        partition.advance();
    }

    boolean halted() {
        return standings.halted() > 0;
    }

    /** Ends a transaction: its records are committed with the rows. */
    List<String> commit() {
        store.flushCache();
        List<String> committed = new ArrayList<>();
        for (int i = 0; i < emitted.size(); i++) {
            committed.add(sinks.get(i).substring("emit-chores.".length()) + " " + header(emitted.get(i), "rota-unit")
                    + " " + header(emitted.get(i), "rota-seq") + " of "
                    + header(emitted.get(i), "rota-cause").substring("chores.log/0/".length()));
        }
        emitted.clear();
        sinks.clear();
        return committed;
    }

    /** The records of the transaction that is open. */
    List<Record<byte[], byte[]>> emitted() {
        return List.copyOf(emitted);
    }

    private static String header(Record<byte[], byte[]> record, String name) {
        @Nullable var header = record.headers().lastHeader(name);
        return header == null ? "" : new String(header.value(), UTF_8);
    }
}
