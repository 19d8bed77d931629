package dev.rota.shards.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.shards.ReceiptStatus;
import dev.rota.shards.ShardPaused;
import dev.rota.shards.ShardResumed;
import dev.rota.shards.WorkerLeft;
import dev.rota.testing.Decider;
import dev.rota.testing.TestLog;
import dev.rota.testing.TimedDecision;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A transaction that arrives just as its shard is drained is executed: the shard does not stay IDLE with pending work.
 */
class LostWakeUpTest {

    /** The situation in which it arrives. */
    private enum Meanwhile {
        NOTHING,
        OTHERS_WAIT,
        PAUSED,
        PAUSED_AND_RESUMED,
        AT_THE_QUANTUM,
        WORKER_DRAINS,
        WORKER_LEAVES
    }

    static Stream<Arguments> cases() {
        List<Arguments> cases = new ArrayList<>();
        for (Meanwhile meanwhile : Meanwhile.values()) {
            for (boolean before : List.of(true, false)) {
                cases.add(Arguments.of("model", supplier(Deciders::model), meanwhile, before));
                cases.add(Arguments.of(
                        "warm",
                        supplier(() -> Deciders.scheduler(TestLog.warm(new ShardsDomain()))),
                        meanwhile,
                        before));
                cases.add(Arguments.of(
                        "cold",
                        supplier(() -> Deciders.scheduler(TestLog.cold(new ShardsDomain()))),
                        meanwhile,
                        before));
            }
        }
        return cases.stream();
    }

    @ParameterizedTest(name = "{0}, {2}, arrives before the report: {3}")
    @MethodSource("cases")
    void shouldExecuteWhatArrivesAsTheShardIsDrained(
            String name, Supplier<Decider<TimedDecision>> decider, Meanwhile meanwhile, boolean before) {
        // given
        HonestPool pool = new HonestPool(decider.get());
        pool.ready("w1", 1);
        pool.send("s", "first");
        prepare(pool, meanwhile);

        // when
        if (before) {
            pool.send("s", "late");
        }
        long elapsed = meanwhile == Meanwhile.AT_THE_QUANTUM ? 100 : 0;
        if (meanwhile == Meanwhile.WORKER_LEAVES) {
            pool.say(RandomWorkers.event("w1", new WorkerLeft("")));
        } else {
            pool.report("s", ReceiptStatus.SUCCEEDED, elapsed);
        }
        if (!before) {
            pool.send("s", "late");
        }

        // then
        end(pool, meanwhile);
        assertThat(pool.executed()).as(name).contains("s first", "s late").doesNotHaveDuplicates();
        ShardsInvariants.assertHold(decider.get(), pool.moments());
    }

    private static void prepare(HonestPool pool, Meanwhile meanwhile) {
        switch (meanwhile) {
            case OTHERS_WAIT -> {
                pool.send("a", "other");
                pool.send("t", "other");
            }
            case PAUSED -> pool.say(RandomControls.control(new ShardPaused("s")));
            case PAUSED_AND_RESUMED -> {
                pool.say(RandomControls.control(new ShardPaused("s")));
                pool.say(RandomControls.control(new ShardResumed("s")));
            }
            case WORKER_DRAINS -> pool.ready("w1", 0);
            default -> pool.ready("w1", 1);
        }
    }

    private static void end(HonestPool pool, Meanwhile meanwhile) {
        if (meanwhile == Meanwhile.PAUSED) {
            assertThat(pool.executed()).doesNotContain("s late");
            pool.say(RandomControls.control(new ShardResumed("s")));
        }
        pool.ready("w1", 1);
        pool.finish();
    }

    private static Supplier<Decider<TimedDecision>> supplier(Supplier<Decider<TimedDecision>> decider) {
        return decider;
    }
}
