package dev.rota.stream.partition;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.chores.ChoreEvent;
import dev.rota.chores.ChoresDomain;
import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.engine.Output;
import dev.rota.engine.Parallel;
import dev.rota.engine.log.LogFormat;
import dev.rota.engine.log.Source;
import dev.rota.engine.machine.PartitionMachine;
import dev.rota.engine.rows.RowLayout;
import dev.rota.engine.schema.AvroCodec;
import dev.rota.engine.schema.Framing;
import dev.rota.kafka.LogHeaders;
import dev.rota.settings.Names;
import dev.rota.stream.kstreams.RowsStore;
import dev.rota.stream.log.Delivered;
import dev.rota.stream.meters.DecisionMeter;
import dev.rota.stream.partition.OutputSink.OutputRecord;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;

/**
 * A log partition of the chores under the control of a test: an appended record need not be delivered, and a delivered
 * one need not be the next. Rows are written when a test commits.
 */
final class ChoresPartition {

    private static final int EVENT_SCHEMA = 1;

    /** The time between two punctuations. */
    private static final long ADVANCE_MS = 100;

    private static final AvroCodec<ChoreEvent> EVENTS = AvroCodec.of(ChoreEvent.class);

    private final KeyValueStore<Bytes, byte[]> inner =
            Stores.inMemoryKeyValueStore("rows").get();
    private final MemoryOutputs outputs = new MemoryOutputs();
    private final MockProcessorContext<Object, Object> context;
    private final MemoryLog log = new MemoryLog();
    private final Standings standings = new Standings();
    private final List<OutputRecord> emitted = new ArrayList<>();

    /** The store's rows as of the last commit. */
    private final Map<Bytes, byte[]> committedRows = new TreeMap<>();

    private long clock;
    private boolean stopping;

    private Names names;
    private RebuildRequest request = new RebuildRequest(false);

    @SuppressWarnings("NullAway.Init")
    private RowsStore store;

    @SuppressWarnings("NullAway.Init")
    private LogPartition partition;

    /** The offset of the last delivery. */
    private long delivered = -1;

    private long input;
    private long time;

    ChoresPartition(Path state) {
        this(state, new ChoresDomain());
    }

    /** Creates the partition with another build of the domain. */
    ChoresPartition(Path state, Domain build) {
        names = new Names(build, "");
        context = new MockProcessorContext<>(new Properties(), new TaskId(0, 0), state.toFile());
        restart();
        append(LogFormat.rules(names.domain().rules(), 1));
        append(LogFormat.schema(EVENT_SCHEMA, ChoreEvent.getClassSchema()));
        int id = EVENT_SCHEMA;
        for (Output<?> output : names.domain().outputs()) {
            append(LogFormat.schema(++id, output.schema()));
        }
        deliverAll();
        commit();
    }

    /** Begins a planned stop. */
    void stop() {
        stopping = true;
    }

    /** Restarts the process from the committed rows, losing everything else. */
    void restart() {
        stopping = false;
        request = new RebuildRequest(false);
        reassign();
    }

    /** Starts the task again from the committed rows, as after an aborted transaction. */
    void reassign() {
        loseRows();
        committedRows.forEach(inner::put);
        store = new RowsStore(inner, RowLayout.of(names.domain()));
        store.init(context.getStateStoreContext(), store);
        emitted.clear();
        standings.clear(0);
        partition = new LogPartition(
                new LogPartition.Shared(
                        names,
                        Parallel.SEQUENTIAL,
                        log,
                        outputs,
                        request,
                        standings,
                        new DecisionMeter(new SimpleMeterRegistry(), names.domain()),
                        () -> stopping),
                0,
                store,
                emitted::add,
                () -> clock);
    }

    /** Restarts with another build. */
    void restart(Domain build) {
        names = new Names(build, "");
        restart();
    }

    /** Restarts as {@code run --rebuild} does. */
    void restartRebuilding() {
        request = new RebuildRequest(true);
        reassign();
    }

    /** Restarts with neither store nor changelog. */
    void restartWithoutRows() {
        committedRows.clear();
        restart();
    }

    /** Returns the rows as of the last commit, in hex by key. */
    SortedMap<String, String> rows() {
        SortedMap<String, String> rows = new TreeMap<>();
        HexFormat hex = HexFormat.of();
        committedRows.forEach((key, row) -> rows.put(hex.formatHex(key.get()), hex.formatHex(row)));
        return rows;
    }

    private void loseRows() {
        for (Bytes key : stored().keySet()) {
            inner.delete(key);
        }
    }

    private Map<Bytes, byte[]> stored() {
        Map<Bytes, byte[]> stored = new TreeMap<>();
        if (inner.isOpen()) {
            try (KeyValueIterator<Bytes, byte[]> all = inner.all()) {
                all.forEachRemaining(row -> stored.put(row.key, row.value));
            }
        }
        return stored;
    }

    MemoryOutputs outputs() {
        return outputs;
    }

    MemoryLog log() {
        return log;
    }

    Standings standings() {
        return standings;
    }

    LogPartition partition() {
        return partition;
    }

    /** Returns whether its rows are incomplete. */
    boolean rebuilding() {
        return !partition.hasAllRows();
    }

    PartitionMachine machine() {
        return partition.machine();
    }

    /** Appends an event, and returns its offset. */
    long append(ChoreEvent event) {
        return append(written(event));
    }

    long append(LogFormat.Written record) {
        return log.append(++time, record.key(), LogHeaders.of(record.headers()), record.value());
    }

    /** Appends a record again, as intake may after a crash. */
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
        delivered = offset;
        partition.deliver(log.record((int) offset));
    }

    /** Appends an event and delivers it. Returns its offset. */
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

    /** Punctuates, which reads the log, until nothing changes. */
    void advance() {
        long before;
        int rebuilt = 0;
        do {
            before = reads();
            clock += ADVANCE_MS;
            partition.advance();
        } while (!partition.isFollowing()
                && (reads() > before || (rebuilding() && rebuilt++ < 1_000))
                && log.slices() < 10_000
                && !halted());
        clock += ADVANCE_MS;
        partition.advance();
    }

    /** Lets time pass without a punctuation. */
    void elapse(long ms) {
        clock += ms;
    }

    /** Returns how often log and outputs were read. */
    private long reads() {
        return (long) log.slices() + outputs.reads();
    }

    boolean halted() {
        return standings.halted() > 0;
    }

    /** Commits a transaction: its outputs, the rows and the group's offset. */
    List<String> commit() {
        log.committed(delivered + 1);
        store.flushCache();
        committedRows.clear();
        committedRows.putAll(stored());
        emitted.forEach(outputs::commit);
        List<String> committed = new ArrayList<>();
        for (OutputRecord record : emitted) {
            committed.add(record.output().topic().substring("chores.".length()) + " " + header(record, "rota-unit")
                    + " " + header(record, "rota-seq") + " of "
                    + header(record, "rota-cause").substring("chores.log/0/".length()));
        }
        emitted.clear();
        return committed;
    }

    /** Returns the outputs in the open transaction. */
    List<OutputRecord> emitted() {
        return List.copyOf(emitted);
    }

    private static String header(OutputRecord record, String name) {
        @Nullable var header = record.headers().lastHeader(name);
        return header == null ? "" : new String(header.value(), UTF_8);
    }
}
