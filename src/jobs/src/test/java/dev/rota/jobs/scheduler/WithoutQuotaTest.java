package dev.rota.jobs.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.jobs.Action;
import dev.rota.jobs.Assigner;
import dev.rota.jobs.InstanceQuota;
import dev.rota.testing.TestLog;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Under the cohort assigner, an instance without a quota starts no jobs, which is published once and counted. */
class WithoutQuotaTest {

    private static TestFarm farm(boolean cold) {
        TestFarm farm = TestFarm.of(cold ? TestLog.cold(new JobsDomain()) : TestLog.warm(new JobsDomain()));
        farm.policy(policy -> policy.setAssigner(Assigner.COHORT));
        farm.sync(BotEventBuilder.bot("b").capacity(9));
        return farm;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldPublishItOnce(boolean cold) {
        TestFarm farm = farm(cold);
        assertThat(farm.submit("j1", "a")).containsExactly("j1 QUEUED", "WITHOUT_QUOTA instance a");
        assertThat(farm.submit("j2", "a")).containsExactly("j2 QUEUED");
        assertThat(farm.pass(60_000)).isEmpty();

        // then jobs start once the instance has a quota
        assertThat(farm.quota("a", 0, 5)).contains("j1 ASSIGNED b", "j2 ASSIGNED b");
        farm.submit("j3", "a");

        // and the warning is published again if the quota is removed
        assertThat(farm.rule(
                        "default",
                        InstanceQuota.newBuilder()
                                .setInstance("a")
                                .setMin(0)
                                .setMax(0)
                                .setRemoved(true)
                                .build()))
                .isEmpty();
        assertThat(farm.submit("j4", "a")).containsExactly("j4 QUEUED", "WITHOUT_QUOTA instance a");
    }

    /** A policy can concern any number of instances, but a step has room for only some. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldPublishItInSlices(boolean cold) {
        // given
        TestFarm farm = TestFarm.of(cold ? TestLog.cold(new JobsDomain(), 300) : TestLog.warm(new JobsDomain(), 300));
        List<String> instances = List.of("a", "b", "c", "d", "e", "f", "g");
        instances.forEach(instance -> farm.submit("job of " + instance, instance));
        farm.operate(Action.DRAIN, null, "a");

        // when
        List<String> said = new ArrayList<>(farm.policy(policy -> policy.setAssigner(Assigner.COHORT)));
        said.addAll(farm.operate(Action.DRAIN, null, "g"));
        while (farm.log().nextDue() == Long.MIN_VALUE) {
            said.addAll(farm.pass(2_000));
        }

        // then
        assertThat(said)
                .filteredOn(text -> text.startsWith("WITHOUT_QUOTA"))
                .containsExactlyElementsOf(instances.stream()
                        .map(instance -> "WITHOUT_QUOTA instance " + instance)
                        .toList());
        assertThat(said).contains("DRAINED instance g");
    }

    /** The need for another warning is judged when iterations are finished, not when rows are read in between. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldNotRepeatItForAPolicyWhoseIterationsNeverFinished(boolean cold) {
        // given three jobs without a quota, a bot for all of them, and room for one assignment in a step
        TestFarm farm = TestFarm.of(cold ? TestLog.cold(new JobsDomain(), 1) : TestLog.warm(new JobsDomain(), 1));
        farm.policy(policy -> policy.setAssigner(Assigner.COHORT));
        farm.submit("j1", "a");
        farm.submit("j2", "a");
        farm.submit("j3", "a");
        List<String> said = new ArrayList<>(farm.pass(1_000));
        farm.at(2_000).sync(BotEventBuilder.bot("b").capacity(3));

        // when a policy needs no quotas, and the next one does before all jobs are placed
        said.addAll(farm.policy(policy -> policy.setAssigner(Assigner.PRIORITY_AGE)));
        said.addAll(farm.policy(policy -> policy.setAssigner(Assigner.COHORT)));
        while (farm.log().nextDue() == Long.MIN_VALUE) {
            said.addAll(farm.pass(2_000));
        }

        // then
        assertThat(said).contains("j1 ASSIGNED b").doesNotContain("j3 ASSIGNED b", "WITHOUT_QUOTA instance a");
    }

    @Test
    void shouldCountTheJobsThatWaitForAQuota() {
        TestFarm farm = farm(false);
        farm.quota("quoted", 0, 0);
        farm.submit("j1", "a");
        farm.submit("j2", "a");
        farm.submit("k", "quoted");

        assertThat(farm.log().gauges("default"))
                .containsEntry("queued_without_quota[a]", 2L)
                .containsEntry("queued_without_quota[quoted]", 0L);
    }

    /** Intake holds adopted topics back by the sum. */
    @Test
    void shouldCountTheQueuedJobsOfAllInstances() {
        TestFarm farm = farm(false);
        for (int i = 0; i < 53; i++) {
            farm.submit("first " + i, "instance " + i);
            if (i < 50) {
                farm.submit("second " + i, "instance " + i);
            }
        }

        assertThat(farm.log().gauges("default")).containsEntry("queued[]", 3L).containsEntry("queued[instance 7]", 2L);
    }
}
