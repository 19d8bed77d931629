package dev.rota.trials;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.engine.Domain;
import dev.rota.engine.Input;
import dev.rota.serde.PlainJson;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;

/** A recorded history in the test resources: inputs, and the decisions of a model that was written independently. */
public final class RecordedHistory {

    private final String domain;
    private final String name;

    public RecordedHistory(String domain, String name) {
        this.domain = domain;
        this.name = name;
    }

    /** A decision. The value of a rejection is its reason. */
    public record Decided(String topic, Object value) {}

    /** Decides one event. */
    @FunctionalInterface
    public interface Deciding {
        List<Decided> take(long time, SpecificRecord event);
    }

    /** Lets {@code deciding} decide the recorded inputs, and asserts that its decisions are the recorded ones. */
    public void assertDecided(Domain of, Deciding deciding) throws Exception {
        List<JsonNode> decided = new ArrayList<>();
        for (String line : input()) {
            JsonNode node = PlainJson.parse(line);
            String topic = node.path("topic").asText();
            Input<?> input = of.inputs().stream()
                    .filter(each -> each.topic().equals(topic))
                    .findFirst()
                    .orElseThrow();
            SpecificRecord event = PlainJson.read(input.schema(), node.path("value"));
            for (Decided one : deciding.take(node.path("time").asLong(), event)) {
                decided.add(line(one));
            }
        }
        assertDecided(decided);
    }

    private static JsonNode line(Decided decided) throws Exception {
        String value = decided.value() instanceof SpecificRecord record
                ? PlainJson.write(record)
                : "{\"reason\": \"" + decided.value() + "\"}";
        return PlainJson.parse("{\"topic\": \"" + decided.topic() + "\", \"value\": " + value + "}");
    }

    public List<String> input() throws IOException {
        return lines("input");
    }

    /** Asserts that decisions are the recorded ones, topic by topic. Checkpoints were not recorded. */
    public void assertDecided(List<JsonNode> decided) throws Exception {
        List<JsonNode> recorded = new ArrayList<>();
        for (String line : lines("expected")) {
            recorded.add(PlainJson.parse(line));
        }
        Map<String, List<JsonNode>> actual = byTopic(decided);
        actual.remove(domain + ".checkpoints");
        Map<String, List<JsonNode>> expected = byTopic(recorded);
        assertThat(actual.keySet()).isEqualTo(expected.keySet());
        for (Map.Entry<String, List<JsonNode>> topic : expected.entrySet()) {
            List<JsonNode> values = actual.getOrDefault(topic.getKey(), List.of());
            for (int i = 0; i < Math.min(values.size(), topic.getValue().size()); i++) {
                assertContains(
                        topic.getKey() + " " + i,
                        values.get(i),
                        topic.getValue().get(i));
            }
            assertThat(values).as(topic.getKey()).hasSameSizeAs(topic.getValue());
        }
    }

    /** Asserts that every expected field is present. Records may have more fields, as may nested ones. */
    private static void assertContains(String where, JsonNode actual, JsonNode expected) {
        assertThat(contains(actual, expected))
                .as("%s: %s, expected %s", where, actual, expected)
                .isTrue();
    }

    private static boolean contains(JsonNode actual, JsonNode expected) {
        if (expected.isObject()) {
            return actual.isObject()
                    && expected.properties().stream()
                            .allMatch(member -> contains(actual.path(member.getKey()), member.getValue()));
        } else if (expected.isArray() && actual.isArray()) {
            return actual.size() == expected.size()
                    && IntStream.range(0, expected.size()).allMatch(i -> contains(actual.get(i), expected.get(i)));
        }
        return actual.equals(expected);
    }

    private static Map<String, List<JsonNode>> byTopic(List<JsonNode> lines) {
        Map<String, List<JsonNode>> byTopic = new TreeMap<>();
        for (JsonNode line : lines) {
            byTopic.computeIfAbsent(line.path("topic").asText(), topic -> new ArrayList<>())
                    .add(line.path("value"));
        }
        return byTopic;
    }

    private List<String> lines(String part) throws IOException {
        String resource = "/vectors/" + domain + "/" + name + "." + part + ".jsonl";
        try (InputStream in = RecordedHistory.class.getResourceAsStream(resource)) {
            assertThat(in).as(resource).isNotNull();
            return new String(in.readAllBytes(), UTF_8).lines().toList();
        }
    }
}
