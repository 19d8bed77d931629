package dev.rota.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Domain;
import dev.rota.engine.Rejection;
import dev.rota.shards.Transaction;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** All records of a pool at the end of a test: its inputs, the accepted ones, and its decisions in order. */
final class PoolRecords {

    private final Tenant tenant;
    private final Collection<ConsumerRecord<byte[], byte[]>> decisions;
    private final List<Rejection> rejections = new ArrayList<>();
    private final List<Transaction> accepted = new ArrayList<>();

    private PoolRecords(Tenant tenant, Collection<ConsumerRecord<byte[], byte[]>> decisions) {
        this.tenant = tenant;
        this.decisions = decisions;
    }

    /** Reads all records, and asserts that the decisions' numbers have no gap. */
    static PoolRecords of(Tenant tenant, Domain domain) {
        var units = Decisions.of(tenant, domain);
        assertThat(units).hasSize(1);
        PoolRecords records = new PoolRecords(tenant, units.values().iterator().next());
        records.accept();
        return records;
    }

    private void accept() {
        Set<String> refused = new TreeSet<>();
        decisions().forEach(decision -> {
            if (decision instanceof Rejection rejection) {
                rejections.add(rejection);
                refused.add(rejection.getSource());
            }
        });
        try (TopicTail transactions = tenant.tail("shards.transactions")) {
            for (ConsumerRecord<byte[], byte[]> record : transactions.toEnd()) {
                if (!refused.contains(record.topic() + "/" + record.partition() + "/" + record.offset())) {
                    accepted.add((Transaction) Decisions.read(tenant, record));
                }
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
        return decisions.stream().map(record -> Decisions.read(tenant, record));
    }
}
