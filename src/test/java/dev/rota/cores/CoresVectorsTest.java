package dev.rota.cores;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.engine.Parallel;
import dev.rota.serde.PlainJson;
import dev.rota.simulate.DecisionLine;
import dev.rota.simulate.Simulation;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Recorded histories: what comes in, and what was decided by a model that was written apart. */
class CoresVectorsTest {

    @ParameterizedTest
    @ValueSource(strings = {"small", "mixed", "session-changes"})
    void shouldDecideAsRecorded(String history) throws Exception {
        // given
        List<String> decided = new ArrayList<>();
        Simulation simulation = new Simulation(
                new CoresDomain(), Parallel.SEQUENTIAL, (decision, chain) -> decided.add(DecisionLine.of(decision)));

        // when
        for (String line : lines(history + ".input.jsonl")) {
            simulation.line(line);
        }

        // then
        Map<String, List<JsonNode>> actual = byTopic(decided);
        actual.remove("cores.checkpoints");
        Map<String, List<JsonNode>> expected = byTopic(lines(history + ".expected.jsonl"));
        assertThat(actual.keySet()).isEqualTo(expected.keySet());
        for (Map.Entry<String, List<JsonNode>> topic : expected.entrySet()) {
            List<JsonNode> values = actual.getOrDefault(topic.getKey(), List.of());
            assertThat(values).as(topic.getKey()).hasSameSizeAs(topic.getValue());
            for (int i = 0; i < values.size(); i++) {
                assertContains(
                        topic.getKey() + " " + i,
                        values.get(i),
                        topic.getValue().get(i));
            }
        }
    }

    /** Everything that is expected must be there; more may be. */
    private static void assertContains(String where, JsonNode actual, JsonNode expected) {
        if (expected.isObject()) {
            expected.properties()
                    .forEach(member -> assertContains(
                            where + "." + member.getKey(), actual.path(member.getKey()), member.getValue()));
        } else if (expected.isArray()) {
            assertThat(actual.size()).as(where).isEqualTo(expected.size());
            for (int i = 0; i < expected.size(); i++) {
                assertContains(where + "[" + i + "]", actual.path(i), expected.get(i));
            }
        } else {
            assertThat(actual).as(where).isEqualTo(expected);
        }
    }

    private static Map<String, List<JsonNode>> byTopic(List<String> lines) throws Exception {
        Map<String, List<JsonNode>> byTopic = new TreeMap<>();
        for (String line : lines) {
            JsonNode node = PlainJson.parse(line);
            byTopic.computeIfAbsent(node.path("topic").asText(), topic -> new ArrayList<>())
                    .add(node.path("value"));
        }
        return byTopic;
    }

    private static List<String> lines(String name) throws IOException {
        try (InputStream in = CoresVectorsTest.class.getResourceAsStream("/vectors/cores/" + name)) {
            assertThat(in).as(name).isNotNull();
            return new String(in.readAllBytes(), UTF_8).lines().toList();
        }
    }
}
