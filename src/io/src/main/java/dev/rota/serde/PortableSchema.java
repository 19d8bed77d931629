package dev.rota.serde;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.engine.schema.BadSchema;
import dev.rota.engine.schema.SchemaText;
import java.util.Map;
import java.util.Set;
import org.apache.avro.Schema;

/** Converts schemas to a form for readers in other languages, without the properties that Java's generator added. */
final class PortableSchema {

    private static final Set<String> JAVA_ONLY =
            Set.of("avro.java.string", "java-class", "java-key-class", "java-element-class");

    private static final ObjectMapper JSON = new ObjectMapper();

    private PortableSchema() {}

    static Schema of(Schema schema) {
        try {
            JsonNode tree = JSON.readTree(schema.toString());
            strip(tree);
            return SchemaText.parse(tree.toString());
        } catch (JsonProcessingException | BadSchema e) {
            throw new IllegalStateException("a schema's text is a schema", e);
        }
    }

    private static void strip(JsonNode node) {
        if (node instanceof ObjectNode object) {
            object.remove(JAVA_ONLY);
        }
        for (Map.Entry<String, JsonNode> member : node.properties()) {
            // A default is data, whose members may have any name.
            if (!member.getKey().equals("default")) {
                strip(member.getValue());
            }
        }
        if (node.isArray()) {
            node.forEach(PortableSchema::strip);
        }
    }
}
