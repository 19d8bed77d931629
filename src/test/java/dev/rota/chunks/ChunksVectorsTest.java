package dev.rota.chunks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.engine.Domain;
import dev.rota.engine.Input;
import dev.rota.engine.TestLog;
import dev.rota.serde.PlainJson;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Recorded histories: what comes in, and what was decided by a model that was written apart from this house. */
class ChunksVectorsTest {

    private static final Domain DOMAIN = new ChunksDomain();

    @ParameterizedTest
    @ValueSource(strings = {"history-1", "history-2", "history-3"})
    void shouldDecideAsRecorded(String history) throws Exception {
        assertAsRecorded(history, Decider.scheduler(TestLog.warm(DOMAIN)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"history-1", "history-2", "history-3"})
    void shouldHaveAModelThatDecidesAsRecorded(String history) throws Exception {
        assertAsRecorded(history, Decider.model());
    }

    private static void assertAsRecorded(String history, Decider decider) throws Exception {
        // given
        List<JsonNode> recorded = new ArrayList<>();
        for (String line : lines(history + ".expected.jsonl")) {
            recorded.add(PlainJson.parse(line));
        }

        // when
        List<JsonNode> decided = new ArrayList<>();
        for (String line : lines(history + ".input.jsonl")) {
            JsonNode node = PlainJson.parse(line);
            Input<?> input = input(node.path("topic").asText());
            SpecificRecord event = PlainJson.read(input.schema(), node.path("value"));
            for (Told told : decider.take(new Moment(node.path("time").asLong(), event))) {
                decided.add(line(told));
            }
        }

        // then
        Map<String, List<JsonNode>> actual = byTopic(decided);
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

    private static JsonNode line(Told told) throws Exception {
        String value = told.value() instanceof SpecificRecord record
                ? PlainJson.write(record)
                : "{\"reason\": \"" + told.value() + "\"}";
        return PlainJson.parse("{\"topic\": \"" + told.topic() + "\", \"value\": " + value + "}");
    }

    private static Input<?> input(String topic) {
        return DOMAIN.inputs().stream()
                .filter(input -> input.topic().equals(topic))
                .findFirst()
                .orElseThrow();
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

    private static List<String> lines(String name) throws IOException {
        try (InputStream in = ChunksVectorsTest.class.getResourceAsStream("/vectors/chunks/" + name)) {
            assertThat(in).as(name).isNotNull();
            return new String(in.readAllBytes(), UTF_8).lines().toList();
        }
    }
}
