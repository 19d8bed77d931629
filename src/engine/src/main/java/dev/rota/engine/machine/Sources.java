package dev.rota.engine.machine;

import dev.rota.engine.SourceRow;
import dev.rota.engine.log.Source;
import dev.rota.engine.rows.EngineTables;
import dev.rota.engine.rows.Rows;
import java.util.HashMap;
import java.util.Map;

/** The last offset of each input partition that a log partition has applied. */
final class Sources {

    private record InputPartition(String topicId, int number) {}

    private final Rows rows;

    /** Cached row keys; inputs have few partitions. */
    private final Map<InputPartition, byte[]> keys = new HashMap<>();

    Sources(Rows rows) {
        this.rows = rows;
    }

    /**
     * Returns whether an input was applied before, and marks it as applied. Intake appends at least once and in order,
     * so an offset not beyond the source's last one is a repetition.
     */
    boolean seen(Source source) {
        byte[] key = keys.computeIfAbsent(new InputPartition(source.topicId(), source.partition()), Sources::key);
        SourceRow row = (SourceRow) rows.get(EngineTables.SOURCES, key);
        if (row != null && source.offset() <= row.getOffset()) {
            return true;
        }
        rows.put(EngineTables.SOURCES, key, new SourceRow(source.offset()));
        return false;
    }

    private static byte[] key(InputPartition partition) {
        return EngineTables.key(EngineTables.SOURCES_NUMBER)
                .text(partition.topicId())
                .number(partition.number())
                .end()
                .bytes();
    }
}
