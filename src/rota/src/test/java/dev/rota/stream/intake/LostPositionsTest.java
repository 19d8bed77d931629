package dev.rota.stream.intake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chores.Chores;
import dev.rota.chores.ChoresDomain;
import dev.rota.engine.log.LogFormat;
import dev.rota.sim.Quiet;
import dev.rota.sim.SimTenant;
import dev.rota.stream.Tenant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests intake when its positions are deleted, reset, or lost everywhere, in a simulated world. */
@ExtendWith(Quiet.class)
class LostPositionsTest {

    private static final int CHORES = 50;

    @Test
    void shouldResumeWithoutTheGroupsOffsets() throws Exception {
        try (SimTenant tenant = new SimTenant(new ChoresDomain())) {
            // given
            decided(tenant, 0);

            // when
            tenant.deleteIntakeGroup();
            decided(tenant, CHORES);

            // then nothing was appended again
            assertDecidedOnce(tenant);
            assertThat(appended(tenant)).doesNotHaveDuplicates();
        }
    }

    @Test
    void shouldFindItsPositionsInTheLogWhereNothingElseHasThem() throws Exception {
        try (SimTenant tenant = new SimTenant(new ChoresDomain())) {
            // given
            decided(tenant, 0);

            // when
            tenant.deleteIntakeGroup();
            tenant.losePositionsTopic();
            decided(tenant, CHORES);

            // then all inputs were read again, and none was appended again
            assertDecidedOnce(tenant);
            assertThat(appended(tenant)).hasSize(2 * CHORES).doesNotHaveDuplicates();
        }
    }

    @Test
    void shouldNameTheOffsetsThatAnOperatorHasReset() throws Exception {
        try (SimTenant tenant = new SimTenant(new ChoresDomain())) {
            // given an offset beyond records that were never read
            decided(tenant, 0);
            add(tenant, CHORES);
            TopicPartition zero = new TopicPartition(tenant.names().topic(Chores.EVENTS), 0);
            long end = tenant.end(zero);
            tenant.commit(tenant.names().intake(), zero, end, "");
            tenant.commit(
                    tenant.names().intake(), new TopicPartition(tenant.names().log(), 0), 7, "");

            // when
            tenant.start();
            tenant.until("a reason to stop", () -> !tenant.failures().isEmpty());

            // then
            assertThat(tenant.failures())
                    .singleElement()
                    .asString()
                    .startsWith("intake stops: offset " + end + " of " + zero + " in group "
                            + tenant.names().intake() + " was not committed by intake")
                    .contains(
                            "--delete-offsets --group " + tenant.names().intake() + " --topic "
                                    + tenant.names().topic(Chores.EVENTS) + " --topic "
                                    + tenant.names().log() + " ",
                            "GROUP_SUBSCRIBED_TO_TOPIC");

            // and when its instructions are followed
            tenant.stop();
            tenant.deleteOffset(tenant.names().intake(), zero);
            tenant.start();
            tenant.until(Chores.TASKS, 2 * CHORES);
        }
    }

    @Test
    void shouldReadAgainWhatTheLogAcknowledgedAndLost() throws Exception {
        try (SimTenant tenant = new SimTenant(new ChoresDomain())) {
            // given a log that ends before acknowledged records, as after an unclean election
            decided(tenant, 0);
            String logId = tenant.topicId(tenant.names().log());
            try (PositionsTopic kept = new PositionsTopic(tenant.names(), logId, tenant.clients())) {
                kept.keepLater(Map.of(), Map.of(0, 1_000_000L, 1, 1_000_000L));
            }

            // when
            decided(tenant, CHORES);

            // then inputs that a log partition does not contain are read again, and appended only if they were lost
            assertDecidedOnce(tenant);
            assertThat(appended(tenant)).hasSize(2 * CHORES).doesNotHaveDuplicates();
        }
    }

    @Test
    void shouldNotAppendToALogThatWasCreatedAgain() throws Exception {
        SimTenant tenant = new SimTenant(new ChoresDomain());
        decided(tenant, 0);
        tenant.replace(tenant.names().log());

        // when
        tenant.start();
        tenant.until("a reason to stop", () -> !tenant.failures().isEmpty());

        // then
        assertThat(tenant.failures())
                .contains("intake stops: " + tenant.names().log() + " was deleted and created again, so what had"
                        + " been appended is gone. Restore it, or begin anew under another topic.prefix");
        assertThat(tenant.records(tenant.names().log())).isEmpty();
        tenant.abandon();
    }

    /** Starts the domain, waits until it has decided fifty chores, and stops it. */
    private static void decided(SimTenant tenant, int from) {
        tenant.start();
        add(tenant, from);
        tenant.until(Chores.TASKS, from + CHORES);
        tenant.untilDecided();
        tenant.stop();
    }

    private static void add(SimTenant tenant, int from) {
        for (int i = from; i < from + CHORES; i++) {
            tenant.produce(Chores.EVENTS, "h" + i % 5, Chores.added("h" + i % 5, "chore-" + i));
        }
    }

    private static void assertDecidedOnce(SimTenant tenant) throws Exception {
        tenant.start();
        tenant.untilDecided();
        assertThat(tenant.records(tenant.names().topic(Chores.TASKS))).hasSize(2 * CHORES);
        assertThat(tenant.rejections()).isEmpty();
        assertThat(tenant.failures()).isEmpty();
    }

    /** Returns the sources of the events in the log. */
    private static List<String> appended(SimTenant tenant) {
        return tenant.records(tenant.names().log()).stream()
                .map(record -> Tenant.header(record, LogFormat.SOURCE))
                .filter(source -> !source.isEmpty())
                .toList();
    }
}
