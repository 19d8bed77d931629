package dev.rota.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.rota.registry.RegistryBook.Version;
import java.util.List;

/** The part of Confluent's REST API that registers, looks up and reads schemas. */
final class RegistryRoutes {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final RegistryBook book;

    RegistryRoutes(RegistryBook book) {
        this.book = book;
    }

    JsonNode answer(RegistryRequest request) throws RegistryError {
        return switch (request.method()) {
            case "POST" -> added(request);
            case "GET", "HEAD" -> shown(request);
            default -> throw RegistryError.methodNotAllowed(request.method());
        };
    }

    private JsonNode added(RegistryRequest request) throws RegistryError {
        if (request.at("subjects", "*", "versions")) {
            int id = book.register(request.path().get(1), request.schema()).id();
            return JSON.createObjectNode().put("id", id);
        }
        if (request.at("subjects", "*")) {
            return version(book.lookUp(request.path().get(1), request.schema()));
        }
        throw RegistryError.noSuchPath(request);
    }

    private JsonNode shown(RegistryRequest request) throws RegistryError {
        List<String> path = request.path();
        if (path.isEmpty()) {
            return JSON.createObjectNode();
        }
        if (request.at("subjects")) {
            return texts(book.subjects());
        }
        if (request.at("subjects", "*", "versions")) {
            ArrayNode numbers = JSON.createArrayNode();
            book.versions(path.get(1)).forEach(version -> numbers.add(version.version()));
            return numbers;
        }
        if (request.at("subjects", "*", "versions", "*")) {
            return version(book.version(path.get(1), path.get(3)));
        }
        if (request.at("subjects", "*", "versions", "*", "schema")) {
            return raw(book.version(path.get(1), path.get(3)).schema());
        }
        if (request.at("schemas", "types")) {
            return texts(List.of("AVRO"));
        }
        if (request.at("schemas", "ids", "*")) {
            return JSON.createObjectNode().put("schema", book.schema(path.get(2)));
        }
        if (request.at("schemas", "ids", "*", "schema")) {
            return raw(book.schema(path.get(2)));
        }
        if (request.at("schemas", "ids", "*", "versions")) {
            ArrayNode versions = JSON.createArrayNode();
            for (Version each : book.versionsOf(path.get(2))) {
                versions.addObject().put("subject", each.subject()).put("version", each.version());
            }
            return versions;
        }
        if (request.at("config") || request.at("config", "*")) {
            return JSON.createObjectNode().put("compatibilityLevel", "BACKWARD");
        }
        if (request.at("mode") || request.at("mode", "*")) {
            return JSON.createObjectNode().put("mode", book.isReadOnly() ? "READONLY" : "READWRITE");
        }
        throw RegistryError.noSuchPath(request);
    }

    private static JsonNode version(Version version) {
        return JSON.createObjectNode()
                .put("subject", version.subject())
                .put("version", version.version())
                .put("id", version.id())
                .put("schema", version.schema());
    }

    private static ArrayNode texts(List<String> texts) {
        ArrayNode array = JSON.createArrayNode();
        texts.forEach(array::add);
        return array;
    }

    /** Returns the schema without an envelope. */
    private static JsonNode raw(String schema) throws RegistryError {
        try {
            return JSON.readTree(schema);
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw RegistryError.schemaInvalid(schema);
        }
    }
}
