package dev.rota.stream.intake;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chores.Chores;
import dev.rota.chores.ChoresDomain;
import dev.rota.kafka.Partitions;
import dev.rota.sim.Quiet;
import dev.rota.sim.SimTenant;
import java.util.Map;
import java.util.TreeSet;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Tests events that only the newest build can read, between an instance of it and one of a former build that were killed
 * before they committed their positions. An event must not be accepted by one and refused by the other.
 */
@ExtendWith(Quiet.class)
class OtherBuildTest {

    private static final int LOG_PARTITIONS = 2;

    @Test
    void shouldRefuseAgainWhatAFormerBuildMayHaveRefused() throws Exception {
        try (SimTenant tenant = new SimTenant(new ChoresDomain(), 1, Map.of())) {
            // given
            tenant.become(ChoresDomain.formerBuild());
            tenant.start();
            int refused = produce(tenant);
            tenant.untilDecided();
            tenant.become(new ChoresDomain());
            rewind(tenant, 1);

            // when
            tenant.start();
            tenant.untilTaken();
            tenant.untilDecided();

            // then
            assertThat(tenant.rejections()).hasSize(refused);

            // and it reads later events by its rules
            int accepted = produce(tenant);
            tenant.untilDecided();
            assertThat(tenant.rejections())
                    .hasSize(refused + accepted)
                    .filteredOn(rejection -> rejection.getMessage().startsWith("by rules"))
                    .hasSize(accepted);
            assertThat(tenant.failures()).isEmpty();
        }
    }

    @Test
    void shouldStopBeforeWhatANewerBuildMayHaveAccepted() throws Exception {
        SimTenant tenant = new SimTenant(new ChoresDomain(), 1, Map.of());
        tenant.start();
        produce(tenant);
        tenant.untilDecided();
        tenant.become(ChoresDomain.formerBuild());
        rewind(tenant, 2);
        // The log does not contain these, but may by the time that they are read again.
        produce(tenant);

        // when
        tenant.start();

        // then
        tenant.until("a reason to stop", () -> !tenant.failures().isEmpty());
        assertThat(tenant.failures())
                .singleElement()
                .asString()
                .startsWith("intake stops: ")
                .endsWith("cannot be read, but may have been accepted by a build that supports rules chores/2, and"
                        + " this build supports chores/1 to chores/1. Run a newer build");
        tenant.abandon();
    }

    /** Moves positions to the beginning, as after a kill of an intake of these rules. */
    private static void rewind(SimTenant tenant, int rules) {
        String topic = tenant.names().topic(Chores.EVENTS);
        PositionMark mark =
                new PositionMark(tenant.topicId(topic), 0, "", new Reading.Rules(rules), false, new TreeSet<>());
        for (int i = 0; i < 2; i++) {
            tenant.commit(
                    tenant.names().intake(),
                    new TopicPartition(topic, i),
                    mark.toCommit().offset(),
                    mark.toCommit().metadata());
        }
    }

    /**
     * Produces events until the last one's refusal goes to another log partition than the accepted event would. Returns
     * the number of events.
     */
    private static int produce(SimTenant tenant) {
        int produced = 0;
        int refused;
        int accepted;
        do {
            String household = "h" + produced++;
            String coordinates = tenant.produce(Chores.EVENTS, household, Chores.added(household, "dishes"));
            refused = Partitions.of(coordinates.getBytes(UTF_8), LOG_PARTITIONS);
            accepted = Partitions.of(household.getBytes(UTF_8), LOG_PARTITIONS);
        } while (refused == accepted);
        return produced;
    }
}
