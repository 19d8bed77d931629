package dev.rota.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Nullable;
import dev.rota.serde.PlainJson;
import dev.rota.shards.FailedBatch;
import dev.rota.shards.PoolPolicy;
import dev.rota.shards.scheduler.ShardsDomain;
import dev.rota.trials.Seeds;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A change of the policy on the record of one policy decides as a pool that had the other policy. */
class ShardsWhatIfTest {

    private static final int SEEDS = Seeds.of(80, 5);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldDecideAsUnderTheOtherPolicy(boolean mixed) throws Exception {
        int compared = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            FixedPool pool = new FixedPool(random, mixed);
            List<String> recordA = pool.run(policy(random));
            boolean known = pool.isKnown();
            PoolPolicy b = policy(random);
            List<String> recordB = pool.run(b);
            if (known) {
                compared++;
                assertThat(differenceOf(world(recordA, b, null), recordB))
                        .as("seed " + seed)
                        .isEmpty();
            }
        }
        assertThat(compared).isGreaterThan(SEEDS / 4);
    }

    /** Reports are made at the same times again, whatever the results were. */
    @Test
    void shouldDecideAsInTheRecordIfNothingChanges() throws Exception {
        int compared = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            FixedPool pool = new FixedPool(random, true);
            PoolPolicy policy = policy(random);
            List<String> record = pool.run(policy);
            if (pool.isKnown()) {
                compared++;
                Long from = seed % 2 == 0 ? null : (Long) (long) random.nextInt((int) FixedPool.END);
                assertThat(differenceOf(world(record, policy, from), record))
                        .as("seed " + seed)
                        .isEmpty();
                assertThat(Asking.worlds(new ShardsDomain(), record, Question.of(FixedPool.POOL, change(policy)))
                                .error()
                                .mean())
                        .as("seed " + seed)
                        .isZero();
            }
        }
        assertThat(compared).isGreaterThan(SEEDS / 4);
    }

    private List<String> world(List<String> record, PoolPolicy policy, @Nullable Long from) throws Exception {
        return Asking.changedWorld(
                new ShardsDomain(), record, FixedPool.POOL, from, FixedPool.END, change(policy), folder);
    }

    private static List<String> change(PoolPolicy policy) {
        return List.of("{\"policy\":" + PlainJson.write(policy) + "}");
    }

    private static String differenceOf(List<String> world, List<String> record) {
        return Asking.firstDifference(
                Asking.decisions(new ShardsDomain(), world, 0),
                Asking.decisions(new ShardsDomain(), record, FixedPool.END));
    }

    private static PoolPolicy policy(Random random) {
        return PoolPolicy.newBuilder()
                .setQuantumMs(random.nextInt(3) * 60L)
                .setTurnMsMax(random.nextBoolean() ? null : 150L)
                .setBatchTransactionsMax(1 + random.nextInt(8))
                .setBatchTimeoutMs(100 + random.nextInt(400))
                .setAttemptsMax(1 + random.nextInt(3))
                .setFailedBatch(List.of(FailedBatch.values()).get(random.nextInt(3)))
                .setWorkerFailuresMax(random.nextInt(3))
                .setWorkerRestMs(100 + random.nextInt(500))
                .setRetryWithinMs(1 + random.nextInt(500))
                .setWorkerTimeoutMs(700 + random.nextInt(600))
                .setShardPendingMax(random.nextInt(3) == 0 ? 8 : 100)
                .setRetryDelayMs(random.nextInt(200))
                .setRetryDelayMaxMs(1_000)
                .build();
    }
}
