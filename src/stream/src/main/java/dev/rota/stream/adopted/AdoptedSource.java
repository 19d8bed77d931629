package dev.rota.stream.adopted;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.RefusedException;
import dev.rota.engine.SourceRecord;
import dev.rota.engine.adopt.Mapping;
import dev.rota.engine.log.LogFormat;
import dev.rota.kafka.SourceRecords;
import dev.rota.stream.intake.PolledRecord;
import dev.rota.stream.intake.ReadResult;
import dev.rota.stream.intake.Reading;
import dev.rota.stream.intake.TopicSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.TopicPartition;

/**
 * The adopted topics as a source of intake. Events are made of their records by the announced mapping, and appended as
 * far as the scheduler keeps up.
 */
final class AdoptedSource implements TopicSource {

    /** The size of the buffered records of all topics, divided equally among them. */
    private static final long BUFFERED_BYTES_MAX = 64L << 20;

    /**
     * The size of the records that the consumer has fetched of paused partitions, divided equally among all partitions:
     * it keeps at most one response for each.
     */
    private static final int FETCHED_BYTES_MAX = 128 << 20;

    private static final int PARTITION_BYTES_MIN = 16 << 10;
    private static final int PARTITION_BYTES_MAX = ConsumerConfig.DEFAULT_MAX_PARTITION_FETCH_BYTES;

    private final Admin admin;
    private final Notices notices;
    private final ReadableTopics topics;
    private final Backlog backlog;
    private final int logPartitions;

    /** @param notices is closed with this */
    AdoptedSource(Admin admin, Notices notices, ReadableTopics topics, Backlog backlog, int logPartitions) {
        this.admin = admin;
        this.notices = notices;
        this.topics = topics;
        this.backlog = backlog;
        this.logPartitions = logPartitions;
    }

    @Override
    public boolean has(String topic) {
        return topics.all().contains(topic);
    }

    @Override
    public Set<String> topics() {
        return topics.read();
    }

    @Override
    public int fetchBytes() {
        return fetchBytes(topics.allPartitions());
    }

    static int fetchBytes(int partitions) {
        int share = FETCHED_BYTES_MAX / Math.max(1, partitions);
        return Math.max(PARTITION_BYTES_MIN, Math.min(PARTITION_BYTES_MAX, share));
    }

    @Override
    public long bufferedBytesMax() {
        return BUFFERED_BYTES_MAX / topics.all().size();
    }

    @Override
    public boolean isForeign() {
        return true;
    }

    @Override
    public Reading reading(String topic) {
        return new Reading.MappingVersion(topics.version(topic));
    }

    @Override
    public ReadResult read(Deque<PolledRecord> polled, Reading reading) {
        PolledRecord first = polled.element();
        int version = ((Reading.MappingVersion) reading).number();
        Mapping mapping = topics.mapping(first.topic(), version);
        if (mapping == null) {
            // Another instance has read it by a mapping that was announced a moment ago.
            backlog.hold(first.partition());
            return ReadResult.WAIT;
        }
        SourceRecord record = SourceRecords.of(first.record(), first.topicId());
        if (mapping.skips(record)) {
            return ReadResult.SKIP;
        }
        ReadResult.Append append = map(first, record, mapping, version);
        String unit = new String(append.record().key(), UTF_8);
        return backlog.takes(first.partition(), append.partition(), unit) ? append : ReadResult.WAIT;
    }

    private ReadResult.Append map(PolledRecord polled, SourceRecord record, Mapping mapping, int version) {
        try {
            Mapping.Mapped mapped = mapping.map(record);
            byte[] value = mapped.value(topics.schema().id());
            LogFormat.Written event = LogFormat.adopted(mapped.unit(), polled.source(), mapping.type(), version, value);
            return ReadResult.Append.accepted(event, topics.schema(), logPartitions);
        } catch (RefusedException e) {
            return ReadResult.Append.refused(polled.source(), e, record.value(), logPartitions);
        }
    }

    @Override
    public boolean isWaiting(TopicPartition partition) {
        return backlog.holds(partition);
    }

    @Override
    public boolean look(Collection<TopicPartition> assigned) throws InterruptedException {
        boolean changed = topics.look(admin);
        int count = (int)
                assigned.stream().filter(partition -> has(partition.topic())).count();
        backlog.look(count, topics.partitions());
        return changed;
    }

    @Override
    public void forbid(Collection<String> forbidden) {
        topics.forbid(forbidden);
    }

    @Override
    public boolean toleratesLoss(TopicPartition partition, String what) {
        topics.lost(partition, what);
        return true;
    }

    @Override
    public List<String> notes() {
        List<String> notes = new ArrayList<>(topics.notes());
        notes.addAll(backlog.notes());
        return notes;
    }

    @Override
    public int unread() {
        return topics.unread();
    }

    /** Returns the backlogs of units that were published last, other than 0; may be called by any thread. */
    Map<String, Long> levels() {
        return notices.levels();
    }

    @Override
    public void close() {
        notices.close();
    }
}
