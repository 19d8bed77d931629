package dev.rota.chunks.scheduler;

import dev.rota.engine.Decision;
import dev.rota.engine.Output;
import dev.rota.engine.OutputRecords;
import dev.rota.engine.schema.AvroCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.avro.specific.SpecificRecord;

/** Holds output topics in memory, with a partition for each key. */
public final class DecidedOutputs implements OutputRecords {

    public final List<Decision> decided = new ArrayList<>();

    @Override
    public <T extends SpecificRecord> void of(
            String unit, Output<T> output, String key, Predicate<OutputRecord<T>> wanted) {
        hand(
                decided.stream()
                        .filter(decision -> decision.output().equals(output)
                                && decision.unit().equals(unit)
                                && decision.key().equals(key))
                        .toList(),
                output.codec(),
                wanted);
    }

    @Override
    public <T extends SpecificRecord> void of(
            String unit, Output<T> output, long from, Predicate<OutputRecord<T>> wanted) {
        TreeMap<String, List<Decision>> partitions = new TreeMap<>();
        for (Decision decision : decided) {
            if (decision.output().equals(output)
                    && decision.unit().equals(unit)
                    && decision.cause().time() >= from) {
                partitions
                        .computeIfAbsent(decision.key(), key -> new ArrayList<>())
                        .add(decision);
            }
        }
        partitions.values().forEach(partition -> hand(partition, output.codec(), wanted));
    }

    /** Reads on as if there were one partition. */
    @Override
    public <T extends SpecificRecord> void after(
            String unit, Output<T> output, SortedMap<Integer, Long> position, Consumer<OutputRecord<T>> taker) {
        int from = position.getOrDefault(0, 0L).intValue();
        List<Decision> rest = decided.subList(from, decided.size()).stream()
                .filter(decision ->
                        decision.output().equals(output) && decision.unit().equals(unit))
                .toList();
        position.put(0, (long) decided.size());
        hand(rest, output.codec(), record -> {
            taker.accept(record);
            return true;
        });
    }

    private static <T extends SpecificRecord> void hand(
            List<Decision> partition, AvroCodec<T> codec, Predicate<OutputRecord<T>> wanted) {
        for (Decision decision : partition) {
            T value = codec.decode(decision.avro());
            if (!wanted.test(new OutputRecord<>(decision.seq(), decision.cause().time(), value))) {
                return;
            }
        }
    }
}
