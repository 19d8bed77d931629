package dev.rota.audit;

import dev.rota.audit.Evidence.Records;
import dev.rota.audit.Evidence.Stretch;
import dev.rota.engine.Nullable;
import dev.rota.engine.Source;

/** One input partition, read once and forward: a log partition takes its records in their order. */
final class SourceRecords implements AutoCloseable {

    private final Evidence evidence;
    private final Findings findings;
    private final String topic;
    private final int partition;
    private final String topicId;

    /** What there is to read; null where there is nothing, or nothing any more. */
    @Nullable
    private Stretch stretch;

    @Nullable
    private Records records;

    @Nullable
    private StoredRecord current;

    SourceRecords(Evidence evidence, Findings findings, String topic, int partition) {
        this.evidence = evidence;
        this.findings = findings;
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
        Stretch ever = evidence.stretches(topic).get(partition);
        return topicId.equals(source.topicId())
                && (source.offset() < 0 || ever == null || source.offset() >= ever.end());
    }

    /** Whether an offset was passed by already: a log partition takes a source's records in their order. */
    boolean passed(long offset) {
        return current != null && current.offset() > offset;
    }

    /** The record at an offset; null where there is none. */
    @Nullable
    StoredRecord at(long offset) {
        try {
            if (records == null && stretch != null) {
                records = evidence.read(topic, partition, offset, stretch.end());
            }
            while (records != null && (current == null || current.offset() < offset)) {
                StoredRecord next = next(records);
                if (next == null) {
                    return null;
                }
                current = next;
            }
            return current != null && current.offset() == offset ? current : null;
        } catch (Evidence.Unreadable e) {
            findings.notCompared(
                    topic + "/" + partition + ": the input cannot be read (" + e.at() + ": " + e.getMessage() + ")");
            stretch = null;
            return null;
        }
    }

    private @Nullable StoredRecord next(Records reading) {
        while (true) {
            try {
                return reading.next();
            } catch (Evidence.Unreadable e) {
                if (!e.goesOn()) {
                    throw e;
                }
                findings.diverges(Divergence.unreadable(e));
            }
        }
    }

    @Override
    public void close() {
        if (records != null) {
            records.close();
        }
    }
}
