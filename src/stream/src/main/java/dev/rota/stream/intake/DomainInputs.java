package dev.rota.stream.intake;

import dev.rota.kafka.Oversized;
import dev.rota.settings.Names;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.TopicPartition;

/**
 * The domain's inputs, whose records are events already. A record whose schema must be looked up waits until the
 * registry has answered. All inputs must be read: without one of them, parties could be judged by what is missing.
 */
final class DomainInputs implements TopicSource {

    /** The most schemas that are looked up together. */
    private static final int SCHEMAS_AT_ONCE_MAX = 100;

    private final Set<String> topics;
    private final Reading.Rules newest;
    private final InputReader reader;
    private final ParkedPartitions parked;
    private final KeptPositions kept;

    DomainInputs(Names names, InputReader reader, ParkedPartitions parked, KeptPositions kept) {
        this.topics = new LinkedHashSet<>(names.inputs());
        this.newest = new Reading.Rules(names.domain().rules());
        this.reader = reader;
        this.parked = parked;
        this.kept = kept;
    }

    @Override
    public boolean has(String topic) {
        return topics.contains(topic);
    }

    @Override
    public Set<String> topics() {
        return topics;
    }

    @Override
    public int fetchBytes() {
        return ConsumerConfig.DEFAULT_MAX_PARTITION_FETCH_BYTES;
    }

    @Override
    public Reading reading(String topic) {
        return newest;
    }

    @Override
    public ReadResult read(Deque<PolledRecord> records, Reading reading) {
        PolledRecord first = records.element();
        try {
            return reader.read(first.source(), first.record().value(), (Reading.Rules) reading);
        } catch (InputReader.SchemaNeeded e) {
            parked.park(first.partition(), neededSchemas(e.id(), records));
            return ReadResult.WAIT;
        }
    }

    /** Returns the schema id that the first record needs, and those that the following ones need. */
    private List<Integer> neededSchemas(int first, Deque<PolledRecord> records) {
        Set<Integer> ids = new LinkedHashSet<>(Set.of(first));
        for (PolledRecord polled : records) {
            if (ids.size() < SCHEMAS_AT_ONCE_MAX && Oversized.why(polled.record()) == null) {
                reader.neededSchema(polled.partition(), polled.record().value()).ifPresent(ids::add);
            }
        }
        return List.copyOf(ids);
    }

    @Override
    public boolean isSchemaUnknown(PolledRecord record) {
        return Oversized.why(record.record()) == null
                && reader.schemaUnknown(record.partition(), record.record().value());
    }

    @Override
    public boolean isWaiting(TopicPartition partition) {
        return parked.contains(partition);
    }

    @Override
    public boolean look(Collection<TopicPartition> assigned) throws InterruptedException {
        for (SchemaLookups.Answer answer : parked.answers()) {
            Schema schema = answer.schema() == null ? kept.schema(answer.id()) : answer.schema();
            if (schema == null) {
                reader.unknown(answer.partition(), answer.id(), answer.message());
            } else {
                reader.learn(answer.id(), schema);
            }
        }
        if (parked.isTimeToAskAgain()) {
            reader.forgetUnknown();
        }
        return false;
    }

    @Override
    public void forget(Collection<TopicPartition> partitions) {
        reader.forget(partitions);
        parked.forget(partitions);
    }

    @Override
    public List<String> notes() {
        return parked.reasons();
    }
}
