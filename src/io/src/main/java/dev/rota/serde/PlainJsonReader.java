package dev.rota.serde;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.engine.Nullable;
import dev.rota.engine.schema.Avro;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;

/** Converts JSON values to those of generated records, and tracks the path for error messages. */
final class PlainJsonReader {

    private static final int SHOWN_CHARS_MAX = 60;

    private PlainJsonReader() {}

    static SpecificRecord record(Schema schema, JsonNode node, String path) throws NotPlainJson {
        expect(node.isObject(), node, path, "an object");
        List<String> names = schema.getFields().stream().map(Schema.Field::name).toList();
        for (Iterator<String> given = node.fieldNames(); given.hasNext(); ) {
            String name = given.next();
            if (!names.contains(name)) {
                throw new NotPlainJson("expected " + called(path) + " to have only the fields "
                        + String.join(", ", names) + ", but it has " + shown(name));
            }
        }
        SpecificRecord record = (SpecificRecord) Avro.DATA.newRecord(null, schema);
        for (Schema.Field field : schema.getFields()) {
            record.put(field.pos(), field(field, node, path));
        }
        return record;
    }

    private static @Nullable Object field(Schema.Field field, JsonNode record, String path) throws NotPlainJson {
        JsonNode value = record.get(field.name());
        if (value != null) {
            return value(field.schema(), value, path.isEmpty() ? field.name() : path + "." + field.name());
        }
        if (!field.hasDefaultValue()) {
            throw new NotPlainJson(
                    "expected " + called(path) + " to have a field " + field.name() + ", but there is none");
        }
        // Avro shares one default value among all records; each record must own its values.
        return Avro.DATA.deepCopy(field.schema(), Avro.DATA.getDefaultValue(field));
    }

    private static @Nullable Object value(Schema schema, JsonNode node, String path) throws NotPlainJson {
        return switch (schema.getType()) {
            case RECORD -> record(schema, node, path);
            case ENUM -> symbol(schema, node, path);
            case ARRAY -> array(schema, node, path);
            case MAP -> map(schema, node, path);
            case UNION -> union(schema, node, path);
            case STRING -> text(node, path);
            case BYTES -> ByteBuffer.wrap(bytes(node, path));
            case FIXED -> fixed(schema, node, path);
            case INT -> {
                expect(node.isIntegralNumber() && node.canConvertToInt(), node, path, "an int");
                yield node.intValue();
            }
            case LONG -> {
                expect(node.isIntegralNumber() && node.canConvertToLong(), node, path, "a long");
                yield node.longValue();
            }
            case FLOAT -> {
                Double unlike = notANumber(node);
                boolean finite = node.isNumber() && Float.isFinite(node.floatValue());
                expect(unlike != null || finite, node, path, "a float (or the string NaN, Infinity or -Infinity)");
                yield unlike == null ? node.floatValue() : unlike.floatValue();
            }
            case DOUBLE -> {
                Double unlike = notANumber(node);
                boolean finite = node.isNumber() && Double.isFinite(node.doubleValue());
                expect(unlike != null || finite, node, path, "a double (or the string NaN, Infinity or -Infinity)");
                yield unlike == null ? node.doubleValue() : unlike.doubleValue();
            }
            case BOOLEAN -> {
                expect(node.isBoolean(), node, path, "true or false");
                yield node.booleanValue();
            }
            case NULL -> {
                expect(node.isNull(), node, path, "null");
                yield null;
            }
        };
    }

    /** Returns NaN or an infinity, for which JSON has no numbers, or null for any other value. */
    private static @Nullable Double notANumber(JsonNode node) {
        return switch (node.isTextual() ? node.textValue() : "") {
            case "NaN" -> Double.NaN;
            case "Infinity" -> Double.POSITIVE_INFINITY;
            case "-Infinity" -> Double.NEGATIVE_INFINITY;
            default -> null;
        };
    }

    private static @Nullable Object union(Schema schema, JsonNode node, String path) throws NotPlainJson {
        if (schema.isNullable() && node.isNull()) {
            return null;
        }
        List<Schema> branches = UnionBranches.of(schema);
        if (branches.size() == 1) {
            return value(branches.get(0), node, path);
        }
        String names = branches.stream().map(UnionBranches::name).collect(Collectors.joining(", "));
        expect(node.isObject() && node.size() == 1, node, path, "an object with one member of " + names);
        String name = node.fieldNames().next();
        for (Schema branch : branches) {
            if (UnionBranches.name(branch).equals(name)) {
                return value(branch, node.path(name), path + "." + name);
            }
        }
        throw new NotPlainJson("expected " + called(path) + " to be one of " + names + ", but it is " + shown(name));
    }

    private static List<Object> array(Schema schema, JsonNode node, String path) throws NotPlainJson {
        expect(node.isArray(), node, path, "an array");
        List<Object> items = new ArrayList<>(node.size());
        for (int i = 0; i < node.size(); i++) {
            items.add(value(schema.getElementType(), node.path(i), path + "[" + i + "]"));
        }
        return items;
    }

    private static Map<String, Object> map(Schema schema, JsonNode node, String path) throws NotPlainJson {
        expect(node.isObject(), node, path, "an object");
        Map<String, Object> entries = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> entry : node.properties()) {
            entries.put(entry.getKey(), value(schema.getValueType(), entry.getValue(), path + "." + entry.getKey()));
        }
        return entries;
    }

    private static Object symbol(Schema schema, JsonNode node, String path) throws NotPlainJson {
        String symbols = "one of " + String.join(", ", schema.getEnumSymbols());
        expect(node.isTextual(), node, path, symbols);
        if (!schema.hasEnumSymbol(node.textValue())) {
            throw new NotPlainJson(
                    "expected " + called(path) + " to be " + symbols + ", but it is " + shown(node.textValue()));
        }
        return Avro.DATA.createEnum(node.textValue(), schema);
    }

    private static String text(JsonNode node, String path) throws NotPlainJson {
        expect(node.isTextual(), node, path, "a string");
        // A lone surrogate cannot be encoded in UTF-8; Avro would write a question mark instead.
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(node.textValue())) {
            throw new NotPlainJson("expected " + called(path) + " to be Unicode, but it has half of a surrogate pair");
        }
        return node.textValue();
    }

    private static Object fixed(Schema schema, JsonNode node, String path) throws NotPlainJson {
        byte[] bytes = bytes(node, path);
        if (bytes.length != schema.getFixedSize()) {
            throw new NotPlainJson("expected " + called(path) + " to be " + schema.getFixedSize() + " bytes, but it is "
                    + bytes.length);
        }
        return Avro.DATA.createFixed(null, bytes, schema);
    }

    private static byte[] bytes(JsonNode node, String path) throws NotPlainJson {
        expect(node.isTextual(), node, path, "a string in base64");
        try {
            return Base64.getDecoder().decode(node.textValue());
        } catch (IllegalArgumentException e) {
            throw new NotPlainJson("expected " + called(path) + " to be base64, but it is " + shown(node.textValue()));
        }
    }

    private static void expect(boolean holds, JsonNode node, String path, String what) throws NotPlainJson {
        if (!holds) {
            throw new NotPlainJson("expected " + called(path) + " to be " + what + ", but it is " + kind(node));
        }
    }

    private static String called(String path) {
        return path.isEmpty() ? "the value" : path;
    }

    private static String kind(JsonNode node) {
        return switch (node.getNodeType()) {
            case ARRAY -> "an array";
            case OBJECT -> node.size() == 1 ? "an object" : "an object with " + node.size() + " members";
            case STRING -> "a string";
            case BOOLEAN, NUMBER, NULL -> shown(node.asText());
            default -> "missing";
        };
    }

    private static String shown(String text) {
        return text.length() <= SHOWN_CHARS_MAX ? text : text.substring(0, SHOWN_CHARS_MAX - 1) + "…";
    }
}
