package dev.rota.stream;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.avro.Schema;

/** Generates random writer schemas, as text, that are similar to a reader's: evolved, broken and hostile. */
final class RandomSchemas {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> PRIMITIVES =
            List.of("null", "boolean", "int", "long", "float", "double", "bytes", "string");
    private static final List<String> DEFAULTS =
            List.of("5", "null", "\"\"", "\"\\u00ff\"", "[]", "{}", "-1.5", "[[]]", "99999999999999999999");
    private static final List<String> LOGICAL_TYPES =
            List.of("decimal", "uuid", "date", "timestamp-micros", "duration", "local-timestamp-millis", "none");

    private final Random random;
    private final List<String> named = new ArrayList<>();
    private int names;

    RandomSchemas(Random random) {
        this.random = random;
    }

    /** Returns a text that is similar to the schema of a reader. */
    String near(Schema reader) {
        JsonNode tree = json(reader.toString());
        List<ObjectNode> records = new ArrayList<>();
        collect(tree, records);
        for (int changes = random.nextInt(5); changes > 0; changes--) {
            ObjectNode record = records.get(random.nextInt(records.size()));
            change(record, (ArrayNode) record.path("fields"));
        }
        return tree.toString();
    }

    private void change(ObjectNode record, ArrayNode fields) {
        int at = random.nextInt(fields.size() + 1);
        switch (random.nextInt(10)) {
            case 0, 1, 2, 3 -> fields.insert(at, field("extra" + names++, type(3)));
            case 4 -> record.put("doc", "\u2028word ".repeat(random.nextInt(15_000)));
            case 5 -> record.putArray("aliases").add("dev.rota.Alias" + names++).add("Short");
            case 6 -> fields.remove(at);
            default -> {
                if (at < fields.size()) {
                    retype((ObjectNode) fields.path(at));
                }
            }
        }
    }

    private void retype(ObjectNode field) {
        JsonNode type = field.path("type");
        switch (random.nextInt(7)) {
            case 0 -> field.set("type", type(2));
            case 1 -> field.set("default", json(oneOf(DEFAULTS)));
            case 2 -> field.put("name", field.path("name").asText() + "x".repeat(random.nextInt(300)));
            case 3 -> field.set("type", JSON.createArrayNode().add("null").add(type));
            case 4 -> field.putArray("aliases").add("former" + names++);
            default -> field.set("type", promoted(type));
        }
    }

    /** Returns a type that Avro promotes to the given one, or the given type if there is none. */
    private JsonNode promoted(JsonNode type) {
        String name = type.isTextual() ? type.asText() : type.path("type").asText();
        return switch (name) {
            case "long" -> JSON.getNodeFactory().textNode("int");
            case "double" -> JSON.getNodeFactory().textNode(random.nextBoolean() ? "long" : "float");
            case "string" -> JSON.getNodeFactory().textNode("bytes");
            case "bytes" -> JSON.getNodeFactory().textNode("string");
            default -> type;
        };
    }

    private ObjectNode field(String name, JsonNode type) {
        ObjectNode field = JSON.createObjectNode().put("name", name);
        field.set("type", type);
        if (random.nextInt(4) == 0) {
            field.set("default", json(oneOf(DEFAULTS)));
        }
        return field;
    }

    private JsonNode type(int depth) {
        int kind = random.nextInt(depth == 0 ? 8 : 14);
        if (kind < 7) {
            return JSON.getNodeFactory().textNode(oneOf(PRIMITIVES));
        }
        ObjectNode type = JSON.createObjectNode();
        switch (kind) {
            case 7 ->
                type.put("type", oneOf(PRIMITIVES))
                        .put("logicalType", oneOf(LOGICAL_TYPES))
                        .put("precision", random.nextInt(4) - 1)
                        .put("scale", random.nextInt(4) - 1);
            case 8, 9 -> type.put("type", "array").set("items", type(depth - 1));
            case 10 -> type.put("type", "map").set("values", type(depth - 1));
            case 11 -> {
                ArrayNode union = JSON.createArrayNode();
                for (int i = random.nextInt(4); i >= 0; i--) {
                    union.add(type(depth - 1));
                }
                return union;
            }
            case 12 -> {
                if (!named.isEmpty() && random.nextBoolean()) {
                    return JSON.getNodeFactory().textNode(oneOf(named));
                }
                type.put("type", random.nextBoolean() ? "fixed" : "enum").put("name", name());
                type.put("size", random.nextInt(3)).putArray("symbols").add("A").add("B");
            }
            default -> record(type, depth);
        }
        return type;
    }

    /** Generates a record that may contain itself and any type that already has a name. */
    private void record(ObjectNode type, int depth) {
        String name = name();
        type.put("type", "record").put("name", name);
        named.add(name);
        ArrayNode fields = type.putArray("fields");
        for (int i = random.nextInt(4); i > 0; i--) {
            fields.add(field("f" + i, type(depth - 1)));
        }
    }

    private String name() {
        return "Random" + names++ + (random.nextInt(20) == 0 ? "N".repeat(20_000) : "");
    }

    private void collect(JsonNode node, List<ObjectNode> records) {
        if (node instanceof ObjectNode object && object.path("type").asText().equals("record")) {
            records.add(object);
        }
        node.forEach(child -> collect(child, records));
    }

    private <T> T oneOf(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("expected JSON", e);
        }
    }
}
