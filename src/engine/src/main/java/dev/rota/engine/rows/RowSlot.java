package dev.rota.engine.rows;

import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import dev.rota.engine.schema.AvroCodec;
import org.apache.avro.specific.SpecificRecord;

/** A row's current value in {@link BufferedRows}; null if deleted. */
final class RowSlot {

    final AvroCodec<SpecificRecord> codec;
    final Key key;

    @Nullable
    SpecificRecord row;

    /** True if the domain holds the rows of the table, so that the slot is kept for one transaction only. */
    final boolean held;

    boolean inStore;
    boolean dirty;
    boolean ordered;
    /** True after an eviction. */
    boolean gone;

    int bytes;

    RowSlot(AvroCodec<SpecificRecord> codec, Key key, boolean held) {
        this.codec = codec;
        this.key = key;
        this.held = held;
    }
}
