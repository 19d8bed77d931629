package dev.rota.cluster;

import dev.rota.engine.log.LogFormat;
import dev.rota.engine.log.OutputFormat;
import dev.rota.stream.Tenant;
import dev.rota.stream.TopicTail;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Counts decisions by the coordinates of the input that caused them: topic, partition and offset. */
public final class DecidedSources {

    private final Tenant tenant;
    private final Map<String, Integer> decisions = new TreeMap<>();

    /** The source of each log record. Several records may have the same source. */
    private final Map<String, String> sources = new TreeMap<>();

    private DecidedSources(Tenant tenant) {
        this.tenant = tenant;
    }

    /**
     * Returns the number of decisions that each record of the inputs has caused, including 0.
     *
     * @param inputs the full names of the inputs
     */
    public static Map<String, Integer> of(Tenant tenant, List<String> inputs, List<String> outputs) {
        DecidedSources counted = new DecidedSources(tenant);
        for (String input : inputs) {
            for (ConsumerRecord<byte[], byte[]> record : counted.read(tenant.tailOf(input))) {
                counted.decisions.put(coordinates(record), 0);
            }
        }
        for (ConsumerRecord<byte[], byte[]> record :
                counted.read(tenant.tail(tenant.names().domain().log()))) {
            counted.sources.put(coordinates(record), Tenant.header(record, LogFormat.SOURCE));
        }
        outputs.forEach(counted::count);
        return counted.decisions;
    }

    private void count(String output) {
        for (ConsumerRecord<byte[], byte[]> record : read(tenant.tail(output))) {
            // a checkpoint is not a decision and has no sequence number
            if (!Tenant.header(record, OutputFormat.SEQ).isEmpty()) {
                String cause = Tenant.header(record, OutputFormat.CAUSE);
                String source = Objects.requireNonNull(sources.get(cause), () -> cause + " is not in the log");
                if (!source.isEmpty()) {
                    decisions.merge(source, 1, Integer::sum);
                }
            }
        }
    }

    private List<ConsumerRecord<byte[], byte[]>> read(TopicTail opened) {
        try (TopicTail tail = opened) {
            return tail.toEnd();
        }
    }

    private static String coordinates(ConsumerRecord<byte[], byte[]> record) {
        return record.topic() + "/" + record.partition() + "/" + record.offset();
    }
}
