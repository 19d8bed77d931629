package dev.rota.clients;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.rota.settings.Setting;
import dev.rota.stream.SharedCluster;
import dev.rota.stream.Tenant;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** A cluster for the example clients of a domain's guide. Their processes end with each test. */
abstract class ClientFixture {

    private static final ObjectMapper JSON = new ObjectMapper();

    private static final String LATER_FIELDS = """
            [{"name": "laterFlag", "type": "boolean", "default": false},
             {"name": "laterText", "type": ["null", "string"], "default": null},
             {"name": "laterBytes", "type": ["bytes", "null"], "default": "\\u00ff"},
             {"name": "laterList", "type": {"type": "array", "items": "string"}, "default": ["x"]},
             {"name": "laterRecord", "default": {}, "type": {"type": "record", "name": "LaterRECORD", "fields": [
                 {"name": "number", "type": "long", "default": 7}]}}]
            """;

    @SuppressWarnings("NullAway.Init") // JUnit sets it
    static SharedCluster cluster;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    Path folder;

    private final List<ClientProcess> processes = new ArrayList<>();

    @BeforeAll
    static void startCluster() {
        cluster = new SharedCluster();
    }

    @AfterAll
    static void closeCluster() {
        cluster.close();
    }

    @AfterEach
    void end() {
        processes.forEach(ClientProcess::close);
    }

    final ClientProcess start(Language language, Tenant tenant, String domain, String name, String... arguments)
            throws IOException, InterruptedException {
        return started(ClientProcess.start(language, tenant, folder, language.script(domain, name), arguments));
    }

    /** Starts a program of the tests. */
    final ClientProcess startForeign(Language language, Tenant tenant, String name, String... arguments)
            throws IOException, InterruptedException {
        return started(ClientProcess.start(language, tenant, folder, language.foreign(name), arguments));
    }

    /** Starts an example that is a program of its own. */
    final ClientProcess startExample(Language language, Tenant tenant, String script, String... arguments)
            throws IOException, InterruptedException {
        return started(ClientProcess.start(language, tenant, folder, script, arguments));
    }

    /**
     * Registers a schema that has further fields with defaults in each record of a topic's messages: what a client that
     * starts later gets from the registry.
     */
    static void addFields(Tenant tenant, String topic, Schema schema) throws InterruptedException {
        JsonNode json;
        try {
            json = JSON.readTree(schema.toString());
            addFields(json);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        Tenant.registry(tenant.settings().text(Setting.REGISTRY_URL))
                .register(tenant.settings().topic(topic) + "-value", new Schema.Parser().parse(json.toString()));
    }

    private static void addFields(JsonNode schema) throws IOException {
        for (JsonNode part : schema) {
            addFields(part);
        }
        if ("record".equals(schema.path("type").asText())) {
            ArrayNode fields = (ArrayNode) schema.get("fields");
            for (JsonNode field : JSON.readTree(
                    LATER_FIELDS.replace("RECORD", schema.get("name").asText()))) {
                fields.add(field);
            }
        }
    }

    private ClientProcess started(ClientProcess process) {
        processes.add(process);
        return process;
    }
}
