package dev.rota.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chores.Chores;
import dev.rota.chores.ChoresDomain;
import dev.rota.engine.Rejection;
import dev.rota.kafka.Partitions;
import dev.rota.sim.Quiet;
import dev.rota.sim.SimTenant;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests in a simulated world that each log record is decided once: at a record that cannot be, and after offsets are reset. */
@ExtendWith(Quiet.class)
class SimulatedSchedulerTest {

    /** Returns a household whose events go to a log partition. */
    private static String household(int partition) {
        return IntStream.range(0, 100)
                .mapToObj(number -> "house-" + number)
                .filter(name -> Partitions.of(name.getBytes(UTF_8), 2) == partition)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shouldHaltOnePartitionAndContinueAfterTheVoid() throws Exception {
        String halting = household(0);
        String other = household(1);
        try (SimTenant tenant = new SimTenant(new ChoresDomain())) {
            // given
            tenant.start();
            tenant.produce(Chores.EVENTS, halting, Chores.added(halting, "dishes"));
            tenant.produce(Chores.EVENTS, halting, Chores.quarrel(halting));
            tenant.produce(Chores.EVENTS, halting, Chores.added(halting, "laundry"));
            tenant.until(
                    "it is halted",
                    () -> tenant.standings().stream().anyMatch(reason -> reason.contains("cannot be decided")));
            Map<Integer, Long> halted = tenant.halted();
            assertThat(halted).containsOnlyKeys(0);

            // then the other partition continues
            tenant.produce(Chores.EVENTS, other, Chores.added(other, "dishes"));
            tenant.until(Chores.TASKS, 2);

            // and a restart arrives at the same record
            tenant.stop();
            tenant.start();
            tenant.until(
                    "it is halted again",
                    () -> tenant.standings().stream()
                            .anyMatch(reason -> reason.startsWith(tenant.names().log() + "/0/" + halted.get(0) + " ")));

            // when
            tenant.voidHalted("they quarrel");

            // then
            tenant.until(Chores.TASKS, 3);
            tenant.untilDecided();
            assertThat(tenant.rejections())
                    .singleElement()
                    .extracting(Rejection::getReason, Rejection::getUnit)
                    .containsExactly("VOIDED", halting);
            tenant.until("it is ready", () -> tenant.standings().isEmpty());
        }
    }

    @Test
    void shouldDecideEachRecordOnceThoughTheGroupsOffsetsAreResetBothWays() throws Exception {
        String household = household(0);
        try (SimTenant tenant = new SimTenant(new ChoresDomain())) {
            // given
            tenant.start();
            tenant.produce(Chores.EVENTS, household, Chores.added(household, "dishes"));
            tenant.until(Chores.TASKS, 1);
            tenant.untilDecided();
            tenant.stop();
            TopicPartition log = new TopicPartition(tenant.names().log(), 0);

            // when everything is to be read again
            tenant.commit(tenant.names().scheduler(), log, 0, "");
            tenant.start();
            tenant.produce(Chores.EVENTS, household, Chores.added(household, "laundry"));
            tenant.until(Chores.TASKS, 2);
            tenant.produce(Chores.EVENTS, household, Chores.added(household, "windows"));
            tenant.until(Chores.TASKS, 3);
            tenant.untilDecided();
            tenant.stop();

            // and when a record is to be skipped
            tenant.announce(2);
            tenant.commit(tenant.names().scheduler(), log, tenant.end(log), "");
            tenant.start();
            tenant.produce(Chores.EVENTS, household, Chores.added(household, "garden"));

            // then
            tenant.until(Chores.TASKS, 4);
            assertThat(tenant.failures()).isEmpty();
        }
    }
}
