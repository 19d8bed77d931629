package dev.rota.engine.machine;

import dev.rota.engine.SourceRow;
import dev.rota.engine.log.Source;
import dev.rota.engine.rows.EngineTables;
import dev.rota.engine.rows.Rows;

/** The last offset of each input partition that a log partition has applied. */
final class Sources {

    private final Rows rows;

    Sources(Rows rows) {
        this.rows = rows;
    }

    /**
     * Whether an input was applied before; marks it as applied. Intake appends at least once and in order, so an
     * offset not beyond the source's last one is a repetition.
     */
    boolean seen(Source source) {
        byte[] key = EngineTables.key(EngineTables.SOURCES_NUMBER)
                .text(source.topicId())
                .number(source.partition())
                .end()
                .bytes();
        SourceRow row = (SourceRow) rows.get(EngineTables.SOURCES, key);
        if (row != null && source.offset() <= row.getOffset()) {
            return true;
        }
        rows.put(EngineTables.SOURCES, key, new SourceRow(source.offset()));
        return false;
    }
}
