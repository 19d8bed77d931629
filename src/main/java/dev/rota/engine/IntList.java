package dev.rota.engine;

import dev.rota.engine.schema.AvroCodec;
import java.io.IOException;
import java.util.AbstractList;
import org.apache.avro.io.Encoder;

/** A list of ints for a field of a record, which {@link AvroCodec} encodes without an object for each. */
public abstract class IntList extends AbstractList<Integer> {

    private static final int PIECE_BYTES = 2_048;

    /** A number takes at most five groups of seven bits. */
    private static final int NUMBER_BYTES_MAX = 5;

    /** The number at an index. */
    protected abstract int at(int index);

    @Override
    public final Integer get(int index) {
        return at(index);
    }

    /** Writes the items of an Avro array. */
    public final void write(Encoder out) throws IOException {
        byte[] piece = new byte[PIECE_BYTES];
        int length = 0;
        int count = size();
        for (int i = 0; i < count; i++) {
            int number = at(i);
            int rest = (number << 1) ^ (number >> 31);
            while (rest >>> 7 != 0) {
                piece[length++] = (byte) (rest | 0x80);
                rest >>>= 7;
            }
            piece[length++] = (byte) rest;
            if (length > PIECE_BYTES - NUMBER_BYTES_MAX) {
                out.writeFixed(piece, 0, length);
                length = 0;
            }
        }
        out.writeFixed(piece, 0, length);
    }
}
