package dev.rota.sim;

import dev.rota.engine.Decision;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.engine.Position;
import dev.rota.engine.log.CauseHeader;
import dev.rota.engine.log.LogFormat;
import dev.rota.engine.log.LogRecord;
import dev.rota.engine.log.OutputFormat;
import dev.rota.engine.machine.PartitionMachine;
import dev.rota.engine.rows.Applied;
import dev.rota.engine.rows.BufferedRows;
import dev.rota.engine.rows.RowFormats;
import dev.rota.engine.rows.RowLayout;
import dev.rota.engine.rows.RowStore;
import dev.rota.kafka.LogHeaders;
import dev.rota.settings.Names;
import dev.rota.stream.log.Delivered;
import dev.rota.testing.MapRowStore;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.utils.Utils;

/**
 * Computes the expected decisions by reading each log partition once, from the beginning. The committed outputs must
 * equal them byte for byte, and the changelog's rows must equal the rows of this reading.
 */
final class DecisionLedger {

    private static final int OUTPUT_PARTITIONS = 2;

    /** Timers that are due within this time are waited for. */
    private static final long SOON_MS = 5_000;

    /** The decisions of one log partition. */
    private final class Decided {
        private final int partition;
        private final SortedMap<String, List<String>> outputs = new TreeMap<>();

        /** The void records that have been applied, by the offset of the voided record. */
        private final Map<Long, LogRecord.Voiding> voids = new HashMap<>();

        private MapRowStore store;
        private BufferedRows rows;
        private PartitionMachine machine;
        private long next;

        /** The offset at which the partition is halted, or -1. */
        private long haltedAt = -1;

        Decided(int partition) {
            this.partition = partition;
            this.store = new MapRowStore();
            this.rows = rows();
            this.machine = machine();
        }

        private BufferedRows rows() {
            return new BufferedRows(store, RowFormats.open(store, RowLayout.of(names.domain())));
        }

        private PartitionMachine machine() {
            return new PartitionMachine(names.domain(), rows, Parallel.SEQUENTIAL, this::emit);
        }

        /** Starts again from the beginning, since a failed step leaves partial changes. */
        private void restart() {
            outputs.clear();
            store = new MapRowStore();
            rows = rows();
            machine = machine();
            next = 0;
        }

        /** Returns the first void record for an offset, or null if there is none. */
        @Nullable
        private LogRecord.Voiding voiding(SimTopic log, long offset) {
            for (SimRecord record : log.partitions().get(partition).read(offset + 1, true, Integer.MAX_VALUE)) {
                if (parsed(record) instanceof LogRecord.Voiding voiding && voiding.offset() == offset) {
                    return voiding;
                }
            }
            return null;
        }

        @Nullable
        private LogRecord parsed(SimRecord record) {
            try {
                return LogHeaders.parse(at(record), record.key(), new RecordHeaders(record.headers()), record.value());
            } catch (LogFormat.ForeignRecord e) {
                return null;
            }
        }

        private Position at(SimRecord record) {
            return new Position(partition, record.offset(), record.timestamp());
        }

        void read(SimTopic log) {
            for (SimRecord record : log.partitions().get(partition).read(next, true, Integer.MAX_VALUE)) {
                long offset = record.offset();
                if (offset == haltedAt) {
                    LogRecord.Voiding by = voiding(log, offset);
                    if (by == null) {
                        return;
                    }
                    voids.put(offset, by);
                    haltedAt = -1;
                }
                LogRecord parsed = parsed(record);
                if (parsed != null && !decide(parsed, voids.get(offset))) {
                    haltedAt = offset;
                    halts.add(partition + "/" + offset);
                    restart();
                    read(log);
                    return;
                }
                next = offset + 1;
                machine.applied(new Applied(
                        log.id().toString(),
                        offset,
                        record.timestamp(),
                        new Delivered(at(record), record.key(), new RecordHeaders(record.headers()), record.value())
                                .digest()));
            }
        }

        private boolean decide(LogRecord record, @Nullable LogRecord.Voiding by) {
            try {
                if (by == null) {
                    machine.handle(record);
                } else {
                    machine.voided(record, by);
                }
                return true;
            } catch (RuntimeException | StackOverflowError e) {
                return false;
            }
        }

        private void emit(Decision decision, ByteBuffer chain) {
            byte[] key = format.key(decision);
            String topic = names.topic(decision.output().topic());
            outputs.computeIfAbsent(
                            topic + "-" + Utils.toPositive(Utils.murmur2(key)) % OUTPUT_PARTITIONS,
                            none -> new ArrayList<>())
                    .add(text(
                            key,
                            format.value(decision, machine.schemaId(decision)),
                            LogHeaders.of(format.headers(decision, chain)).toArray()));
        }
    }

    private final SimCluster cluster;
    private final Names names;
    private final List<String> violations;
    private final OutputFormat format;
    private final boolean timersEnd;
    private final List<Decided> partitions = new ArrayList<>();
    private final List<String> differing = new ArrayList<>();
    private final SortedSet<String> halts = new TreeSet<>();
    private long compared = -1;

    /** @param timersEnd whether all timers fire before the run ends */
    DecisionLedger(SimCluster cluster, Names names, boolean timersEnd, List<String> violations) {
        this.timersEnd = timersEnd;
        this.cluster = cluster;
        this.names = names;
        this.violations = violations;
        this.format = new OutputFormat(names.domain(), names.log());
    }

    private static String text(byte[] key, byte[] value, Header[] headers) {
        HexFormat hex = HexFormat.of();
        StringBuilder text = new StringBuilder(hex.formatHex(key)).append(' ').append(hex.formatHex(value));
        for (Header header : headers) {
            text.append(' ')
                    .append(header.key())
                    .append('=')
                    .append(new String(header.value(), StandardCharsets.UTF_8));
        }
        return text.toString();
    }

    private SimTopic log() {
        return Objects.requireNonNull(cluster.topic(names.log()));
    }

    private void readLog() {
        SimTopic log = log();
        for (int i = 0; i < log.partitions().size(); i++) {
            if (partitions.size() == i) {
                partitions.add(new Decided(i));
            }
            partitions.get(i).read(log);
        }
    }

    // ---- Completeness ---------------------------------------------------------------------------------------------

    /** Returns whether everything is decided that can be decided without an operator. */
    boolean isCompleteOrHalted() {
        return !halted().isEmpty() || missing().isEmpty();
    }

    /** Returns the offset at which each halted log partition waits. */
    SortedMap<Integer, Long> halted() {
        readLog();
        SortedMap<Integer, Long> halted = new TreeMap<>();
        partitions.forEach(each -> {
            if (each.haltedAt >= 0) {
                halted.put(each.partition, each.haltedAt);
            }
        });
        return halted;
    }

    /** Returns the positions at which log partitions are or were halted, as {@code partition/offset}. */
    SortedSet<String> wereHalted() {
        return halts;
    }

    /** Returns descriptions of the decisions that are still missing. */
    List<String> missing() {
        // The group's offsets are not checked: deliveries may be ignored, and offsets may be lost.
        List<String> missing = new ArrayList<>();
        if (cluster.isAnyOngoing()) {
            missing.add("a transaction is open");
        }
        if (missing.isEmpty()) {
            missing.addAll(differences());
            for (Decided decided : partitions) {
                if (decided.machine.due().next() <= cluster.clock() + (timersEnd ? SOON_MS : 0)) {
                    missing.add("timers of log " + decided.partition + " have not fired");
                }
            }
        }
        return missing;
    }

    // ---- Final checks ---------------------------------------------------------------------------------------------

    /**
     * Checks that no wrong decision was committed after the last check for completeness. The log may contain further
     * Ticks that no scheduler has read.
     */
    void check() {
        readLog();
        differing.clear();
        partitions.forEach(decided -> checkOutputs(decided, false));
        violations.addAll(differing);
    }

    /** Returns the offsets of the log records that committed outputs name as their causes, by log partition. */
    Map<Integer, SortedSet<Long>> causes() {
        Map<Integer, SortedSet<Long>> causes = new TreeMap<>();
        CauseHeader cause = new CauseHeader(names.log());
        for (String output : names.outputs()) {
            for (SimPartition partition :
                    Objects.requireNonNull(cluster.topic(output)).partitions()) {
                for (SimRecord record : partition.read(0, true, Integer.MAX_VALUE)) {
                    if (cause.read(header(record, OutputFormat.CAUSE))) {
                        causes.computeIfAbsent(cause.partition(), none -> new TreeSet<>())
                                .add(cause.offset());
                    }
                }
            }
        }
        return causes;
    }

    /** Returns where outputs and rows differ from the expected ones. Computed again only if a topic has changed. */
    private List<String> differences() {
        List<String> topics = new ArrayList<>(names.outputs());
        topics.add(names.log());
        topics.add(changelog());
        long written = 1;
        for (String topic : topics) {
            SimTopic there = Objects.requireNonNull(cluster.topic(topic));
            written = 31 * written + there.id().hashCode();
            for (SimPartition partition : there.partitions()) {
                written = 31 * written + partition.end();
            }
        }
        if (written != compared) {
            compared = written;
            readLog();
            differing.clear();
            for (Decided decided : partitions) {
                checkOutputs(decided, true);
                checkRows(decided);
            }
        }
        return differing;
    }

    private String changelog() {
        return names.changelog();
    }

    private void checkOutputs(Decided decided, boolean all) {
        CauseHeader cause = new CauseHeader(names.log());
        for (String output : names.outputs()) {
            SimTopic topic = Objects.requireNonNull(cluster.topic(output));
            for (int i = 0; i < topic.partitions().size(); i++) {
                List<String> found = new ArrayList<>();
                for (SimRecord record : topic.partitions().get(i).read(0, true, Integer.MAX_VALUE)) {
                    if (cause.read(header(record, OutputFormat.CAUSE)) && cause.partition() == decided.partition) {
                        found.add(text(
                                Objects.requireNonNull(record.key()),
                                Objects.requireNonNull(record.value()),
                                record.headers().toArray(Header[]::new)));
                    }
                }
                List<String> expected = decided.outputs.getOrDefault(output + "-" + i, List.of());
                if (all ? !found.equals(expected) : !isBeginning(found, expected)) {
                    differing.add(difference(output + "-" + i + " of log " + decided.partition, expected, found));
                }
            }
        }
    }

    private static boolean isBeginning(List<String> some, List<String> of) {
        return some.size() <= of.size() && some.equals(of.subList(0, some.size()));
    }

    private static byte[] header(SimRecord record, String name) {
        return Objects.requireNonNull(new RecordHeaders(record.headers()).lastHeader(name))
                .value();
    }

    private static String difference(String where, List<String> expected, List<String> found) {
        int same = 0;
        while (same < expected.size()
                && same < found.size()
                && expected.get(same).equals(found.get(same))) {
            same++;
        }
        return where + ": expected " + expected.size() + " outputs, but found " + found.size()
                + "; the first to differ is "
                + same + ": expected " + (same < expected.size() ? expected.get(same) : "none") + ", but found "
                + (same < found.size() ? found.get(same) : "none");
    }

    private void checkRows(Decided decided) {
        decided.rows.flush();
        SortedMap<String, String> expected = new TreeMap<>();
        HexFormat hex = HexFormat.of();
        try (RowStore.Range rows = decided.store.range(new byte[0], null)) {
            while (rows.next()) {
                expected.put(hex.formatHex(rows.key()), hex.formatHex(rows.value()));
            }
        }
        SortedMap<String, String> found = new TreeMap<>();
        SimTopic changelog = Objects.requireNonNull(cluster.topic(changelog()));
        for (SimRecord record : changelog.partitions().get(decided.partition).read(0, true, Integer.MAX_VALUE)) {
            String key = hex.formatHex(Objects.requireNonNull(record.key()));
            if (record.value() == null) {
                found.remove(key);
            } else {
                found.put(key, hex.formatHex(record.value()));
            }
        }
        if (!found.equals(expected)) {
            SortedMap<String, String> rows = new TreeMap<>();
            for (SortedMap<String, String> side : Arrays.asList(expected, found)) {
                side.forEach((key, row) -> {
                    if (!row.equals(expected.get(key)) || !row.equals(found.get(key))) {
                        rows.put(key, "expected " + expected.get(key) + ", but found " + found.get(key));
                    }
                });
            }
            differing.add("rows of log " + decided.partition + " differ: " + rows);
        }
    }
}
