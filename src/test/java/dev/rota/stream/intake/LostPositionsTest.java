package dev.rota.stream.intake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chores.Chores;
import dev.rota.chores.ChoresDomain;
import dev.rota.engine.Full;
import dev.rota.engine.log.LogFormat;
import dev.rota.kafka.AdminAnswers;
import dev.rota.kafka.Topics;
import dev.rota.stream.Await;
import dev.rota.stream.DomainRun;
import dev.rota.stream.SharedCluster;
import dev.rota.stream.Tenant;
import dev.rota.stream.TopicCheck;
import dev.rota.stream.TopicLayout;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests intake when its positions are deleted, reset, or lost everywhere. */
@Tag("broker")
@Full
class LostPositionsTest {

    private static final int CHORES = 50;

    @AutoClose
    private static final SharedCluster CLUSTER = new SharedCluster();

    @Test
    void shouldResumeWithoutTheGroupsOffsets() throws Exception {
        try (Tenant tenant = CLUSTER.tenant(new ChoresDomain())) {
            // given
            decided(tenant, 0);

            // when
            deleteGroup(tenant);
            decided(tenant, CHORES);

            // then nothing was appended again
            assertDecidedOnce(tenant);
            assertThat(appended(tenant)).doesNotHaveDuplicates();
        }
    }

    @Test
    void shouldFindItsPositionsInTheLogWhereNothingElseHasThem() throws Exception {
        try (Tenant tenant = CLUSTER.tenant(new ChoresDomain())) {
            // given
            decided(tenant, 0);

            // when
            deleteGroup(tenant);
            replace(tenant, tenant.names().positions());
            decided(tenant, CHORES);

            // then all inputs were appended again, and dropped as repetitions
            assertDecidedOnce(tenant);
            assertThat(appended(tenant)).hasSizeGreaterThan(2 * CHORES);
        }
    }

    @Test
    void shouldNameTheOffsetsThatSomebodyHasReset() throws Exception {
        try (Tenant tenant = CLUSTER.tenant(new ChoresDomain())) {
            // given an offset beyond records that were never read
            decided(tenant, 0);
            add(tenant, CHORES);
            tenant.flush();
            TopicPartition zero = new TopicPartition(tenant.names().topic(Chores.EVENTS), 0);
            long end = Topics.ends(tenant.admin(), zero.topic()).getOrDefault(0, 0L);
            AdminAnswers.get(tenant.admin()
                    .alterConsumerGroupOffsets(
                            tenant.names().intake(),
                            Map.of(
                                    zero,
                                    new OffsetAndMetadata(end),
                                    new TopicPartition(tenant.names().log(), 0),
                                    new OffsetAndMetadata(7)))
                    .all());

            // when
            DomainRun refused = tenant.start();
            Await.until("a reason to stop", () -> !tenant.failures().isEmpty());
            refused.close();
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
            AdminAnswers.get(tenant.admin()
                    .deleteConsumerGroupOffsets(tenant.names().intake(), Set.of(zero))
                    .all());
            try (Tenant again = new Tenant(new ChoresDomain(), tenant.settings().under(""))) {
                again.start();
                again.tail(Chores.TASKS).atLeast(2 * CHORES);
                assertDecidedOnce(again);
            }
        }
    }

    @Test
    void shouldReadAgainWhatTheLogAcknowledgedAndLost() throws Exception {
        try (Tenant tenant = CLUSTER.tenant(new ChoresDomain())) {
            // given a log that ends before acknowledged records, as after an unclean election
            decided(tenant, 0);
            String logId = Topics.ids(tenant.admin(), List.of(tenant.names().log()))
                    .getOrDefault(tenant.names().log(), "");
            try (PositionsTopic kept = new PositionsTopic(
                    tenant.names(), logId, new KafkaIntakeClients(tenant.names(), tenant.settings()))) {
                kept.keepLater(Map.of(), Map.of(0, 1_000_000L, 1, 1_000_000L));
            }

            // when
            decided(tenant, CHORES);

            // then inputs that a log partition does not contain are read again, and dropped if they were not lost
            assertDecidedOnce(tenant);
            assertThat(appended(tenant)).hasSizeGreaterThan(2 * CHORES);
        }
    }

    @Test
    void shouldNotAppendToALogThatWasCreatedAgain() throws Exception {
        try (Tenant tenant = CLUSTER.tenant(new ChoresDomain())) {
            // given
            decided(tenant, 0);
            replace(tenant, tenant.names().log());

            // when
            DomainRun refused = tenant.start();
            Await.until("a reason to stop", () -> !tenant.failures().isEmpty());
            refused.close();

            // then
            assertThat(tenant.failures())
                    .contains("intake stops: " + tenant.names().log() + " was deleted and created again, so what had"
                            + " been appended is gone. Restore it, or begin anew under another topic.prefix");
            // only the rules that a new log begins with
            assertThat(logEnds(tenant)).allMatch(end -> end == 1);
        }
    }

    private static Collection<Long> logEnds(Tenant tenant) {
        return Topics.ends(tenant.admin(), tenant.names().log()).values();
    }

    /** Starts the domain, waits until it has decided fifty chores, and stops it. */
    private static void decided(Tenant tenant, int from) throws InterruptedException {
        DomainRun run = tenant.startReady();
        add(tenant, from);
        tenant.tail(Chores.TASKS).atLeast(from + CHORES);
        tenant.awaitTaken(Chores.EVENTS);
        run.close();
    }

    private static void add(Tenant tenant, int from) throws InterruptedException {
        for (int i = from; i < from + CHORES; i++) {
            tenant.produce(Chores.EVENTS, "h" + i % 5, Chores.added("h" + i % 5, "chore-" + i));
        }
    }

    private static void assertDecidedOnce(Tenant tenant) {
        tenant.awaitTaken(Chores.EVENTS);
        tenant.awaitDecided();
        assertThat(tenant.tail(Chores.TASKS).toEnd()).hasSize(2 * CHORES);
        assertThat(tenant.rejections().toEnd()).isEmpty();
        assertThat(tenant.failures()).isEmpty();
        assertThat(tenant.audit()).isNotEmpty();
    }

    /** Returns the sources of the events in the log. */
    private static List<String> appended(Tenant tenant) {
        return tenant.tail(tenant.names().domain().log()).toEnd().stream()
                .map(record -> Tenant.header(record, LogFormat.SOURCE))
                .filter(source -> !source.isEmpty())
                .toList();
    }

    private static void deleteGroup(Tenant tenant) {
        AdminAnswers.get(tenant.admin()
                .deleteConsumerGroups(List.of(tenant.names().intake()))
                .all());
    }

    private static void replace(Tenant tenant, String topic) {
        AdminAnswers.get(tenant.admin().deleteTopics(List.of(topic)).all());
        // not with its end offsets: if the topic is deleted between their two lookups, the client retries for a minute
        Await.until(topic + " gone", () -> Topics.find(tenant.admin(), topic).isEmpty());
        TopicCheck check = new TopicCheck(tenant.admin(), tenant.settings());
        check.create(tenant.names(), check.differences(new TopicLayout(tenant.names(), tenant.settings()).topics()));
    }
}
