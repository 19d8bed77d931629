package dev.rota.chunks.scheduler;

import dev.rota.engine.Domain;
import dev.rota.testing.Decider;
import dev.rota.testing.Moment;
import dev.rota.testing.TestLog;
import dev.rota.testing.TimedDecision;
import dev.rota.trials.RecordedHistory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Replays recorded histories: inputs, and the decisions of a model that was written independently of this project.
 * Their policies set the reference's digest, which that model computes.
 */
class ChunksVectorsTest {

    private static final Domain DOMAIN = new ChunksDomain();

    @ParameterizedTest
    @ValueSource(strings = {"history-1", "history-2", "history-3"})
    void shouldDecideAsRecorded(String history) throws Exception {
        assertAsRecorded(history, Deciders.scheduler(TestLog.warm(DOMAIN)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"history-1", "history-2", "history-3"})
    void shouldDecideAsRecordedByTheModelToo(String history) throws Exception {
        assertAsRecorded(history, Deciders.model());
    }

    private static void assertAsRecorded(String history, Decider<TimedDecision> decider) throws Exception {
        // given
        RecordedHistory recorded = new RecordedHistory("chunks", history);

        // when, then
        recorded.assertDecided(
                DOMAIN,
                (time, event) -> decider.take(new Moment(time, event)).stream()
                        .map(told -> new RecordedHistory.Decided(told.topic(), told.value()))
                        .toList());
    }
}
