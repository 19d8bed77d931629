package dev.rota.engine.schema;

import dev.rota.engine.IntakeReason;
import dev.rota.engine.Limits;
import dev.rota.engine.RefusedException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.avro.Schema;

/**
 * Refuses writer schemas under which a few bytes can demand unbounded work, and schemas nested too deeply for
 * recursion. There are three kinds of the former: arrays whose items take no bytes, so that a count alone creates
 * items; records that contain themselves without a union, an array or a map in between, which have no finite value; and
 * records of records of records, whose decoding tables, into which Avro copies nested records, grow by a product.
 */
final class SchemaBounds {

    /** The size of a record that is being measured. Reading it again means that the record contains itself. */
    private static final long OPEN = -1;

    private final List<Schema> records = new ArrayList<>();
    private final List<Schema> arrays = new ArrayList<>();
    private final List<Schema> maps = new ArrayList<>();
    private final Map<String, Long> sizes = new TreeMap<>();
    private final Map<String, Boolean> empty = new TreeMap<>();

    private SchemaBounds() {}

    static void check(Schema writer) throws RefusedException {
        SchemaBounds bounds = new SchemaBounds();
        bounds.collect(writer);
        bounds.checkDepth();
        long size = 0;
        for (Schema record : bounds.records) {
            size = add(size, bounds.size(record));
        }
        for (Schema array : bounds.arrays) {
            if (bounds.empty(array.getElementType())) {
                throw new RefusedException(
                        IntakeReason.UNDECODABLE,
                        "expected a schema in which every array item takes a byte at least, but it has an array of "
                                + array.getElementType().getFullName() + ", which takes none");
            }
            size = add(size, bounds.size(array.getElementType()));
        }
        for (Schema map : bounds.maps) {
            size = add(size, bounds.size(map.getValueType()));
        }
        if (size > Limits.SCHEMA_VALUES_MAX) {
            throw new RefusedException(
                    IntakeReason.UNDECODABLE,
                    "expected a schema of at most " + Limits.SCHEMA_VALUES_MAX
                            + " values when each record is written out where it is used, but it has more");
        }
    }

    /** Collects every record, array and map, each record once. */
    private void collect(Schema root) {
        Set<String> seen = new TreeSet<>();
        Deque<Schema> open = new ArrayDeque<>();
        open.push(root);
        while (!open.isEmpty()) {
            Schema schema = open.pop();
            switch (schema.getType()) {
                case RECORD -> {
                    if (seen.add(schema.getFullName())) {
                        records.add(schema);
                        schema.getFields().forEach(field -> open.push(field.schema()));
                    }
                }
                case ARRAY -> {
                    arrays.add(schema);
                    open.push(schema.getElementType());
                }
                case MAP -> {
                    maps.add(schema);
                    open.push(schema.getValueType());
                }
                case UNION -> schema.getTypes().forEach(open::push);
                default -> {
                    // A leaf.
                }
            }
        }
    }

    /** Checks the longest path, which visits each record at most once, through its deepest field. */
    private void checkDepth() throws RefusedException {
        long depth = 0;
        for (Schema record : records) {
            int deepest = 0;
            for (Schema.Field field : record.getFields()) {
                deepest = Math.max(deepest, depth(field.schema()));
            }
            depth += 1 + deepest;
        }
        if (depth > Limits.SCHEMA_DEPTH_MAX) {
            throw new RefusedException(
                    IntakeReason.UNDECODABLE,
                    "expected a schema whose types nest at most " + Limits.SCHEMA_DEPTH_MAX
                            + " deep, but they may nest " + depth + " deep");
        }
    }

    /** Returns the number of arrays, maps and unions around the innermost type. */
    private static int depth(Schema schema) {
        return switch (schema.getType()) {
            case ARRAY -> 1 + depth(schema.getElementType());
            case MAP -> 1 + depth(schema.getValueType());
            case UNION ->
                1
                        + schema.getTypes().stream()
                                .mapToInt(SchemaBounds::depth)
                                .max()
                                .orElse(0);
            default -> 0;
        };
    }

    /** Returns the number of values that one value consists of, without those inside a union, an array or a map. */
    private long size(Schema schema) throws RefusedException {
        if (schema.getType() != Schema.Type.RECORD) {
            return 1;
        }
        Long known = sizes.putIfAbsent(schema.getFullName(), OPEN);
        if (known != null) {
            if (known == OPEN) {
                throw new RefusedException(
                        IntakeReason.UNDECODABLE,
                        "expected a schema that has values, but " + schema.getFullName()
                                + " contains itself without a union, an array or a map in between");
            }
            return known;
        }
        long size = 1;
        for (Schema.Field field : schema.getFields()) {
            size = add(size, size(field.schema()));
        }
        sizes.put(schema.getFullName(), size);
        return size;
    }

    /** Returns whether a value takes no bytes. Records have been measured before, so none contains itself. */
    private boolean empty(Schema schema) {
        return switch (schema.getType()) {
            case NULL -> true;
            case FIXED -> schema.getFixedSize() == 0;
            case RECORD -> {
                Boolean known = empty.get(schema.getFullName());
                if (known == null) {
                    known = schema.getFields().stream().allMatch(field -> empty(field.schema()));
                    empty.put(schema.getFullName(), known);
                }
                yield known;
            }
            default -> false;
        };
    }

    private static long add(long a, long b) {
        // The sum saturates far above every limit and far below an overflow.
        return Math.min(a + b, Integer.MAX_VALUE);
    }
}
