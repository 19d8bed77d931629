package dev.rota.engine;

/** How far each input partition was read into a log partition. */
final class Sources {

    private final Rows rows;

    Sources(Rows rows) {
        this.rows = rows;
    }

    /**
     * Whether an input was seen before; from now on it was. Intake appends at least once and in order, so what is not
     * beyond the last offset of its source is a repetition.
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
