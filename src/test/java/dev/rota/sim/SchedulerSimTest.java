package dev.rota.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Some seeds of the simulated world with schedulers in it, whose stream threads are Kafka's own. */
@ExtendWith(Quiet.class)
class SchedulerSimTest {

    private static final int SEEDS = Integer.getInteger("sim.scheduler.seeds", Seeds.of(600));

    /** Where the seeds begin, so that a long run can be continued. */
    private static final long FIRST = Long.getLong("sim.first", 0);

    @Test
    void shouldDecideEachInputOnceWhateverGoesWrong() {
        for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
            Plan plan = Plan.whole(seed);
            if (!SimRun.of(plan).isRight()) {
                Plan shrunk = Shrink.of(plan);
                SimRun.Result result = SimRun.of(shrunk);
                assertThat(result.violations())
                        .as("seed %d, shrunk to%n%s%nlast calls:%n%s", seed, Shrink.json(shrunk), result.calls())
                        .isEmpty();
            }
        }
    }

    /** With one log partition: the tasks of several are committed in the order of their identity hash codes. */
    @Test
    void shouldDoTheSameForTheSameSeed() {
        for (long seed = 0; seed < 20; seed++) {
            Plan plan = Plan.whole(seed);
            Plan small = plan.sized(plan.intakes(), plan.schedulers(), plan.inputPartitions(), 1);
            String hash = SimRun.of(small).traceHash();

            assertThat(SimRun.of(small).traceHash()).as("seed %d", seed).isEqualTo(hash);
        }
    }
}
