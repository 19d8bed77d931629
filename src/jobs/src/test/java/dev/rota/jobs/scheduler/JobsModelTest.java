package dev.rota.jobs.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.jobs.CohortPolicy;
import dev.rota.jobs.JobCancelled;
import dev.rota.jobs.JobEvent;
import dev.rota.jobs.PolicyEvent;
import dev.rota.jobs.Sampling;
import dev.rota.testing.Decider;
import dev.rota.testing.Determinism;
import dev.rota.testing.Moment;
import dev.rota.testing.TestLog;
import dev.rota.trials.Seeds;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares the decisions of the scheduler with those of a naive model of the rules, in random histories. */
class JobsModelTest {

    private static final int SEEDS = Seeds.of(100);

    /** The number of seeds for the scheduler that reads all its rows before each record. */
    private static final int COLD_SEEDS = Seeds.of(80);

    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldDecideAsTheModelDoes(Profile profile) {
        assertAlike(profile, SEEDS, Deciders::model, () -> Deciders.scheduler(TestLog.warm(new JobsDomain())));
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldDecideColdAsWarm(Profile profile) {
        assertAlike(
                profile,
                Math.max(1, SEEDS / 10),
                () -> Deciders.scheduler(TestLog.warm(new JobsDomain())),
                () -> Deciders.scheduler(TestLog.cold(new JobsDomain())));
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldChainAndSetTimersColdAsWarm(Profile profile) {
        assertChainedAlike(profile, COLD_SEEDS, moment -> moment);
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldDrawColdAsWarm(Profile profile) {
        assertChainedAlike(profile, SEEDS / 5, JobsModelTest::byChance);
    }

    private static void assertChainedAlike(Profile profile, int seeds, UnaryOperator<Moment> change) {
        for (long seed = Seeds.first(); seed < Seeds.first() + seeds; seed++) {
            Determinism.checkRestarts(
                    new JobsDomain(),
                    RandomHistory.of(seed, profile).stream().map(change).toList());
        }
    }

    @Test
    void shouldDecideTheSameInAnotherProcess() {
        Determinism.check(new JobsDomain(), RandomHistory.of(1, Profile.CHAOS));
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldFindNoDifferenceBetweenTheModelAndItself(Profile profile) {
        assertAlike(profile, Math.max(1, SEEDS / 10), Deciders::model, Deciders::model);
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldFindAndShrinkADifference(Profile profile) {
        // given
        Supplier<Decider<TimedDecision>> deafToCancels = () -> {
            Decider<TimedDecision> model = Deciders.model();
            return moment -> isCancel(moment) ? List.of() : model.take(moment);
        };

        // when
        String difference = Deciders.difference(Deciders::model, deafToCancels).in(RandomHistory.of(1, profile));

        // then
        assertThat(difference).isNotNull().contains("{\"JobCancelled\":{}}").contains("JOB_UNKNOWN");
        assertThat(difference.lines().filter(line -> line.startsWith("{\"topic\"")))
                .hasSize(1);
    }

    /**
     * Adds mixed orders and small samples, which the model cannot predict. The cold and the warm scheduler must draw
     * the same.
     */
    static Moment byChance(Moment made) {
        if (!(made.event() instanceof PolicyEvent event) || !(event.getEvent() instanceof CohortPolicy policy)) {
            return made;
        }
        Sampling sampling = policy.getSampling() == null
                ? null
                : Sampling.newBuilder()
                        .setSampleSize(1)
                        .setMaxAttempts(2)
                        .setPriorityWeight(-1.0)
                        .build();
        CohortPolicy mixed = CohortPolicy.newBuilder()
                .setAssigner(policy.getAssigner())
                .setPriorityPercentage(50)
                .setFailureBackoffMs(policy.getFailureBackoffMs())
                .setPreemptionDelayMs(policy.getPreemptionDelayMs())
                .setVictims(policy.getVictims())
                .setProactiveFetchToCapacity(policy.getProactiveFetchToCapacity())
                .setSampling(sampling)
                .setMaxJobAttempts(policy.getMaxJobAttempts())
                .setBotTimeoutMs(policy.getBotTimeoutMs())
                .setLeaseAckMs(policy.getLeaseAckMs())
                .setLocalityHints(policy.getLocalityHints())
                .setQueuedJobsMax(policy.getQueuedJobsMax())
                .setQueuedBytesMax(policy.getQueuedBytesMax())
                .setExecutionTimeoutMs(policy.getExecutionTimeoutMs())
                .setQueueTimeoutMs(policy.getQueueTimeoutMs())
                .setEndedKeptMs(policy.getEndedKeptMs())
                .setMinRunMs(policy.getMinRunMs())
                .setPreemptionsPerMinute(policy.getPreemptionsPerMinute())
                .setDemandEveryMs(policy.getDemandEveryMs())
                .build();
        return new Moment(made.time(), new PolicyEvent(event.getCohort(), mixed));
    }

    private static boolean isCancel(Moment moment) {
        return moment.event() instanceof JobEvent job && job.getEvent() instanceof JobCancelled;
    }

    private static void assertAlike(
            Profile profile,
            int seeds,
            Supplier<Decider<TimedDecision>> expected,
            Supplier<Decider<TimedDecision>> actual) {
        Deciders.difference(expected, actual).check(Seeds.first(), seeds, seed -> RandomHistory.of(seed, profile));
    }
}
