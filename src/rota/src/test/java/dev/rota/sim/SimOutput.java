package dev.rota.sim;

import dev.rota.engine.Output;
import dev.rota.engine.schema.AvroCodec;
import dev.rota.engine.schema.Framing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.specific.SpecificRecord;

/** Reads the committed records of an output, as its consumers do. */
final class SimOutput<T extends SpecificRecord> {

    private final SimCluster cluster;
    private final String topic;
    private final AvroCodec<T> codec;
    private final Map<Integer, Long> next = new HashMap<>();

    SimOutput(SimCluster cluster, Output<T> output, Class<T> type) {
        this.cluster = cluster;
        this.topic = output.topic();
        this.codec = AvroCodec.of(type);
    }

    /** Returns the records since the last read. */
    List<T> read() {
        List<T> read = new ArrayList<>();
        List<SimPartition> partitions =
                Objects.requireNonNull(cluster.topic(topic)).partitions();
        for (int i = 0; i < partitions.size(); i++) {
            for (SimRecord record : partitions.get(i).read(next.getOrDefault(i, 0L), true, Integer.MAX_VALUE)) {
                next.put(i, record.offset() + 1);
                try {
                    read.add(codec.decode(Objects.requireNonNull(record.value()), Framing.BYTES));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
        return read;
    }
}
