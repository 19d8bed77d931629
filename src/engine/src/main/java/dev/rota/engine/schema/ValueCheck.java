package dev.rota.engine.schema;

import dev.rota.engine.RefusedException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.Resolver;
import org.apache.avro.Schema;

/**
 * Checks that bytes are one value of a writer's schema, within the limits of a record, before Avro decodes them. Avro
 * bounds each collection separately, replaces malformed UTF-8, and does not check fields that the reader skips. Here
 * limits hold for the record as a whole, and skipped fields are checked too.
 */
final class ValueCheck {

    private final ValueShape shape;

    private ValueCheck(ValueShape shape) {
        this.shape = shape;
    }

    /**
     * Returns the check for a writer and a reader schema: bytes that the reader takes as a string must be valid UTF-8
     * too.
     */
    static ValueCheck of(Schema writer, Schema reader) throws RefusedException {
        SchemaBounds.check(writer);
        return new ValueCheck(new Shapes().of(Resolver.resolve(writer, reader, Avro.DATA)));
    }

    void check(byte[] bytes, int from) throws RefusedException {
        ValueCursor cursor = new ValueCursor(bytes, from);
        shape.check(cursor);
        if (cursor.left() > 0) {
            throw ValueCursor.undecodable(
                    "expected the record to end with its bytes, but " + cursor.left() + " bytes are left over");
        }
    }

    /** Builds shapes; each record's shape is built once, since records may contain themselves. */
    private static final class Shapes {
        private final Map<Resolver.Action, ValueShape.Fields> read = new HashMap<>();
        private final Map<String, ValueShape.Fields> skipped = new TreeMap<>();

        ValueShape of(Resolver.Action action) {
            return switch (action.type) {
                case RECORD -> record((Resolver.RecordAdjust) action);
                case CONTAINER -> {
                    ValueShape item = of(((Resolver.Container) action).elementAction);
                    yield action.writer.getType() == Schema.Type.MAP ? ValueShape.map(item) : ValueShape.array(item);
                }
                case WRITER_UNION -> {
                    List<ValueShape> branches = new ArrayList<>();
                    for (Resolver.Action branch : ((Resolver.WriterUnion) action).actions) {
                        branches.add(of(branch));
                    }
                    yield ValueShape.union(branches);
                }
                case READER_UNION -> of(((Resolver.ReaderUnion) action).actualAction);
                case PROMOTE ->
                    action.reader.getType() == Schema.Type.STRING ? ValueShape.TEXT : skipped(action.writer);
                case DO_NOTHING, ENUM, SKIP, ERROR -> skipped(action.writer);
            };
        }

        private ValueShape record(Resolver.RecordAdjust action) {
            ValueShape.Fields known = read.get(action);
            if (known != null) {
                return known;
            }
            ValueShape.Fields made = new ValueShape.Fields();
            read.put(action, made);
            List<ValueShape> fields = new ArrayList<>();
            for (Resolver.Action field : action.fieldActions) {
                fields.add(of(field));
            }
            made.set(fields);
            return made;
        }

        /** Returns the shape of a value that the reader skips or reads unchanged. */
        private ValueShape skipped(Schema schema) {
            return switch (schema.getType()) {
                case NULL -> ValueShape.EMPTY;
                case BOOLEAN -> ValueShape.fixed(1);
                case INT -> ValueShape.INT;
                case LONG -> ValueShape.LONG;
                case FLOAT -> ValueShape.fixed(4);
                case DOUBLE -> ValueShape.fixed(8);
                case BYTES -> ValueShape.BYTES;
                case STRING -> ValueShape.TEXT;
                case FIXED -> ValueShape.fixed(schema.getFixedSize());
                case ENUM -> ValueShape.symbol(schema.getEnumSymbols().size());
                case ARRAY -> ValueShape.array(skipped(schema.getElementType()));
                case MAP -> ValueShape.map(skipped(schema.getValueType()));
                case UNION ->
                    ValueShape.union(
                            schema.getTypes().stream().map(this::skipped).toList());
                case RECORD -> skippedRecord(schema);
            };
        }

        private ValueShape skippedRecord(Schema schema) {
            ValueShape.Fields known = skipped.get(schema.getFullName());
            if (known != null) {
                return known;
            }
            ValueShape.Fields made = new ValueShape.Fields();
            skipped.put(schema.getFullName(), made);
            made.set(schema.getFields().stream()
                    .map(field -> skipped(field.schema()))
                    .toList());
            return made;
        }
    }
}
