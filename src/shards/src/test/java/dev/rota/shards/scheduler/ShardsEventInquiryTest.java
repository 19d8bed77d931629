package dev.rota.shards.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Answer;
import dev.rota.engine.Decision;
import dev.rota.engine.EventInquiry;
import dev.rota.shards.Batch;
import dev.rota.shards.ShardStatus;
import dev.rota.shards.ShardsTopics;
import dev.rota.shards.Transaction;
import dev.rota.shards.explain.ShardsEventInquiry.TransactionPlace;
import dev.rota.shards.pool.Pool;
import dev.rota.shards.pool.PoolReading;
import dev.rota.shards.shard.Shard;
import dev.rota.testing.TestLog;
import dev.rota.trials.ForeseenEvents;
import dev.rota.trials.Seeds;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares what a pool is said to decide on an event with what it decides when the event comes. */
class ShardsEventInquiryTest {

    private static final int SEEDS = Seeds.of(20, 2);

    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldForeseeWhatAnEventCauses(Profile profile) {
        Set<String> states = new TreeSet<>();
        for (long seed = 0; seed < SEEDS; seed++) {
            ForeseenEvents.check(
                    new ShardsDomain(),
                    RandomHistory.POOL,
                    RandomHistory.of(seed, profile),
                    (event, answer, log, decided) -> {
                        states.add(answer.state());
                        check(event, answer, log, decided);
                    });
        }
        assertThat(states).contains("PENDING", "RUNNING", "REJECTED");
    }

    private static void check(SpecificRecord event, Answer answer, TestLog log, List<Decision> decided) {
        EventInquiry.Outlook outlook = (EventInquiry.Outlook) Objects.requireNonNull(answer.details());
        if (!(event instanceof Transaction transaction) || !outlook.accepted()) {
            assertThat(outlook.subject()).isNull();
            return;
        }
        TransactionPlace place = (TransactionPlace) Objects.requireNonNull(outlook.subject());
        Pool pool = PoolReading.of(log.tables(RandomHistory.POOL));
        Shard shard = Objects.requireNonNull(pool.shards().look(transaction.getShard()));
        assertThat(place.shard()).isEqualTo(transaction.getShard());
        assertThat(place.position()).isEqualTo(shard.pending().count());
        assertThat(place.pending()).isEqualTo(shard.pending().count());
        assertThat(place.shardState())
                .isEqualTo(
                        shard.paused && shard.status() == ShardStatus.IDLE
                                ? "PAUSED"
                                : shard.isDelayed() ? "DELAYED" : shard.status().name());
        String worker = TestLog.of(ShardsTopics.ASSIGNMENTS, decided).stream()
                .filter(batch -> batch.getShard().equals(transaction.getShard()))
                .map(Batch::getWorker)
                .findFirst()
                .orElse(null);
        if (worker != null) {
            assertThat(place.worker()).isEqualTo(worker);
            assertThat(answer.sentence()).contains("is executed by worker " + worker);
        }
        assertThat(place.worker() != null).isEqualTo(shard.status() == ShardStatus.RUNNING);
    }
}
