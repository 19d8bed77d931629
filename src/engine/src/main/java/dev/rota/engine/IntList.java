package dev.rota.engine;

import dev.rota.engine.schema.AvroCodec;
import java.io.IOException;
import java.util.AbstractList;
import org.apache.avro.io.Encoder;

/** A list of ints for a field of a record, which {@link AvroCodec} encodes without an object for each. */
public abstract class IntList extends AbstractList<Integer> {

    /** Returns the number at an index. */
    protected abstract int at(int index);

    @Override
    public final Integer get(int index) {
        return at(index);
    }

    /** Writes the items of an Avro array. */
    public abstract void write(Encoder out) throws IOException;
}
