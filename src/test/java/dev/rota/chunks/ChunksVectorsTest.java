package dev.rota.chunks;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.engine.Domain;
import dev.rota.engine.Input;
import dev.rota.engine.TestLog;
import dev.rota.serde.PlainJson;
import dev.rota.serde.RecordedHistory;
import java.util.ArrayList;
import java.util.List;
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
        RecordedHistory recorded = new RecordedHistory("chunks", history);

        // when
        List<JsonNode> decided = new ArrayList<>();
        for (String line : recorded.input()) {
            JsonNode node = PlainJson.parse(line);
            Input<?> input = input(node.path("topic").asText());
            SpecificRecord event = PlainJson.read(input.schema(), node.path("value"));
            for (Told told : decider.take(new Moment(node.path("time").asLong(), event))) {
                decided.add(line(told));
            }
        }

        // then
        recorded.assertDecided(decided);
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
}
