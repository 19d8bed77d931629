package dev.rota.registry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;

/**
 * A parsed request: method, decoded path segments and body. Query parameters are ignored, since none changes a response
 * of this registry.
 */
record RegistryRequest(String method, List<String> path, String body) {

    /** The limit of a body: a schema in JSON with every character escaped. */
    private static final int BODY_BYTES_MAX = 1_000_000;

    private static final ObjectMapper JSON = new ObjectMapper();

    static RegistryRequest of(HttpExchange exchange) throws IOException, RegistryError {
        List<String> path = new ArrayList<>();
        for (String segment : exchange.getRequestURI().getRawPath().split("/")) {
            if (!segment.isEmpty()) {
                // In a path, a plus stands for itself; only in forms does it stand for a space.
                path.add(URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8));
            }
        }
        byte[] body = exchange.getRequestBody().readNBytes(BODY_BYTES_MAX + 1);
        if (body.length > BODY_BYTES_MAX) {
            // A client reads the response only after it has sent the whole body.
            exchange.getRequestBody().transferTo(OutputStream.nullOutputStream());
            throw RegistryError.schemaInvalid(
                    "expected a request of at most " + BODY_BYTES_MAX + " bytes, but it has more");
        }
        return new RegistryRequest(exchange.getRequestMethod(), path, new String(body, StandardCharsets.UTF_8));
    }

    /** Returns whether the path matches. A star matches any one segment. */
    boolean at(String... form) {
        if (form.length != path.size()) {
            return false;
        }
        for (int i = 0; i < form.length; i++) {
            if (!form[i].equals("*") && !form[i].equals(path.get(i))) {
                return false;
            }
        }
        return true;
    }

    private JsonNode json() throws RegistryError {
        try {
            JsonNode node = JSON.readTree(body);
            if (node.isObject()) {
                return node;
            }
        } catch (JsonProcessingException e) {
            // Reported below.
        }
        throw RegistryError.badRequest("expected a JSON object, but the body is something else");
    }

    /** Returns the Avro schema in the body. */
    Schema schema() throws RegistryError {
        JsonNode json = json();
        String type = json.path("schemaType").asText("AVRO");
        if (!type.equals("AVRO")) {
            throw RegistryError.schemaInvalid("expected AVRO, but its type is " + type);
        }
        if (!json.path("references").isEmpty()) {
            throw RegistryError.schemaInvalid("expected a schema without references, but it has some");
        }
        if (!json.path("schema").isTextual()) {
            throw RegistryError.schemaInvalid("expected a field schema with its text, but there is none");
        }
        return RegistryBook.parse(json.path("schema").asText());
    }
}
