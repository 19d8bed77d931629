package dev.rota.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.local.Subjects.Version;
import java.util.List;
import java.util.Optional;
import org.apache.avro.Schema;

/** Confluent's REST API for Avro: routes and response bodies. */
final class RegistryRoutes {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final RegistryBook book;

    RegistryRoutes(RegistryBook book) {
        this.book = book;
    }

    JsonNode answer(RegistryRequest request) throws RegistryError {
        if (request.path().isEmpty()) {
            return JSON.createObjectNode();
        }
        return switch (request.path().get(0)) {
            case "subjects" -> subjects(request);
            case "schemas" -> schemas(request);
            case "compatibility" -> compatibility(request);
            case "config" -> config(request);
            case "mode" -> JSON.createObjectNode().put("mode", "READWRITE");
            default -> throw noSuchPath(request);
        };
    }

    private JsonNode subjects(RegistryRequest request) throws RegistryError {
        boolean deletedToo = request.option("deleted");
        if (request.at("subjects")) {
            return texts(book.subjects(request.options().getOrDefault("subjectPrefix", ""), deletedToo));
        }
        String subject = request.path().get(1);
        if (request.at("subjects", "*")) {
            return switch (request.method()) {
                case "POST" -> version(book.lookUp(subject, request.schema(), deletedToo));
                case "DELETE" -> numbers(book.delete(subject, request.option("permanent")));
                default -> version(book.version(subject, "latest", deletedToo));
            };
        }
        if (request.at("subjects", "*", "versions")) {
            return request.method().equals("POST")
                    ? JSON.createObjectNode()
                            .put("id", book.register(subject, request.schema()).id())
                    : numbers(book.versions(subject, deletedToo));
        }
        if (request.at("subjects", "*", "versions", "*")) {
            String which = request.path().get(3);
            return request.method().equals("DELETE")
                    ? JSON.getNodeFactory()
                            .numberNode(book.delete(subject, which, request.option("permanent"))
                                    .version())
                    : version(book.version(subject, which, deletedToo));
        }
        if (request.at("subjects", "*", "versions", "*", "schema")) {
            return raw(book.version(subject, request.path().get(3), deletedToo).schema());
        }
        throw noSuchPath(request);
    }

    private JsonNode schemas(RegistryRequest request) throws RegistryError {
        if (request.at("schemas", "types")) {
            return texts(List.of("AVRO"));
        }
        if (request.at("schemas", "ids", "*")) {
            return JSON.createObjectNode()
                    .put("schema", book.schema(request.path().get(2)));
        }
        if (request.at("schemas", "ids", "*", "schema")) {
            return raw(book.schema(request.path().get(2)));
        }
        if (request.at("schemas", "ids", "*", "versions")) {
            ArrayNode versions = JSON.createArrayNode();
            for (Version each : book.versionsOf(request.path().get(2))) {
                versions.addObject().put("subject", each.subject()).put("version", each.version());
            }
            return versions;
        }
        if (request.at("schemas", "ids", "*", "subjects")) {
            return texts(book.versionsOf(request.path().get(2)).stream()
                    .map(Version::subject)
                    .distinct()
                    .toList());
        }
        throw noSuchPath(request);
    }

    private JsonNode compatibility(RegistryRequest request) throws RegistryError {
        Optional<String> which;
        if (request.at("compatibility", "subjects", "*", "versions", "*")) {
            which = Optional.of(request.path().get(4));
        } else if (request.at("compatibility", "subjects", "*", "versions")) {
            which = Optional.empty();
        } else {
            throw noSuchPath(request);
        }
        if (!request.method().equals("POST")) {
            throw RegistryError.methodNotAllowed(request.method());
        }
        Schema schema = request.schema();
        List<String> objections = book.objections(request.path().get(2), schema, which);
        ObjectNode answer = JSON.createObjectNode().put("is_compatible", objections.isEmpty());
        if (request.option("verbose")) {
            answer.set("messages", texts(objections));
        }
        return answer;
    }

    private JsonNode config(RegistryRequest request) throws RegistryError {
        if (request.path().size() > 2) {
            throw noSuchPath(request);
        }
        String subject = request.path().size() == 1 ? "" : request.path().get(1);
        switch (request.method()) {
            case "PUT" -> {
                String level = request.json().path("compatibility").asText();
                return JSON.createObjectNode()
                        .put("compatibility", book.setLevel(subject, level).name());
            }
            case "DELETE" -> {
                Compatibility old = book.level(subject, subject.isEmpty());
                book.dropLevel(subject);
                return level(old);
            }
            default -> {
                return level(book.level(subject, subject.isEmpty() || request.option("defaultToGlobal")));
            }
        }
    }

    private static JsonNode level(Compatibility level) {
        return JSON.createObjectNode().put("compatibilityLevel", level.name());
    }

    private static JsonNode version(Version version) {
        return JSON.createObjectNode()
                .put("subject", version.subject())
                .put("version", version.version())
                .put("id", version.id())
                .put("schema", version.schema());
    }

    private static JsonNode numbers(List<Version> versions) {
        ArrayNode numbers = JSON.createArrayNode();
        versions.forEach(version -> numbers.add(version.version()));
        return numbers;
    }

    private static ArrayNode texts(List<String> texts) {
        ArrayNode array = JSON.createArrayNode();
        texts.forEach(array::add);
        return array;
    }

    /** The bare schema, without an envelope. */
    private static JsonNode raw(String schema) throws RegistryError {
        try {
            return JSON.readTree(schema);
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw RegistryError.schemaInvalid(schema);
        }
    }

    private static RegistryError noSuchPath(RegistryRequest request) {
        return RegistryError.noSuchPath("/" + String.join("/", request.path()));
    }
}
