package dev.rota.laws;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;

/**
 * Checks that a public schema has grown as the contract allows: fields added with defaults, none renamed or removed.
 */
final class Evolution {

    private Evolution() {}

    /** Returns incompatibilities of an input. The current reader must read records of released producers. */
    static List<String> ofInput(Schema released, Schema today) {
        List<String> found = new ArrayList<>();
        reads("today's reader", today, released, found);
        keepsNames(released, today, found);
        enumsHaveDefaults(today, found);
        return found;
    }

    /** Returns incompatibilities of an output. In addition, released consumers must read current decisions. */
    static List<String> ofOutput(Schema released, Schema today) {
        List<String> found = ofInput(released, today);
        reads("a released reader", released, today, found);
        return found;
    }

    private static void reads(String who, Schema reader, Schema writer, List<String> found) {
        var result = SchemaCompatibility.checkReaderWriterCompatibility(reader, writer);
        if (result.getType() != SchemaCompatibilityType.COMPATIBLE) {
            found.add(who + " cannot read the other: " + result.getResult().getIncompatibilities());
        }
    }

    private static void keepsNames(Schema released, Schema today, List<String> found) {
        Set<String> names = new TreeSet<>(names(released));
        names.removeAll(names(today));
        names.forEach(name -> found.add(name + " is gone"));
    }

    private static void enumsHaveDefaults(Schema schema, List<String> found) {
        for (Schema part : parts(schema)) {
            if (part.getType() == Schema.Type.ENUM && part.getEnumDefault() == null) {
                found.add(part.getFullName() + " has no default symbol");
            }
        }
    }

    /** Returns the names of all records' fields and all enums' symbols. */
    private static Set<String> names(Schema schema) {
        Set<String> names = new TreeSet<>();
        for (Schema part : parts(schema)) {
            if (part.getType() == Schema.Type.RECORD) {
                part.getFields().forEach(field -> names.add(part.getFullName() + "." + field.name()));
            } else if (part.getType() == Schema.Type.ENUM) {
                part.getEnumSymbols().forEach(symbol -> names.add(part.getFullName() + "." + symbol));
            }
        }
        return names;
    }

    private static List<Schema> parts(Schema schema) {
        List<Schema> parts = new ArrayList<>();
        collect(schema, parts, new TreeSet<>());
        return parts;
    }

    private static void collect(Schema schema, List<Schema> parts, Set<String> seen) {
        switch (schema.getType()) {
            case RECORD, ENUM, FIXED -> {
                if (seen.add(schema.getFullName())) {
                    parts.add(schema);
                    if (schema.getType() == Schema.Type.RECORD) {
                        schema.getFields().forEach(field -> collect(field.schema(), parts, seen));
                    }
                }
            }
            case ARRAY -> collect(schema.getElementType(), parts, seen);
            case MAP -> collect(schema.getValueType(), parts, seen);
            case UNION -> schema.getTypes().forEach(branch -> collect(branch, parts, seen));
            default -> parts.add(schema);
        }
    }
}
