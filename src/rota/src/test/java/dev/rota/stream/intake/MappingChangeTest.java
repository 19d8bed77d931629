package dev.rota.stream.intake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chores.Chores;
import dev.rota.chores.ChoresDomain;
import dev.rota.engine.log.OutputFormat;
import dev.rota.settings.Setting;
import dev.rota.stream.DomainRun;
import dev.rota.stream.SharedCluster;
import dev.rota.stream.Tenant;
import dev.rota.stream.TopicTail;
import dev.rota.trials.Await;
import dev.rota.trials.Full;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Changes the mapping of inputs to units while another instance runs. {@link SimulatedMappingTest} has the stops. */
@Tag("broker")
@Full
class MappingChangeTest {

    private static final int CHORES = 200;

    @AutoClose
    private static final SharedCluster CLUSTER = new SharedCluster();

    @Test
    void shouldTakePartitionsOverThatAnInstanceWithTheFormerMappingGivesAway() throws Exception {
        try (Tenant before = CLUSTER.tenant(new ChoresDomain("elm-"));
                Tenant after = new Tenant(
                        new ChoresDomain("oak-"),
                        before.settings()
                                .with(Map.of(Setting.INSTANCE_ID.key(), "other"))
                                .under(""))) {
            // given
            DomainRun former = before.startReady();
            add(before, 0);
            before.tail(Chores.TASKS).atLeast(CHORES);

            // when another instance joins under load, and the first one leaves
            DomainRun latter = after.start();
            add(before, CHORES);
            before.flush();
            Await.until(
                    () -> "ready, but " + latter.health(),
                    () -> latter.health().live() && latter.health().ready());
            add(before, 2 * CHORES);
            before.flush();
            former.close();
            add(before, 3 * CHORES);
            before.flush();

            // then each event was decided in one unit, and the last ones by the remaining instance's mapping
            Map<String, Long> units = units(after, 4 * CHORES);
            assertThat(units.values().stream().mapToLong(Long::longValue).sum()).isEqualTo(4 * CHORES);
            assertThat(units).containsKeys("elm-h0", "elm-h1");
            assertThat(units.getOrDefault("oak-h0", 0L)).isGreaterThanOrEqualTo(CHORES / 2);
            assertThat(units.getOrDefault("oak-h1", 0L)).isGreaterThanOrEqualTo(CHORES / 2);
            assertThat(before.failures()).isEmpty();
            assertThat(after.failures()).isEmpty();
        }
    }

    private static void add(Tenant tenant, int from) throws InterruptedException {
        for (int i = from; i < from + CHORES; i++) {
            tenant.produce(Chores.EVENTS, "h" + i % 2, Chores.added("h" + i % 2, "chore-" + i));
        }
    }

    /** Returns the number of decisions by unit, once there are at least {@code atLeast} and all inputs are decided. */
    private static Map<String, Long> units(Tenant tenant, int atLeast) {
        TopicTail tail = tenant.tail(Chores.TASKS);
        tail.atLeast(atLeast);
        tenant.awaitTaken(Chores.EVENTS);
        tenant.awaitDecided();
        Map<String, Long> units = new TreeMap<>();
        for (ConsumerRecord<byte[], byte[]> task : tail.toEnd()) {
            units.merge(Tenant.header(task, OutputFormat.UNIT), 1L, Long::sum);
        }
        return units;
    }
}
