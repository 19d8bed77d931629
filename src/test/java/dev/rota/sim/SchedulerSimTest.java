package dev.rota.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;

/** Some seeds of the simulated world with schedulers in it, whose stream threads are Kafka's own. */
@ExtendWith(Quiet.class)
class SchedulerSimTest {

    /**
     * How many seeds are tried with as many log partitions as they have. The tasks of several are committed in the order
     * of their identity hash codes, so that such a seed does not always do the same: no part of a build.
     */
    private static final int ASKED_FOR = Integer.getInteger("sim.scheduler.seeds", 0);

    /** Where the seeds begin, so that a long run can be continued. */
    private static final long FIRST = Long.getLong("sim.first", 0);

    @Test
    void shouldDecideEachInputOnceWhateverGoesWrong() {
        for (long seed = FIRST; seed < FIRST + Seeds.of(600); seed++) {
            assertRight(seed, Plan.whole(seed).inOnePartition());
        }
    }

    @Test
    @EnabledIfSystemProperty(
            named = "sim.scheduler.seeds",
            matches = "\\d+",
            disabledReason = "such seeds do not always do the same; -Dsim.scheduler.seeds=10000 asks for some")
    void shouldDecideEachInputOnceInSeveralLogPartitions() {
        for (long seed = FIRST; seed < FIRST + ASKED_FOR; seed++) {
            assertRight(seed, Plan.whole(seed));
        }
    }

    private static void assertRight(long seed, Plan plan) {
        if (SimRun.of(plan).isRight()) {
            return;
        }
        Plan shrunk = Shrink.of(plan);
        SimRun.Result result = SimRun.of(shrunk);
        assertThat(result.violations())
                .as("seed %d, shrunk to%n%s%nlast calls:%n%s", seed, Shrink.json(shrunk), result.calls())
                .isEmpty();
    }

    @Test
    void shouldDoTheSameForTheSameSeed() {
        for (long seed = 0; seed < 20; seed++) {
            String hash = SimRun.of(Plan.whole(seed).inOnePartition()).traceHash();

            assertThat(SimRun.of(Plan.whole(seed).inOnePartition()).traceHash())
                    .as("seed %d", seed)
                    .isEqualTo(hash);
        }
    }
}
