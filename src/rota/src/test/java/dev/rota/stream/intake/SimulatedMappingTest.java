package dev.rota.stream.intake;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chores.Chores;
import dev.rota.chores.ChoresDomain;
import dev.rota.engine.log.OutputFormat;
import dev.rota.sim.Quiet;
import dev.rota.sim.SimTenant;
import dev.rota.stream.Tenant;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests changes of the mapping of inputs to units in a simulated world, after a clean stop and after a kill. */
@ExtendWith(Quiet.class)
class SimulatedMappingTest {

    private static final int CHORES = 200;

    @Test
    void shouldResumeAfterACleanStop() throws Exception {
        try (SimTenant tenant = new SimTenant(new ChoresDomain("elm-"))) {
            // given
            tenant.start();
            add(tenant, 0);
            tenant.until(Chores.TASKS, CHORES);
            tenant.untilDecided();

            // when
            tenant.become(new ChoresDomain("oak-"));
            tenant.start();
            add(tenant, CHORES);
            tenant.untilDecided();

            // then
            assertThat(units(tenant)).isEqualTo(Map.of("elm-h0", 100L, "elm-h1", 100L, "oak-h0", 100L, "oak-h1", 100L));
            assertThat(tenant.failures()).isEmpty();
        }
    }

    @Test
    void shouldStopAfterAnUncleanStopUntilTheFormerMappingHasCaughtUp() throws Exception {
        try (SimTenant tenant = new SimTenant(new ChoresDomain("elm-"))) {
            // given the state after a kill: records in the log beyond the committed positions
            tenant.start();
            add(tenant, 0);
            tenant.until(Chores.TASKS, CHORES);
            tenant.untilDecided();
            tenant.become(new ChoresDomain("oak-"));
            leaveUnclean(tenant, 0, 0);

            // when
            tenant.start();
            tenant.until("a reason to stop", () -> !tenant.failures().isEmpty());

            // then
            assertThat(tenant.failures())
                    .singleElement()
                    .asString()
                    .startsWith("intake stops: ")
                    .contains("was read with another chores.street and not left cleanly");

            // and when its instructions are followed
            tenant.become(new ChoresDomain("elm-"));
            tenant.start();
            tenant.untilTaken();
            tenant.become(new ChoresDomain("oak-"));
            tenant.start();
            add(tenant, CHORES);
            tenant.untilDecided();
            assertThat(units(tenant)).isEqualTo(Map.of("elm-h0", 100L, "elm-h1", 100L, "oak-h0", 100L, "oak-h1", 100L));
            assertThat(tenant.failures()).hasSize(1);
        }
    }

    @Test
    void shouldResumeAfterAnUncleanStopOnceAllInputsWereRead() throws Exception {
        try (SimTenant tenant = new SimTenant(new ChoresDomain("elm-"))) {
            // given the state after a kill: nothing in the inputs is beyond the committed positions
            tenant.start();
            add(tenant, 0);
            tenant.until(Chores.TASKS, CHORES);
            tenant.untilDecided();
            tenant.become(new ChoresDomain("oak-"));
            long[] ends = new long[2];
            tenant.records(tenant.names().topic(Chores.EVENTS)).forEach(each -> ends[each.partition()]++);
            leaveUnclean(tenant, ends);

            // when
            tenant.start();
            String taken = "mapping=" + PositionMark.digest("oak-");
            tenant.until(
                    "all positions taken over",
                    () -> tenant.records(tenant.names().positions()).stream()
                                    .filter(kept -> new String(kept.value(), UTF_8).contains(taken))
                                    .count()
                            == 2);
            add(tenant, CHORES);
            tenant.untilDecided();

            // then
            assertThat(units(tenant)).isEqualTo(Map.of("elm-h0", 100L, "elm-h1", 100L, "oak-h0", 100L, "oak-h1", 100L));
            assertThat(tenant.failures()).isEmpty();
        }
    }

    /** Commits positions that the mapping of "elm-" has left in use. */
    private static void leaveUnclean(SimTenant tenant, long... next) throws Exception {
        String topic = tenant.names().topic(Chores.EVENTS);
        for (int i = 0; i < next.length; i++) {
            PositionMark mark = new PositionMark(
                    tenant.topicId(topic),
                    next[i],
                    PositionMark.digest("elm-"),
                    new Reading.Rules(2),
                    false,
                    new TreeSet<>());
            tenant.commit(
                    tenant.names().intake(),
                    new TopicPartition(topic, i),
                    mark.toCommit().offset(),
                    mark.toCommit().metadata());
        }
    }

    private static void add(SimTenant tenant, int from) {
        for (int i = from; i < from + CHORES; i++) {
            tenant.produce(Chores.EVENTS, "h" + i % 2, Chores.added("h" + i % 2, "chore-" + i));
        }
    }

    /** Returns the number of decisions by unit. */
    private static Map<String, Long> units(SimTenant tenant) {
        Map<String, Long> units = new TreeMap<>();
        for (ConsumerRecord<byte[], byte[]> task : tenant.records(tenant.names().topic(Chores.TASKS))) {
            units.merge(Tenant.header(task, OutputFormat.UNIT), 1L, Long::sum);
        }
        return units;
    }
}
