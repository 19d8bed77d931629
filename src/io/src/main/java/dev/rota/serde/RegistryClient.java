package dev.rota.serde;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.engine.Limits;
import dev.rota.engine.Nullable;
import dev.rota.engine.schema.BadSchema;
import dev.rota.engine.schema.SchemaText;
import dev.rota.serde.RegistryEndpoints.Answer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.avro.Schema;

/** A client of any registry with Confluent's REST API. Thread-safe; it caches responses. */
public final class RegistryClient implements SchemaRegistry {

    /** The number of cached responses of each kind. */
    static final int CACHED_MAX = 10_000;

    private static final Duration RETRY_PAUSE = Duration.ofMillis(200);
    private static final ObjectMapper JSON = new ObjectMapper();

    private record Registered(String subject, Schema schema) {}

    private final RegistryEndpoints endpoints;
    private final RecentSchemas schemas = new RecentSchemas();
    private final Map<Registered, Integer> ids = cache();

    /** Ids whose patience has run out; they are not waited for again. */
    private final Set<Integer> timedOut = Collections.newSetFromMap(cache());

    RegistryClient(RegistryEndpoints endpoints) {
        this.endpoints = endpoints;
    }

    /** Returns a client of the configured registry, which connects on first use. */
    public static RegistryClient of(Map<String, String> properties) {
        return of(RegistrySettings.of(properties), RegistryWait.LOGGED);
    }

    public static RegistryClient of(RegistrySettings settings, RegistryWait wait) {
        return new RegistryClient(new RegistryEndpoints(settings, wait, duration -> Thread.sleep(duration.toMillis())));
    }

    @Override
    public int register(String subject, Schema schema) throws InterruptedException {
        return id(subject, schema, "/subjects/" + escaped(subject) + "/versions", "register a schema");
    }

    @Override
    public int lookUp(String subject, Schema schema) throws InterruptedException {
        return id(subject, schema, "/subjects/" + escaped(subject), "look a schema up");
    }

    private int id(String subject, Schema schema, String path, String purpose) throws InterruptedException {
        Registered key = new Registered(subject, schema);
        Integer known = ids.get(key);
        if (known != null) {
            return known;
        }
        Schema portable = PortableSchema.of(schema);
        Answer answer = endpoints.post(path, JSON.createObjectNode().put("schema", portable.toString()));
        if (!answer.good() || !answer.body().path("id").canConvertToInt()) {
            throw refused(answer, subject, schema, purpose);
        }
        int id = answer.body().path("id").intValue();
        ids.put(key, id);
        return id;
    }

    @Override
    public Schema byId(int id, Duration patience) throws SchemaUnknown, InterruptedException {
        Schema known = schemas.get(id);
        if (known != null) {
            return known;
        }
        if (id < 0) {
            throw new SchemaUnknown(id, "expected the number of a schema, but it is " + id);
        }
        long firstNo = 0;
        for (int asked = 1; ; asked++) {
            Answer answer = endpoints.get("/schemas/ids/" + id);
            if (answer.good()) {
                Schema schema = parse(id, answer.body());
                List<Integer> unused = schemas.put(id, schema);
                timedOut.remove(id);
                return schema;
            }
            if (answer.tooLarge()) {
                throw new SchemaUnknown(id, "expected a schema " + id + " that can be read, but " + answer.message());
            }
            if (!answer.unknown() && !answer.forbidden()) {
                throw refused(answer, "asked for schema " + id);
            }
            // The wait begins at the first negative answer: a registry that has just recovered may lag the most.
            firstNo = asked == 1 ? System.nanoTime() : firstNo;
            if (timedOut.contains(id) || System.nanoTime() - firstNo >= patience.toNanos()) {
                // An id that was not waited for at all may still appear.
                if (!patience.isZero()) {
                    timedOut.add(id);
                }
                throw unknown(id, answer);
            }
            endpoints.pause(RETRY_PAUSE);
        }
    }

    /**
     * Returns the exception for an id that the registry does not have or does not permit to read. The outcome is the
     * same: some registries respond with 404 to both, and any producer can write any id into a record, which must not
     * block anything.
     */
    private static SchemaUnknown unknown(int id, Answer answer) {
        return new SchemaUnknown(
                id,
                answer.forbidden()
                        ? "expected a schema " + id + " that may be read, but the registry forbids it with status 403"
                        : "expected a schema " + id + " in the registry, but it knows none");
    }

    private Schema parse(int id, JsonNode body) throws SchemaUnknown, InterruptedException {
        String type = body.path("schemaType").asText("AVRO");
        if (!type.equals("AVRO")) {
            throw new SchemaUnknown(id, "expected schema " + id + " to be Avro, but it is " + type);
        }
        List<String> referenced = new ArrayList<>();
        collectReferences(id, body, referenced, new TreeSet<>());
        try {
            return SchemaText.parse(body.path("schema").asText(), referenced);
        } catch (BadSchema e) {
            throw new SchemaUnknown(id, "expected schema " + id + " to be Avro, but " + e.sentence());
        }
    }

    /** Collects the schemas that a schema references, deepest first. */
    private void collectReferences(int id, JsonNode body, List<String> referenced, Set<String> seen)
            throws SchemaUnknown, InterruptedException {
        for (JsonNode reference : body.path("references")) {
            String path = "/subjects/" + escaped(reference.path("subject").asText()) + "/versions/"
                    + reference.path("version").asInt();
            if (seen.add(path)) {
                if (seen.size() > Limits.SCHEMA_REFERENCES_MAX) {
                    throw new SchemaUnknown(
                            id,
                            "expected schema " + id + " to refer to at most " + Limits.SCHEMA_REFERENCES_MAX
                                    + " others, but it refers to more");
                }
                Answer answer = endpoints.get(path);
                if (answer.notPermitted() && !answer.forbidden()) {
                    throw refused(answer, "asked for " + path);
                }
                if (!answer.good()) {
                    throw new SchemaUnknown(
                            id, "expected what schema " + id + " refers to at " + path + ", but " + answer.message());
                }
                collectReferences(id, answer.body(), referenced, seen);
                referenced.add(answer.body().path("schema").asText());
            }
        }
    }

    private static RegistryRefused refused(Answer answer, String subject, Schema schema, String purpose) {
        if (answer.unknown()) {
            return new RegistryRefused("expected the schema of " + schema.getFullName() + " to be registered as "
                    + subject + ", but it is not: register it, or set serde.auto.register=true");
        }
        return refused(answer, "asked to " + purpose + " as " + subject);
    }

    private static RegistryRefused refused(Answer answer, String asked) {
        return new RegistryRefused(
                answer.notPermitted()
                        ? "expected the registry at " + answer.from()
                                + " to accept the credentials, but it answers with status " + answer.status()
                                + ": see schema.registry.basic.auth.user.info"
                        : "expected the registry at " + answer.from() + " to answer when " + asked
                                + ", but it refuses with status " + answer.status() + ": " + answer.message());
    }

    private static String escaped(String segment) {
        return URLEncoder.encode(segment, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Returns a map for concurrent use that evicts its oldest entry when it is full. */
    static <K, V> Map<K, V> cache() {
        return Collections.synchronizedMap(new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(@Nullable Map.Entry<K, V> eldest) {
                return size() > CACHED_MAX;
            }
        });
    }
}
