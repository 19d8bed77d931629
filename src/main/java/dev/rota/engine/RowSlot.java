package dev.rota.engine;

import org.apache.avro.specific.SpecificRecord;

/** A row's current value in {@link BufferedRows}; null if deleted. */
final class RowSlot {

    final AvroCodec<SpecificRecord> codec;
    final Key key;

    @Nullable
    SpecificRecord row;

    boolean inStore;
    boolean dirty;
    boolean ordered;
    int bytes;

    RowSlot(AvroCodec<SpecificRecord> codec, Key key) {
        this.codec = codec;
        this.key = key;
    }
}
