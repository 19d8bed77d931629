package dev.rota.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Checkpoint;
import dev.rota.engine.Domain;
import dev.rota.engine.Output;
import dev.rota.engine.Rejection;
import dev.rota.engine.log.OutputFormat;
import dev.rota.serde.UnreadableValue;
import dev.rota.shards.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** All records of a pool at the end of a test: its inputs, the accepted ones, and its decisions in order. */
final class PoolRecords {

    private final Tenant tenant;
    private final TreeMap<Long, ConsumerRecord<byte[], byte[]>> decisions = new TreeMap<>();
    private final List<Rejection> rejections = new ArrayList<>();
    private final List<Transaction> accepted = new ArrayList<>();

    private PoolRecords(Tenant tenant) {
        this.tenant = tenant;
    }

    /** Reads all records, and asserts that the decisions' numbers have no gap. */
    static PoolRecords of(Tenant tenant, Domain domain) {
        PoolRecords records = new PoolRecords(tenant);
        Set<String> units = new TreeSet<>();
        for (Output<?> output : domain.outputs()) {
            for (ConsumerRecord<byte[], byte[]> record : read(tenant, output.topic())) {
                units.add(Tenant.header(record, OutputFormat.UNIT));
                String seq = Tenant.header(record, OutputFormat.SEQ);
                if (!seq.isEmpty()) {
                    assertThat(records.decisions.put(Long.parseLong(seq), record))
                            .as("another with the number of %s", record)
                            .isNull();
                }
            }
        }
        assertThat(units).hasSize(1);
        assertThat(records.decisions.firstKey()).isEqualTo(1);
        assertThat(records.decisions.lastKey()).isEqualTo(records.decisions.size());
        records.accept();
        return records;
    }

    private static List<ConsumerRecord<byte[], byte[]>> read(Tenant tenant, String topic) {
        try (TopicTail tail = tenant.tail(topic)) {
            return tail.toEnd();
        }
    }

    private void accept() {
        Set<String> refused = new TreeSet<>();
        decisions().forEach(decision -> {
            if (decision instanceof Rejection rejection) {
                rejections.add(rejection);
                refused.add(rejection.getSource());
            }
        });
        for (ConsumerRecord<byte[], byte[]> record : read(tenant, "shards.transactions")) {
            if (!refused.contains(record.topic() + "/" + record.partition() + "/" + record.offset())) {
                accepted.add((Transaction) read(record));
            }
        }
    }

    /** Returns the accepted transactions. Those of a shard are in the order of arrival. */
    List<Transaction> accepted() {
        return accepted;
    }

    List<Rejection> rejections() {
        return rejections;
    }

    /** Returns the decisions in the order of their numbers. */
    Stream<SpecificRecord> decisions() {
        return decisions.values().stream().map(this::read);
    }

    private SpecificRecord read(ConsumerRecord<byte[], byte[]> record) {
        try {
            SpecificRecord value = tenant.wire().read(record.topic(), record.value());
            assertThat(value).isNotInstanceOf(Checkpoint.class);
            return value;
        } catch (UnreadableValue | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
