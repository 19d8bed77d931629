package dev.rota.shards.scheduler;

import dev.rota.testing.TestLog;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Replays recorded histories: inputs, and the decisions of a model that was written independently of this project. */
class ShardsVectorsTest {

    @ParameterizedTest
    @ValueSource(strings = {"history-1", "history-2", "history-3", "history-4"})
    void shouldDecideAsRecorded(String history) throws Exception {
        RecordedPool.assertDecided(history, Deciders.scheduler(TestLog.warm(new ShardsDomain())));
    }
}
