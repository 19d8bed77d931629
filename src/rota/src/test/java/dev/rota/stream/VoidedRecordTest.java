package dev.rota.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.chores.Chores;
import dev.rota.chores.ChoresDomain;
import dev.rota.engine.Rejection;
import dev.rota.kafka.AdminAnswers;
import dev.rota.kafka.Partitions;
import dev.rota.kafka.Topics;
import dev.rota.stream.common.StoppedException;
import dev.rota.stream.log.VoidRecord;
import dev.rota.trials.Await;
import dev.rota.trials.Full;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownMemberIdException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests on a broker that an undecidable record halts only its partition, until an operator voids it. */
@Tag("broker")
@Full
class VoidedRecordTest {

    @AutoClose
    private static final SharedCluster CLUSTER = new SharedCluster();

    /** Returns a household whose events go to a log partition. */
    private static String household(int partition) {
        return IntStream.range(0, 100)
                .mapToObj(number -> "house-" + number)
                .filter(name -> Partitions.of(name.getBytes(UTF_8), 2) == partition)
                .findFirst()
                .orElseThrow();
    }

    private static String haltedAt(DomainRun run) {
        Await.until(
                () -> "a halted partition, but " + run.health(),
                () -> run.health().reasons().stream().anyMatch(reason -> reason.contains("cannot be decided")));
        assertThat(run.health().live()).isTrue();
        String reason = run.health().reasons().stream()
                .filter(each -> each.contains("cannot be decided"))
                .findFirst()
                .orElseThrow();
        return reason.substring(0, reason.indexOf(' '));
    }

    @Test
    void shouldHaltOnePartitionAndContinueAfterTheVoid() throws Exception {
        String halting = household(0);
        String other = household(1);
        try (Tenant tenant = CLUSTER.tenant(new ChoresDomain())) {
            // given
            DomainRun run = tenant.startReady();
            tenant.produce(Chores.EVENTS, halting, Chores.added(halting, "dishes"));
            tenant.produce(Chores.EVENTS, halting, Chores.quarrel(halting));
            tenant.produce(Chores.EVENTS, halting, Chores.added(halting, "laundry"));
            String at = haltedAt(run);

            // then the other partition continues
            tenant.produce(Chores.EVENTS, other, Chores.added(other, "dishes"));
            TopicTail tasks = tenant.tail(Chores.TASKS);
            assertThat(tasks.atLeast(2)).hasSize(2);

            // and a restart arrives at the same record, though the group's offset is beyond it
            run.close();
            DomainRun again = tenant.start();
            assertThat(haltedAt(again)).isEqualTo(at);
            Await.until(
                    () -> "records behind the halt, but " + again.lag(),
                    () -> again.lag().values().stream().anyMatch(behind -> behind > 0));

            // when
            VoidRecord.append(tenant.names(), tenant.settings(), at, false, "they quarrel");

            // then
            assertThat(tasks.atLeast(3)).hasSize(3);
            assertThat(tenant.rejections(tenant.rejections().atLeast(1)))
                    .singleElement()
                    .extracting(Rejection::getReason, Rejection::getUnit)
                    .containsExactly("VOIDED", halting);
            Await.until(
                    () -> "ready, but " + again.health(), () -> again.health().ready());
            tenant.awaitDecided();
            tenant.audit();
            assertThat(tenant.failures()).isEmpty();
        }
    }

    @Test
    void shouldRefuseToVoidWhatCannotBeVoided() throws Exception {
        try (Tenant tenant = CLUSTER.tenant(new ChoresDomain())) {
            // given
            tenant.startReady();
            String household = household(0);
            tenant.produce(Chores.EVENTS, household, Chores.added(household, "dishes"));
            tenant.tail(Chores.TASKS).atLeast(1);
            String log = tenant.names().log();

            // then
            List<String> wrong = new ArrayList<>(
                    List.of(log + "/0/0", log + "/0/99999", log + "/99/1", log + "/0", "cores.log/0/1"));
            for (String at : wrong) {
                assertThatThrownBy(() -> VoidRecord.append(tenant.names(), tenant.settings(), at, false, "why"))
                        .isInstanceOf(StoppedException.class)
                        .hasMessageNotContaining("\n");
            }
            assertThatThrownBy(() -> VoidRecord.append(tenant.names(), tenant.settings(), log + "/0/1", true, "why"))
                    .hasMessageContaining("of none");
        }
    }

    @Test
    void shouldDecideEachRecordOnceThoughTheGroupsOffsetsAreResetBothWays() throws Exception {
        String household = household(0);
        try (Tenant tenant = CLUSTER.tenant(new ChoresDomain())) {
            // given
            DomainRun run = tenant.startReady();
            tenant.produce(Chores.EVENTS, household, Chores.added(household, "dishes"));
            TopicTail tasks = tenant.tail(Chores.TASKS);
            assertThat(tasks.atLeast(1)).hasSize(1);
            tenant.awaitDecided();
            run.close();
            TopicPartition log = new TopicPartition(tenant.names().log(), 0);

            // when everything is to be read again
            reset(tenant, log, 0);
            DomainRun again = tenant.startReady();
            tenant.produce(Chores.EVENTS, household, Chores.added(household, "laundry"));
            assertThat(tasks.atLeast(2)).hasSize(2);
            tenant.awaitDecided();
            tenant.produce(Chores.EVENTS, household, Chores.added(household, "windows"));
            assertThat(tasks.atLeast(3)).hasSize(3);
            tenant.awaitDecided();
            again.close();

            // and when a record is to be skipped
            tenant.announce(2);
            long end = Topics.ends(tenant.admin(), tenant.names().log()).getOrDefault(0, 0L);
            reset(tenant, log, end);
            tenant.startReady();
            tenant.produce(Chores.EVENTS, household, Chores.added(household, "garden"));

            // then
            assertThat(tasks.atLeast(4)).hasSize(4);
            tenant.awaitDecided();
            tenant.audit();
            assertThat(tenant.failures()).isEmpty();
        }
    }

    /** Moves the offset of the scheduler's group, once its last member has been removed. */
    private static void reset(Tenant tenant, TopicPartition partition, long offset) {
        Map<TopicPartition, OffsetAndMetadata> to = Map.of(partition, new OffsetAndMetadata(offset));
        Await.until("a group without members", () -> {
            try {
                AdminAnswers.get(tenant.admin()
                        .alterConsumerGroupOffsets(tenant.names().scheduler(), to)
                        .all());
                return true;
            } catch (UnknownMemberIdException e) {
                // a static member stays until its session ends
                return false;
            }
        });
    }
}
