package dev.rota.engine;

import org.apache.avro.specific.SpecificRecord;

/** A row of {@link BufferedRows} as it stands now; a null row is a deleted one. */
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
