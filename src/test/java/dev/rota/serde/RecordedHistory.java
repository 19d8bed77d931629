package dev.rota.serde;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A recorded history among the test resources: what came in, and what was decided by a model written apart. */
public final class RecordedHistory {

    private final String domain;
    private final String name;

    public RecordedHistory(String domain, String name) {
        this.domain = domain;
        this.name = name;
    }

    public List<String> input() throws IOException {
        return lines("input");
    }

    /** Asserts that decisions are the recorded ones, topic by topic; checkpoints were not recorded. */
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

    /** Everything that is expected must be there; more may be. */
    private static void assertContains(String where, JsonNode actual, JsonNode expected) {
        assertThat(expected.isObject()).as(where).isTrue();
        expected.properties()
                .forEach(member -> assertThat(actual.path(member.getKey()))
                        .as("%s.%s of %s, expected %s", where, member.getKey(), actual, expected)
                        .isEqualTo(member.getValue()));
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
