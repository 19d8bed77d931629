package dev.rota.shards;

import dev.rota.engine.Domain;
import dev.rota.serde.RecordedHistory;

/** A recorded history of a pool, which a decider decides again. */
final class RecordedPool {

    private static final Domain DOMAIN = new ShardsDomain();

    private RecordedPool() {}

    static void assertDecided(String history, Decider decider) throws Exception {
        RecordedHistory recorded = new RecordedHistory("shards", history);
        recorded.assertDecided(
                DOMAIN,
                (time, event) -> decider.take(new Moment(time, event)).stream()
                        .map(told -> new RecordedHistory.Decided(told.topic(), told.value()))
                        .toList());
    }
}
