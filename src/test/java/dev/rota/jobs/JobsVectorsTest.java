package dev.rota.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.engine.Domain;
import dev.rota.engine.Input;
import dev.rota.engine.Parallel;
import dev.rota.engine.Refused;
import dev.rota.serde.PlainJson;
import dev.rota.simulate.DecisionLine;
import dev.rota.simulate.Simulation;
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
class JobsVectorsTest {

    private static final Domain DOMAIN = new JobsDomain().configured(new TreeMap<>(Map.of("cohorts", "linux:linux")));

    @ParameterizedTest
    @ValueSource(strings = {"history-1", "history-2", "history-3", "history-4"})
    void shouldDecideAsRecorded(String history) throws Exception {
        // given
        List<JsonNode> decided = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        Simulation simulation =
                new Simulation(DOMAIN, Parallel.SEQUENTIAL, (decision, chain) -> lines.add(DecisionLine.of(decision)));

        // when
        for (String line : lines(history + ".input.jsonl")) {
            simulation.line(line);
        }
        for (String line : lines) {
            decided.add(PlainJson.parse(line));
        }

        // then
        assertAsRecorded(history, decided);
    }

    @ParameterizedTest
    @ValueSource(strings = {"history-1", "history-2", "history-3", "history-4"})
    void shouldHaveAModelThatDecidesAsRecorded(String history) throws Exception {
        // given
        NaiveCohort model = new NaiveCohort("linux");
        List<JsonNode> decided = new ArrayList<>();

        // when
        for (String line : lines(history + ".input.jsonl")) {
            JsonNode node = PlainJson.parse(line);
            Input<?> input = input(node.path("topic").asText());
            SpecificRecord event = PlainJson.read(input.schema(), node.path("value"));
            try {
                assertThat(input.unit(event)).isEqualTo("linux");
                for (Told told : model.take(node.path("time").asLong(), event)) {
                    decided.add(line(told.value()));
                }
            } catch (Refused e) {
                decided.add(rejection(e.reason().name()));
            }
        }

        // then
        assertAsRecorded(history, decided);
    }

    private static JsonNode line(Object value) throws Exception {
        if (value instanceof SpecificRecord record) {
            String topic = value instanceof LeaseEvent ? "jobs.assignments" : "jobs.events";
            return PlainJson.parse("{\"topic\": \"" + topic + "\", \"value\": " + PlainJson.write(record) + "}");
        }
        return rejection(value.toString());
    }

    private static JsonNode rejection(String reason) throws Exception {
        return PlainJson.parse("{\"topic\": \"jobs.rejections\", \"value\": {\"reason\": \"" + reason + "\"}}");
    }

    private static Input<?> input(String topic) {
        return DOMAIN.inputs().stream()
                .filter(input -> input.topic().equals(topic))
                .findFirst()
                .orElseThrow();
    }

    private static void assertAsRecorded(String history, List<JsonNode> decided) throws Exception {
        List<JsonNode> recorded = new ArrayList<>();
        for (String line : lines(history + ".expected.jsonl")) {
            recorded.add(PlainJson.parse(line));
        }
        Map<String, List<JsonNode>> actual = byTopic(decided);
        actual.remove("jobs.checkpoints");
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

    private static List<String> lines(String name) throws IOException {
        try (InputStream in = JobsVectorsTest.class.getResourceAsStream("/vectors/jobs/" + name)) {
            assertThat(in).as(name).isNotNull();
            return new String(in.readAllBytes(), UTF_8).lines().toList();
        }
    }
}
