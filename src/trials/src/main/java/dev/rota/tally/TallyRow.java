package dev.rota.tally;

import java.util.Arrays;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData.SchemaConstructable;
import org.apache.avro.specific.SpecificRecord;

/** A row with the fields of any schema, which depends on the build. The first field is a count. */
public final class TallyRow implements SpecificRecord, SchemaConstructable {

    private final Schema schema;
    private final Object[] fields;

    public TallyRow(Schema schema) {
        this.schema = schema;
        this.fields = new Object[schema.getFields().size()];
        Arrays.fill(fields, 0L);
    }

    /** Returns a copy with another count. */
    public TallyRow counted(long count) {
        TallyRow copy = new TallyRow(schema);
        System.arraycopy(fields, 0, copy.fields, 0, fields.length);
        copy.put(0, count);
        return copy;
    }

    public long count() {
        return (long) fields[0];
    }

    @Override
    public Schema getSchema() {
        return schema;
    }

    @Override
    public Object get(int field) {
        return fields[field];
    }

    @Override
    public void put(int field, Object value) {
        fields[field] = value;
    }
}
