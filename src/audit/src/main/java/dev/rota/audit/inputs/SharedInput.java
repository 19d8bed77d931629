package dev.rota.audit.inputs;

import dev.rota.audit.evidence.Buffers;
import dev.rota.audit.evidence.Evidence;
import dev.rota.audit.evidence.Evidence.OffsetRange;
import dev.rota.audit.evidence.Evidence.Records;
import dev.rota.audit.evidence.StoredRecord;
import dev.rota.audit.findings.Divergence;
import dev.rota.audit.findings.UnattributedRecords;
import dev.rota.engine.Limits;
import dev.rota.engine.Nullable;
import dev.rota.engine.log.Source;
import java.util.Arrays;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Reads one input partition once, forward, for all log partitions. Each of them refers to its records in ascending
 * order, but they do not advance evenly; for an input read before its log record, a digest is kept.
 */
final class SharedInput implements AutoCloseable {

    /** The result of comparing a log record with its source. */
    enum Answer {
        SAME,
        DIFFERENT,
        /** The input no longer exists, or never did. */
        GONE,
        /** The topic exists and never had such an offset. */
        NEVER,
        /** The input extends beyond the offset, but has no record there. */
        ABSENT,
        /** The limit on second lookups was reached, so this one was not made. */
        NAMED_BEFORE
    }

    /**
     * The maximum number of second lookups of inputs that another log partition already referred to. A log needs few:
     * for an input first refused, then accepted.
     */
    static final int SECOND_LOOKUPS_MAX = 100;

    private final Evidence evidence;
    private final String topic;
    private final int partition;
    private final String topicId;
    private final boolean adopted;
    private final UnattributedRecords unattributed;
    private final InputWindow window;

    @Nullable
    private final OffsetRange held;

    @Nullable
    private Records records;

    @Nullable
    private String broken;

    private long next;
    private int secondLookups;

    /** @param adopted whether its records are adopted, with their keys and headers */
    SharedInput(
            Evidence evidence,
            String topic,
            int partition,
            boolean adopted,
            UnattributedRecords unattributed,
            Buffers buffers) {
        this.adopted = adopted;
        this.evidence = evidence;
        this.topic = topic;
        this.partition = partition;
        this.unattributed = unattributed;
        this.window = new InputWindow(buffers);
        String id = "";
        OffsetRange range = null;
        try {
            range = evidence.ranges(topic).get(partition);
            id = evidence.topicId(topic);
            this.broken = adopted && id.isEmpty() ? unreadable("it is not there") : null;
        } catch (AuthorizationException e) {
            this.broken = unreadable(e);
        } catch (UnknownTopicOrPartitionException e) {
            this.broken = unreadable("it is not there");
        }
        this.topicId = id;
        this.held = range;
    }

    /** Returns whether records may be missing since later ones with the same key have replaced them. */
    boolean isCompacted() {
        return adopted && evidence.isCompacted(topic);
    }

    private String unreadable(AuthorizationException e) {
        return unreadable("this principal may not read it: " + e.getMessage());
    }

    private String unreadable(String why) {
        return topic + ": the input cannot be read (" + why + ")";
    }

    /** Returns the reason why the input cannot be read, or null if it can. */
    synchronized @Nullable String broken() {
        return broken;
    }

    /**
     * Compares what a log record contains of its source with the source.
     * @param beginning whether that is only the value, or its beginning if it is long
     */
    synchronized Answer ask(Source source, @Nullable byte[] content, boolean beginning) {
        if (!topicId.equals(source.topicId())) {
            return Answer.GONE;
        }
        long offset = source.offset();
        if (offset < 0 || held == null || offset >= held.end()) {
            return Answer.NEVER;
        }
        if (offset < held.begin() || broken != null) {
            return Answer.GONE;
        }
        try {
            if (offset >= next) {
                StoredRecord record = readTo(held, offset);
                return record == null ? Answer.ABSENT : compare(record, content, beginning);
            }
            byte[] digest = window.take(offset);
            if (digest != null) {
                return answer(InputDigest.matches(digest, content, beginning));
            }
            return lookAgain(offset, content, beginning);
        } catch (Evidence.UnreadableRecord e) {
            broken = topic + "/" + partition + ": the input cannot be read (" + e.at() + ": " + e.getMessage() + ")";
            return Answer.GONE;
        } catch (AuthorizationException e) {
            broken = unreadable(e);
            return Answer.GONE;
        }
    }

    /** Reads up to an offset. Returns null if there is no record at it. */
    private @Nullable StoredRecord readTo(OffsetRange all, long offset) {
        if (records == null) {
            records = evidence.read(topic, partition, all.begin(), all.end());
        }
        while (next <= offset) {
            try {
                StoredRecord record = records.next();
                if (record == null) {
                    next = all.end();
                    return null;
                }
                next = record.offset() + 1;
                if (record.offset() == offset) {
                    return record;
                }
                window.add(record.offset(), InputDigest.of(content(record), record.value()));
            } catch (Evidence.UnreadableRecord e) {
                if (!e.canContinue()) {
                    throw e;
                }
                unattributed.add(Divergence.unreadable(e));
            }
        }
        return null;
    }

    /** Looks up an offset that was passed before: it has no record, or another log partition referred to it. */
    private Answer lookAgain(long offset, @Nullable byte[] content, boolean beginning) {
        secondLookups++;
        if (secondLookups > SECOND_LOOKUPS_MAX) {
            return Answer.NAMED_BEFORE;
        }
        try (Records again = evidence.read(topic, partition, offset, offset + 1)) {
            StoredRecord record = again.next();
            return record == null ? Answer.ABSENT : compare(record, content, beginning);
        }
    }

    private @Nullable byte[] content(StoredRecord input) {
        return adopted ? input.source(topicId).content() : input.value();
    }

    private Answer compare(StoredRecord input, @Nullable byte[] content, boolean beginning) {
        byte[] sent = beginning ? input.value() : content(input);
        boolean cut = beginning && sent != null && sent.length > Limits.REFUSED_VALUE_BYTES_MAX;
        return answer(Arrays.equals(cut ? Arrays.copyOf(sent, Limits.REFUSED_VALUE_BYTES_MAX) : sent, content));
    }

    private static Answer answer(boolean same) {
        return same ? Answer.SAME : Answer.DIFFERENT;
    }

    @Override
    public synchronized void close() {
        if (records != null) {
            records.close();
            records = null;
        }
    }
}
