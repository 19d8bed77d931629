package dev.rota.shards.scheduler;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The model decides recorded histories the same as the independent model from which they were recorded. */
class NaiveVectorsTest {

    @ParameterizedTest
    @ValueSource(strings = {"history-1", "history-2", "history-3", "history-4"})
    void shouldDecideAsRecorded(String history) throws Exception {
        RecordedPool.assertDecided(history, Deciders.model());
    }
}
