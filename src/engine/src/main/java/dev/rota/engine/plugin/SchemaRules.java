package dev.rota.engine.plugin;

import dev.rota.engine.Domain;
import dev.rota.engine.Input;
import dev.rota.engine.Nullable;
import dev.rota.engine.Output;
import dev.rota.engine.TableType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.Schema;

/**
 * The rules for the schemas of a domain, so that all machines decide in the same bytes: a map has no order, and a float
 * of a decision is rounded.
 */
final class SchemaRules {

    private final boolean decided;
    private final boolean published;
    private final boolean generated;
    private final Map<String, Schema> seen = new LinkedHashMap<>();

    /**
     * @param decided whether records of the schema are decisions
     * @param published whether records of the schema are on a public topic
     * @param generated whether the schema is that of a generated class, not one of older rules
     */
    private SchemaRules(boolean decided, boolean published, boolean generated) {
        this.decided = decided;
        this.published = published;
        this.generated = generated;
    }

    /** Returns the named types of a domain's own schemas. */
    static List<Schema> types(Domain domain) {
        SchemaRules rules = new SchemaRules(false, false, true);
        List<Schema> schemas = new ArrayList<>();
        domain.inputs().stream().map(Input::schema).forEach(schemas::add);
        domain.decisions().stream().map(Output::schema).forEach(schemas::add);
        domain.tables().stream().map(TableType::codec).forEach(codec -> schemas.add(codec.schema()));
        schemas.forEach(schema -> rules.fault(schema, ""));
        return List.copyOf(rules.seen.values());
    }

    static Optional<String> ofInput(Schema schema) {
        return Optional.ofNullable(new SchemaRules(false, true, true).fault(schema, ""));
    }

    /** Returns the first fault of the schema that an input has under older rules. */
    static Optional<String> ofOlderInput(Schema schema) {
        return Optional.ofNullable(new SchemaRules(false, true, false).fault(schema, ""));
    }

    static Optional<String> ofOutput(Schema schema) {
        return Optional.ofNullable(new SchemaRules(true, true, true).fault(schema, ""));
    }

    /** Returns the first fault of the schema that an output has under older rules. */
    static Optional<String> ofOlderOutput(Schema schema) {
        return Optional.ofNullable(new SchemaRules(true, true, false).fault(schema, ""));
    }

    static Optional<String> ofRow(Schema schema) {
        return Optional.ofNullable(new SchemaRules(false, false, true).fault(schema, ""));
    }

    /** Returns the first fault of a schema, or null if it has none. */
    private @Nullable String fault(Schema schema, String path) {
        if (schema.getProp("logicalType") != null) {
            return called(path) + " has the logical type " + schema.getProp("logicalType");
        }
        return switch (schema.getType()) {
            case RECORD -> record(schema, path);
            case ARRAY -> fault(schema.getElementType(), path + "[]");
            case MAP -> called(path) + " is a map";
            case FLOAT, DOUBLE -> decided ? called(path) + " is a float" : null;
            case UNION -> union(schema, path);
            case ENUM -> symbols(schema, path);
            case FIXED -> {
                seen.put(schema.getFullName(), schema);
                yield null;
            }
            case STRING ->
                !generated || "String".equals(schema.getProp("avro.java.string"))
                        ? null
                        : called(path) + " is not generated as a String (stringType of Avro's Maven plugin)";
            default -> null;
        };
    }

    private @Nullable String record(Schema schema, String path) {
        if (seen.put(schema.getFullName(), schema) != null) {
            return null;
        }
        for (Schema.Field field : schema.getFields()) {
            String fault = fault(field.schema(), path.isEmpty() ? field.name() : path + "." + field.name());
            if (fault != null) {
                return fault;
            }
        }
        return null;
    }

    private @Nullable String union(Schema schema, String path) {
        List<Schema> types = schema.getTypes().stream()
                .filter(type -> type.getType() != Schema.Type.NULL)
                .toList();
        if (types.size() > 1 && types.stream().anyMatch(type -> type.getType() != Schema.Type.RECORD)) {
            return called(path) + " is a union of types that are not all records";
        }
        for (Schema type : types) {
            String fault = fault(type, path);
            if (fault != null) {
                return fault;
            }
        }
        return null;
    }

    private @Nullable String symbols(Schema schema, String path) {
        seen.put(schema.getFullName(), schema);
        return published && schema.getEnumDefault() == null
                ? called(path) + " is an enum without a default symbol, so that no symbol could be added"
                : null;
    }

    private static String called(String path) {
        return path.isEmpty() ? "the record" : "field " + path;
    }
}
