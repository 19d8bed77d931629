package dev.rota.audit.outputs;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.audit.evidence.Buffers;
import dev.rota.audit.evidence.Evidence;
import dev.rota.audit.evidence.Evidence.OffsetRange;
import dev.rota.audit.evidence.Evidence.Records;
import dev.rota.audit.evidence.StoredRecord;
import dev.rota.audit.findings.Divergence;
import dev.rota.audit.findings.UnattributedRecords;
import dev.rota.engine.Nullable;
import dev.rota.engine.log.CauseHeader;
import dev.rota.engine.log.OutputFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads one output partition once for all log partitions, whose records are interleaved in it.
 *
 *
 * <p>The consumer does the reading: an audit of a log partition that finds its queue empty continues to read until
 * there is a record for it, and puts other records into their audits' queues. There is no reading thread, and no thread
 * waits for space in a queue, so there is no deadlock. Queues grow if one log partition lags behind another; beyond the
 * reader's share of memory they are spilled to a file. {@code Lockstep} keeps that rare.
 */
public final class OutputReader implements AutoCloseable {

    private final Evidence evidence;
    private final String topic;
    private final int partition;
    private final OffsetRange held;
    private final String log;
    private final SortedMap<Integer, OffsetRange> logPartitions;
    private final CauseHeader causeHeader;
    private final UnattributedRecords unattributed;
    private final Buffers buffers;
    private final SortedMap<Integer, CauseQueue> queues = new TreeMap<>();

    @Nullable
    private Records records;

    private boolean ended;
    private long tailBytes;

    /**
     * Creates a reader of one output partition.
     * @param audited the audited log partitions; records of others are skipped
     */
    public OutputReader(
            Evidence evidence,
            TopicPartition at,
            OffsetRange held,
            String log,
            SortedMap<Integer, OffsetRange> logPartitions,
            List<Integer> audited,
            UnattributedRecords unattributed,
            Buffers buffers) {
        this.evidence = evidence;
        this.topic = at.topic();
        this.partition = at.partition();
        this.held = held;
        this.log = log;
        this.logPartitions = logPartitions;
        this.causeHeader = new CauseHeader(log);
        this.unattributed = unattributed;
        this.buffers = buffers;
        audited.forEach(number -> queues.put(number, new CauseQueue(buffers)));
    }

    String topic() {
        return topic;
    }

    /** Returns whether retention has deleted the beginning. */
    boolean beginsLate() {
        return held.begin() > 0;
    }

    /** Returns the range that retention has deleted, as text. */
    public Optional<String> deleted() {
        return beginsLate()
                ? Optional.of(
                        topic + "/" + partition + ": offsets 0 to " + (held.begin() - 1) + " were deleted by retention")
                : Optional.empty();
    }

    /** Takes the next record of a log partition, reading as far as necessary. Returns null at the end. */
    synchronized @Nullable Caused take(int logPartition) {
        CauseQueue queue = queue(logPartition);
        Caused next = queue.take();
        while (next == null && !ended) {
            next = read(logPartition);
        }
        return next;
    }

    /** Takes the next record of a log partition if it has been read already. */
    synchronized @Nullable Caused takeIfRead(int logPartition) {
        return queue(logPartition).take();
    }

    private CauseQueue queue(int logPartition) {
        CauseQueue queue = queues.get(logPartition);
        if (queue == null) {
            throw new IllegalStateException("expected log partition " + logPartition + " to be audited, but it is not");
        }
        return queue;
    }

    /** Reads one record and returns it if it belongs to this log partition, whose queue is empty. */
    private @Nullable Caused read(int logPartition) {
        try {
            if (records == null) {
                records = evidence.read(topic, partition, held.begin(), held.end());
            }
            StoredRecord record = records.next();
            if (record == null) {
                end();
                return null;
            }
            return route(record, logPartition);
        } catch (Evidence.UnreadableRecord e) {
            unattributed.add(Divergence.unreadable(e));
            if (!e.canContinue()) {
                end();
            }
            return null;
        }
    }

    private @Nullable Caused route(StoredRecord record, int logPartition) {
        byte[] header = record.header(OutputFormat.CAUSE);
        if (!causeHeader.read(header)) {
            unattributed.add(unattributed(
                    record,
                    header == null
                            ? "it has no " + OutputFormat.CAUSE
                            : "its cause '" + new String(header, UTF_8) + "' is not a log record"));
            return null;
        }
        OffsetRange range = logPartitions.get(causeHeader.partition());
        if (range == null || causeHeader.offset() >= range.end()) {
            unattributed.add(
                    unattributed(record, "its cause " + record.headerText(OutputFormat.CAUSE) + " is not in " + log));
            return null;
        }
        Caused caused = new Caused(record, causeHeader.offset(), record.offset() < held.settled());
        if (causeHeader.partition() == logPartition) {
            return caused;
        }
        CauseQueue queue = queues.get(causeHeader.partition());
        if (queue != null) {
            queue.add(caused);
            tailBytes += caused.bytes();
            if (tailBytes > buffers.shareBytes() / 2) {
                makeRoom();
            }
        }
        return null;
    }

    private static Divergence unattributed(StoredRecord record, String why) {
        return Divergence.of(record.at(), "no scheduler wrote this: " + why);
    }

    /** Spills tails that exceed half of the share; the other half is for reloaded chunks, one per queue. */
    private void makeRoom() {
        tailBytes = 0;
        for (CauseQueue queue : queues.values()) {
            tailBytes += queue.tailBytes();
        }
        if (tailBytes > buffers.shareBytes() / 2) {
            queues.values().forEach(queue -> queue.spill(buffers.shareBytes() / 2 / queues.size()));
            tailBytes = 0;
        }
    }

    private void end() {
        ended = true;
        close();
    }

    @Override
    public synchronized void close() {
        if (records != null) {
            records.close();
            records = null;
        }
    }

    /** Returns the readers of all partitions of a topic, in partition order. */
    static List<OutputReader> ofTopic(List<OutputReader> all, String topic) {
        List<OutputReader> readers = new ArrayList<>();
        for (OutputReader reader : all) {
            if (reader.topic().equals(topic)) {
                readers.add(reader);
            }
        }
        return readers;
    }
}
