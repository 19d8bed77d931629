package dev.rota.stream.intake;

import dev.rota.engine.Nullable;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.Schema;
import org.apache.kafka.common.TopicPartition;

/** Intake's positions topic, in memory. */
final class KeptInMemory implements KeptPositions {
    private final Map<TopicPartition, PositionMark> marks = new HashMap<>();
    int reads;
    boolean fails;

    PositionMark mark(TopicPartition partition) {
        return Objects.requireNonNull(marks.get(partition));
    }

    @Override
    public Kept read() {
        reads++;
        Kept read = new Kept();
        marks.forEach((partition, mark) -> read.position(
                Objects.requireNonNull(PositionMark.parse(mark.text(), mark.reading()::with)), partition.partition()));
        return read;
    }

    @Override
    public boolean keep(Map<TopicPartition, PositionMark> positions) {
        if (!fails) {
            marks.putAll(positions);
        }
        return !fails;
    }

    @Override
    public void keepLater(Map<TopicPartition, PositionMark> positions, Map<Integer, Long> logEnds) {
        marks.putAll(positions);
    }

    @Override
    public boolean keepSchema(NumberedSchema schema) {
        return !fails;
    }

    @Override
    public @Nullable Schema schema(int id) {
        return null;
    }

    @Override
    public void assigned() {}

    @Override
    public boolean lost() {
        return false;
    }
}
