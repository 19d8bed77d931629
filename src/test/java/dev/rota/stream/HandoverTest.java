package dev.rota.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chores.Chores;
import dev.rota.chores.ChoresDomain;
import dev.rota.engine.log.OutputFormat;
import dev.rota.settings.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Instances come and go under traffic, so a partition's rows are alternately active and on standby. */
@Tag("broker")
class HandoverTest {

    private static final int HOUSEHOLDS = 12;
    private static final int PARTITIONS = 4;
    private static final int HANDOVERS = 3;

    @AutoClose
    private static final SharedCluster CLUSTER = new SharedCluster();

    private int produced;

    @Test
    void shouldContinueFromTheRowsOfAStandby() throws Exception {
        try (Tenant tenant =
                CLUSTER.tenant(new ChoresDomain(), Map.of(Setting.PARTITIONS.key(), String.valueOf(PARTITIONS)))) {
            DomainRun stays = tenant.startInstance("stays", Map.of());
            produce(tenant);
            for (int i = 0; i < HANDOVERS; i++) {
                // given each is on standby for the other
                DomainRun comesAndGoes = tenant.startInstance("comes-and-goes", Map.of());
                Await.until(() -> "each half, but " + stays.ownership() + " and " + comesAndGoes.ownership(), () -> {
                    produceOrFail(tenant);
                    return halves(stays.ownership(), comesAndGoes.ownership());
                });

                // when
                comesAndGoes.close();
                produce(tenant);

                // then
                Await.until(
                        () -> "all, but " + stays.ownership(),
                        () -> stays.ownership().decides().size() == PARTITIONS);
                tenant.awaitTaken(Chores.EVENTS);
                tenant.awaitDecided();
            }
            assertThat(tenant.failures()).isEmpty();
            assertThat(Tenant.chained(tenant.audit())).isEqualTo(produced);
            assertDense(tenant.tail(Chores.TASKS).toEnd());
        }
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
