package dev.rota.cores.scheduler;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.engine.Output;
import dev.rota.engine.Parallel;
import dev.rota.serde.PlainJson;
import dev.rota.simulate.DecisionLine;
import dev.rota.simulate.Simulation;
import dev.rota.trials.RecordedHistory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Replays recorded histories: inputs, and the decisions of a model that was written independently of this project. */
class CoresVectorsTest {

    @ParameterizedTest
    @ValueSource(strings = {"small", "mixed", "session-changes"})
    void shouldDecideAsRecorded(String history) throws Exception {
        // given
        RecordedHistory recorded = new RecordedHistory("cores", history);
        List<String> decided = new ArrayList<>();
        Simulation simulation = new Simulation(
                new CoresDomain(), Parallel.SEQUENTIAL, (decision, chain) -> decided.add(DecisionLine.of(decision)));

        // when
        for (String line : recorded.input()) {
            simulation.line(line);
        }

        // then
        List<JsonNode> parsed = new ArrayList<>();
        for (String line : decided) {
            parsed.add(PlainJson.parse(line));
        }
        recorded.assertDecided(parsed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"small", "mixed", "session-changes"})
    void shouldDecideAsRecordedByTheModelToo(String history) throws Exception {
        NaiveChain model = new NaiveChain("polkadot");

        new RecordedHistory("cores", history)
                .assertDecided(
                        new CoresDomain(),
                        (time, event) -> model.take(event).stream()
                                .map(one -> new RecordedHistory.Decided(topic(one), one))
                                .toList());
    }

    private static String topic(Object decided) {
        return new CoresDomain()
                .decisions().stream()
                        .filter(output -> output.schema()
                                .getName()
                                .equals(decided.getClass().getSimpleName()))
                        .findFirst()
                        .<String>map(Output::topic)
                        .orElse("cores.rejections");
    }
}
