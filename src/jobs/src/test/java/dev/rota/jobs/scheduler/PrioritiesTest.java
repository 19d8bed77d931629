package dev.rota.jobs.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.jobs.JobEvent;
import dev.rota.jobs.JobReprioritised;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that a job's priority can be changed while it is queued and while it runs. */
class PrioritiesTest {

    private final TestFarm farm = TestFarm.warm();

    @Test
    void shouldLetAQueuedJobOvertake() {
        // given
        farm.submit("j1", "a", 1);
        farm.submit("j2", "a", 2);

        // when
        List<String> told = farm.hear(reprioritised("j2", 0));

        // then
        assertThat(told).containsExactly("j2 REPRIORITISED");
        farm.at(7_000).sync(BotEventBuilder.bot("b1"));
        assertThat(farm.pass(11_000)).contains("j2 ASSIGNED b1");
    }

    @Test
    void shouldChooseTheVictimByItsNewPriority() {
        // given
        farm.quota("owed", 1, 1);
        farm.sync(BotEventBuilder.bot("b1").capacity(2));
        farm.submit("j1", "a", 3);
        farm.submit("j2", "a", 4);

        // when
        farm.hear(reprioritised("j1", 5));

        // then
        farm.submit("urgent", "owed");
        assertThat(farm.pass(30_000)).contains("j1 EVICTED b1", "urgent ASSIGNED b1");
    }

    @Test
    void shouldKeepTheAge() {
        // given
        farm.submit("j1", "a", 1);
        farm.at(2_000).submit("j2", "a", 0);

        // when
        farm.at(3_000).hear(reprioritised("j1", 0));

        // then
        farm.at(9_000).sync(BotEventBuilder.bot("b1"));
        assertThat(farm.pass(12_000)).contains("j1 ASSIGNED b1");
    }

    @Test
    void shouldRejectAJobThatHasEnded() {
        farm.submit("j1", "a");
        farm.cancel("j1");
        assertThat(farm.hear(reprioritised("j1", 0))).containsExactly("JOB_UNKNOWN");
    }

    private static JobEvent reprioritised(String job, int priority) {
        return new JobEvent(job, "unknown", new JobReprioritised(priority));
    }
}
