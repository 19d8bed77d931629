package dev.rota.shards.scheduler;

import dev.rota.engine.Domain;
import dev.rota.testing.Decider;
import dev.rota.testing.Moment;
import dev.rota.testing.TimedDecision;
import dev.rota.trials.RecordedHistory;

/** Compares a decider with the recorded history of a pool. */
final class RecordedPool {

    private static final Domain DOMAIN = new ShardsDomain();

    private RecordedPool() {}

    static void assertDecided(String history, Decider<TimedDecision> decider) throws Exception {
        RecordedHistory recorded = new RecordedHistory("shards", history);
        recorded.assertDecided(
                DOMAIN,
                (time, event) -> decider.take(new Moment(time, event)).stream()
                        .map(told -> new RecordedHistory.Decided(told.topic(), told.value()))
                        .toList());
    }
}
