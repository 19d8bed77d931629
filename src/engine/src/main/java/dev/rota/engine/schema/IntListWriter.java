package dev.rota.engine.schema;

import dev.rota.engine.IntList;
import java.io.IOException;
import org.apache.avro.Schema;
import org.apache.avro.io.Encoder;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;

/**
 * Writes records that contain an {@link IntList}, without the generated coders, which support only lists of objects.
 */
final class IntListWriter<R extends SpecificRecord> extends SpecificDatumWriter<R> {

    private static final SpecificData DATA = new SpecificData(Avro.class.getClassLoader());

    /** True if the schema has a list of ints, in its own fields or in those of a nested record. */
    private final boolean possible;

    IntListWriter(Schema schema) {
        super(schema, DATA);
        possible = schema.getType() == Schema.Type.RECORD && hasInts(schema, 1);
    }

    private static boolean hasInts(Schema schema, int deeper) {
        return switch (schema.getType()) {
            case ARRAY -> schema.getElementType().getType() == Schema.Type.INT;
            case UNION -> schema.getTypes().stream().anyMatch(type -> hasInts(type, deeper));
            case RECORD ->
                deeper >= 0 && schema.getFields().stream().anyMatch(field -> hasInts(field.schema(), deeper - 1));
            default -> false;
        };
    }

    /** Returns whether the record contains an {@link IntList}, itself or in a record in one of its fields. */
    boolean isFor(R record) {
        return possible && holds(record, 1);
    }

    private static boolean holds(SpecificRecord record, int deeper) {
        int fields = record.getSchema().getFields().size();
        for (int field = 0; field < fields; field++) {
            Object value = record.get(field);
            if (value instanceof IntList
                    || (deeper > 0 && value instanceof SpecificRecord inner && holds(inner, deeper - 1))) {
                return true;
            }
        }
        return false;
    }

    @Override
    protected void writeArray(Schema schema, Object datum, Encoder out) throws IOException {
        if (datum instanceof IntList list) {
            out.writeArrayStart();
            out.setItemCount(list.size());
            list.write(out);
            out.writeArrayEnd();
        } else {
            super.writeArray(schema, datum, out);
        }
    }
}
