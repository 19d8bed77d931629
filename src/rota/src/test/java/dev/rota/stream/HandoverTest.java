package dev.rota.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chores.Chores;
import dev.rota.chores.ChoresDomain;
import dev.rota.engine.log.OutputFormat;
import dev.rota.settings.Setting;
import dev.rota.trials.Await;
import dev.rota.trials.Full;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Starts and stops instances under traffic, so that a partition's rows are alternately active and on standby. It needs a
 * broker because it tests what Kafka Streams does with its own assignor and standby tasks.
 */
@Tag("broker")
@Full
class HandoverTest {

    private static final int HOUSEHOLDS = 12;
    private static final int PARTITIONS = 4;
    private static final int HANDOVERS = 3;

    @AutoClose
    private static final SharedCluster CLUSTER = new SharedCluster();

    private int produced;

    @Test
    void shouldContinueFromTheRowsOfAStandby() throws Exception {
        try (Tenant tenant = tenant("0")) {
            DomainRun stays = tenant.startInstance("stays", Map.of());
            produce(tenant);
            for (int i = 0; i < HANDOVERS; i++) {
                // given that each instance is on standby for the other
                DomainRun comesAndGoes = tenant.startInstance("comes-and-goes", Map.of());
                Await.until(() -> "each half, but " + stays.ownership() + " and " + comesAndGoes.ownership(), () -> {
                    produceOrFail(tenant);
                    return halves(stays.ownership(), comesAndGoes.ownership());
                });

                // when
                comesAndGoes.close();
                produce(tenant);

                // then
                awaitAll(stays);
                tenant.awaitTaken(Chores.EVENTS);
                tenant.awaitDecided();
            }
            assertThat(tenant.failures()).isEmpty();
            assertThat(Tenant.chained(tenant.audit())).isEqualTo(produced);
            assertDense(tenant.tail(Chores.TASKS).toEnd());
        }
    }

    /**
     * Kafka's assignor would assign all partitions afresh, so that the instances that stay exchange partitions. An
     * instance that takes over all partitions of the third has too many, and gives one to the other.
     */
    @Test
    void shouldExchangeNoPartitionsBetweenInstancesThatStay() throws Exception {
        try (Tenant tenant = CLUSTER.tenant(new ChoresDomain(), Map.of(Setting.PARTITIONS.key(), "8"))) {
            // given
            List<DomainRun> stay =
                    List.of(tenant.startInstance("first", Map.of()), tenant.startInstance("second", Map.of()));
            DomainRun leaves = tenant.startInstance("third", Map.of());
            List<DomainRun> all = List.of(stay.get(0), stay.get(1), leaves);
            produce(tenant);
            Await.until(
                    () -> "at most three each, but " + ownerships(all),
                    () -> all.stream().allMatch(run -> run.ownership().decides().size() <= 3) && decided(all) == 8);
            List<List<Integer>> before =
                    stay.stream().map(run -> run.ownership().decides()).toList();

            // when
            leaves.close();

            // then
            Await.until(() -> "all, but " + ownerships(stay), () -> decided(stay) == 8);
            List<List<Integer>> after =
                    stay.stream().map(run -> run.ownership().decides()).toList();
            assertThat(List.of(0, 1))
                    .as("instances that keep theirs, from %s to %s", before, after)
                    .anyMatch(i -> after.get(i).containsAll(before.get(i)));
            assertThat(tenant.failures()).isEmpty();
        }
    }

    @Test
    void shouldGiveAnInstanceThatHasJustStartedItsShareLater() throws Exception {
        try (Tenant tenant = tenant("2000")) {
            DomainRun first = tenant.startInstance("first", Map.of());
            awaitAll(first);

            DomainRun second = tenant.startInstance("second", Map.of());

            Await.until(
                    () -> "each half, but " + first.ownership() + " and " + second.ownership(),
                    () -> halves(first.ownership(), second.ownership()));
        }
    }

    @Test
    void shouldLetAnInstanceThatHasJustStartedTakeOverWhatNobodyElseCan() throws Exception {
        try (Tenant tenant = tenant("3600000")) {
            // given
            DomainRun first = tenant.startInstance("first", Map.of());
            awaitAll(first);
            DomainRun second = tenant.startInstance("second", Map.of());
            Await.until(
                    () -> "it stands by for all, but " + second.ownership(),
                    () -> second.ownership().standsBy().size() == PARTITIONS);
            Await.until(
                    () -> "ready without partitions of its own, but " + second.health(),
                    () -> second.health().ready());
            assertThat(first.ownership().decides()).hasSize(PARTITIONS);

            // when
            first.close();

            // then
            awaitAll(second);
            assertThat(tenant.failures()).isEmpty();
        }
    }

    /** @param settleMs the time for which instances that have just started get no partitions that others decide */
    private static Tenant tenant(String settleMs) {
        return CLUSTER.tenant(
                new ChoresDomain(),
                Map.of(
                        Setting.PARTITIONS.key(),
                        String.valueOf(PARTITIONS),
                        Setting.INSTANCE_SETTLE_MS.key(),
                        settleMs));
    }

    private static void awaitAll(DomainRun run) {
        Await.until(
                () -> "all, but " + run.ownership(),
                () -> run.ownership().decides().size() == PARTITIONS);
    }

    private static int decided(List<DomainRun> runs) {
        return runs.stream().mapToInt(run -> run.ownership().decides().size()).sum();
    }

    private static String ownerships(List<DomainRun> runs) {
        return runs.stream().map(run -> run.ownership().toString()).toList().toString();
    }

    private static boolean halves(Ownership one, Ownership other) {
        return one.decides().size() == PARTITIONS / 2
                && other.decides().size() == PARTITIONS / 2
                && one.standsBy().equals(other.decides())
                && other.standsBy().equals(one.decides());
    }

    private void produceOrFail(Tenant tenant) {
        try {
            produce(tenant);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private void produce(Tenant tenant) throws InterruptedException {
        for (int i = 0; i < HOUSEHOLDS; i++) {
            String household = "h" + i;
            tenant.produce(Chores.EVENTS, household, Chores.added(household, "chore-" + produced));
            produced++;
        }
    }

    /** Asserts that each household's tasks are numbered 1, 2, 3, ... */
    private static void assertDense(List<ConsumerRecord<byte[], byte[]>> tasks) {
        Map<String, List<Long>> numbers = new TreeMap<>();
        for (ConsumerRecord<byte[], byte[]> task : tasks) {
            numbers.computeIfAbsent(Tenant.header(task, OutputFormat.UNIT), unit -> new ArrayList<>())
                    .add(Long.parseLong(Tenant.header(task, OutputFormat.SEQ)));
        }
        assertThat(numbers).hasSize(HOUSEHOLDS);
        numbers.forEach((household, each) -> {
            for (int i = 0; i < each.size(); i++) {
                assertThat(each.get(i)).as("task %d of %s", i, household).isEqualTo(i + 1);
            }
        });
    }
}
