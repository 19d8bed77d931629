package dev.rota.audit;

import dev.rota.audit.Evidence.Records;
import dev.rota.audit.Evidence.Stretch;
import dev.rota.engine.Nullable;
import dev.rota.engine.Source;

/** One input partition, read once and forward: a log partition takes its records in their order. */
final class SourceRecords implements AutoCloseable {

    private final Evidence evidence;
    private final String topic;
    private final int partition;
    private final String topicId;

    @Nullable
    private final Stretch stretch;

    @Nullable
    private Records records;

    @Nullable
    private StoredRecord current;

    SourceRecords(Evidence evidence, String topic, int partition) {
        this.evidence = evidence;
        this.topic = topic;
        this.partition = partition;
        this.topicId = evidence.topicId(topic);
        this.stretch = evidence.stretches(topic).get(partition);
    }

    /** Whether the input still has what the source names. */
    boolean has(Source source) {
        return stretch != null
                && topicId.equals(source.topicId())
                && source.offset() >= stretch.begin()
                && source.offset() < stretch.end();
    }

    /** Whether the very topic is there and never had such an offset. */
    boolean neverHad(Source source) {
        return topicId.equals(source.topicId()) && (stretch == null || source.offset() >= stretch.end());
    }

    /** The record at an offset; null where there is none, or it was passed already (a repetition). */
    @Nullable
    StoredRecord at(long offset) {
        if (current != null && current.offset() > offset) {
            return null;
        }
        if (records == null && stretch != null) {
            records = evidence.read(topic, partition, offset, stretch.end());
        }
        while (records != null && (current == null || current.offset() < offset)) {
            StoredRecord next = records.next();
            if (next == null) {
                return null;
            }
            current = next;
        }
        return current != null && current.offset() == offset ? current : null;
    }

    @Override
    public void close() {
        if (records != null) {
            records.close();
        }
    }
}
