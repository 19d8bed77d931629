package dev.rota.jobs.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.engine.Domain;
import dev.rota.engine.Input;
import dev.rota.engine.Parallel;
import dev.rota.engine.RefusedException;
import dev.rota.jobs.LeaseEvent;
import dev.rota.jobs.OperationEvent;
import dev.rota.serde.PlainJson;
import dev.rota.simulate.DecisionLine;
import dev.rota.simulate.Simulation;
import dev.rota.trials.RecordedHistory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Replays recorded histories: inputs, and the decisions of a model that was written independently of this project. */
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
        for (String line : new RecordedHistory("jobs", history).input()) {
            simulation.line(line);
        }
        for (String line : lines) {
            decided.add(PlainJson.parse(line));
        }

        // then
        new RecordedHistory("jobs", history).assertDecided(decided);
    }

    @ParameterizedTest
    @ValueSource(strings = {"history-1", "history-2", "history-3", "history-4"})
    void shouldDecideAsRecordedByTheModelToo(String history) throws Exception {
        // given
        NaiveCohort model = new NaiveCohort("linux");
        List<JsonNode> decided = new ArrayList<>();

        // when
        for (String line : new RecordedHistory("jobs", history).input()) {
            JsonNode node = PlainJson.parse(line);
            Input<?> input = input(node.path("topic").asText());
            SpecificRecord event = PlainJson.read(input.schema(), node.path("value"));
            try {
                assertThat(input.unit(event)).isEqualTo("linux");
                for (TimedDecision told : model.take(node.path("time").asLong(), event)) {
                    decided.add(line(told.value()));
                }
            } catch (RefusedException e) {
                decided.add(rejection(e.reason().name()));
            }
        }

        // then
        new RecordedHistory("jobs", history).assertDecided(decided);
    }

    private static JsonNode line(Object value) throws Exception {
        if (value instanceof SpecificRecord record) {
            String topic = value instanceof LeaseEvent
                    ? "jobs.assignments"
                    : value instanceof OperationEvent ? "jobs.operations" : "jobs.events";
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
}
