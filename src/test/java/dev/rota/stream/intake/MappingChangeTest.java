package dev.rota.stream.intake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chores.Chores;
import dev.rota.chores.ChoresDomain;
import dev.rota.engine.Full;
import dev.rota.engine.log.OutputFormat;
import dev.rota.kafka.AdminAnswers;
import dev.rota.kafka.Topics;
import dev.rota.settings.Setting;
import dev.rota.stream.Await;
import dev.rota.stream.DomainRun;
import dev.rota.stream.SharedCluster;
import dev.rota.stream.Tenant;
import dev.rota.stream.TopicTail;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Changes the mapping of inputs to units: after a clean stop, after a crash, and while another instance runs. */
@Tag("broker")
@Full
class MappingChangeTest {

    private static final int CHORES = 200;

    @AutoClose
    private static final SharedCluster CLUSTER = new SharedCluster();

    @Test
    void shouldResumeAfterACleanStop() throws Exception {
        try (Tenant before = CLUSTER.tenant(new ChoresDomain("elm-"));
                Tenant after =
                        new Tenant(new ChoresDomain("oak-"), before.settings().under(""))) {
            // given
            DomainRun run = before.startReady();
            add(before, 0);
            before.tail(Chores.TASKS).atLeast(CHORES);
            run.close();

            // when
            after.start();
            add(after, CHORES);

            // then
            assertUnits(after, Map.of("elm-h0", 100L, "elm-h1", 100L, "oak-h0", 100L, "oak-h1", 100L));
            assertThat(after.failures()).isEmpty();
        }
    }

    @Test
    void shouldStopAfterAnUncleanStopUntilTheFormerMappingHasCaughtUp() throws Exception {
        try (Tenant before = CLUSTER.tenant(new ChoresDomain("elm-"));
                Tenant after =
                        new Tenant(new ChoresDomain("oak-"), before.settings().under(""))) {
            // given the state after a kill: records in the log beyond the committed positions
            DomainRun run = before.startReady();
            add(before, 0);
            before.tail(Chores.TASKS).atLeast(CHORES);
            run.close();
            rewind(before, new PositionMark(id(before), 0, PositionMark.digest("elm-"), 2, false, new TreeSet<>()));

            // when
            DomainRun refused = after.start();
            Await.until("a reason to stop", () -> !after.failures().isEmpty());
            refused.close();

            // then
            assertThat(after.failures())
                    .singleElement()
                    .asString()
                    .startsWith("intake stops: ")
                    .contains("was read with another chores.street and not left cleanly")
                    .endsWith("start once with the former chores.street until all inputs are read, stop with Ctrl-C or"
                            + " SIGTERM, then change it");

            // and when its instructions are followed
            DomainRun again = before.start();
            before.awaitTaken(Chores.EVENTS);
            again.close();
            try (Tenant changed =
                    new Tenant(new ChoresDomain("oak-"), before.settings().under(""))) {
                changed.start();
                add(changed, CHORES);
                assertUnits(changed, Map.of("elm-h0", 100L, "elm-h1", 100L, "oak-h0", 100L, "oak-h1", 100L));
                assertThat(changed.failures()).isEmpty();
            }
        }
    }

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

    static String id(Tenant tenant) {
        String topic = tenant.names().topic(Chores.EVENTS);
        return Topics.ids(tenant.admin(), List.of(topic)).getOrDefault(topic, "");
    }

    /** Moves positions back, as after a kill: records beyond them are in the log. */
    static void rewind(Tenant tenant, PositionMark mark) {
        String topic = tenant.names().topic(Chores.EVENTS);
        OffsetAndMetadata begin = mark.toCommit();
        AdminAnswers.get(tenant.admin()
                .alterConsumerGroupOffsets(
                        tenant.names().intake(),
                        Map.of(new TopicPartition(topic, 0), begin, new TopicPartition(topic, 1), begin))
                .all());
    }

    private static void assertUnits(Tenant tenant, Map<String, Long> expected) {
        assertThat(units(tenant, 2 * CHORES)).isEqualTo(expected);
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
