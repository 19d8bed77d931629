package dev.rota.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Full;
import dev.rota.engine.Position;
import dev.rota.engine.log.AttendedTime;
import dev.rota.engine.log.LogRecord;
import dev.rota.jobs.scheduler.JobsDomain;
import dev.rota.kafka.LogHeaders;
import dev.rota.kafka.Topics;
import dev.rota.local.UnreliableBroker;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests bots with a timeout of {@link #TIMEOUT_MS} and a broker that is down for longer, or whose clock is set ahead.
 */
@Tag("broker")
@Tag("embedded")
@Full
class BrokerOutageTest {

    private static final long TIMEOUT_MS = 4_000;

    /** Longer than all timeouts, so that an outage in which a bot's producer gives up is longer too. */
    private static final int DELIVERY_MS = 4_500;

    private static final long HOUR_MS = 3_600_000;

    @TempDir
    private static Path folder;

    @SuppressWarnings("NullAway.Init")
    private static UnreliableBroker broker;

    @SuppressWarnings("NullAway.Init")
    private static SharedCluster cluster;

    @BeforeAll
    static void start() {
        broker = new UnreliableBroker(folder);
        cluster = new SharedCluster(broker);
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @Test
    void shouldKeepBotsThroughABrokerOutage() throws Exception {
        try (Tenant tenant = cluster.tenant(new JobsDomain());
                LeasedBots bots = new LeasedBots(tenant, DELIVERY_MS)) {
            // given
            DomainRun run = tenant.startReady();
            bots.assign(TIMEOUT_MS, "living", "silent");
            bots.await("silence to count", () -> counts(run));

            // when the brokers are away for longer than the bots' producer retries and than all timeouts
            Map<Integer, Long> ends = Topics.ends(tenant.admin(), tenant.names().log());
            broker.stop();
            bots.await(
                    () -> "a note that says why, but " + run.health(),
                    () -> run.health().notes().stream().anyMatch(note -> note.contains("the cluster does not answer")));
            bots.fallSilent("living");
            bots.fallSilent("silent");
            Await.until("the bots to give up", bots::haveGivenUp);
            broker.start();

            // then no bot is lost when silence counts again, before any bot has synced
            long before = appended(tenant);
            Await.until(() -> "silence to count, but " + run.health(), () -> counts(run));
            Await.until("a Tick by the outage's attended time", () -> appended(tenant) >= before + 2);
            bots.speak("living");

            // and a bot that is silent afterwards is lost
            bots.awaitLost("silent");
            assertNothingWasAttendedInTheOutage(tenant, ends);
            assertSound(tenant, bots);
        }
    }

    /** Log time jumps an hour ahead between two records, and nothing was attended in that hour. */
    @Test
    void shouldKeepABotWhenTheBrokersClockIsSetAhead() throws Exception {
        try (Tenant tenant = cluster.tenant(new JobsDomain());
                LeasedBots bots = new LeasedBots(tenant, DELIVERY_MS)) {
            // given
            DomainRun run = tenant.startReady();
            bots.assign(TIMEOUT_MS, "living", "other");
            bots.await("silence to count", () -> counts(run));

            // when one bot syncs an hour later by log time, and the other is between two syncs
            bots.fallSilent("living");
            broker.clockAhead(HOUR_MS);
            bots.await(
                    () -> "a note, but " + run.health() + " and " + bots.states("living"),
                    () -> !counts(run) || !bots.states("living").equals(List.of("QUEUED", "ASSIGNED")));
            bots.speak("living");

            // then only the bot that is silent afterwards is lost
            bots.fallSilent("other");
            bots.awaitLost("other");
            assertSound(tenant, bots);
        }
    }

    /** Returns whether silence is measured and counts. */
    private static boolean counts(DomainRun run) {
        return run.health().notes().isEmpty();
    }

    /** Returns the number of log records in all partitions. */
    private static long appended(Tenant tenant) {
        return Topics.ends(tenant.admin(), tenant.names().log()).values().stream()
                .mapToLong(end -> end)
                .sum();
    }

    /**
     * Asserts that no Tick counts any part of the outage as attended, so that no timer that fires at one does. The
     * outage is the first long gap between new records.
     */
    private static void assertNothingWasAttendedInTheOutage(Tenant tenant, Map<Integer, Long> ends) throws Exception {
        Map<Integer, Long> last = new TreeMap<>();
        Map<Integer, AttendedTime.Interval> outages = new TreeMap<>();
        int ticksAfter = 0;
        for (ConsumerRecord<byte[], byte[]> record : tenant.tail("jobs.log").toEnd()) {
            int partition = record.partition();
            Long before = last.put(partition, record.timestamp());
            if (before != null
                    && record.offset() >= ends.getOrDefault(partition, 0L)
                    && record.timestamp() - before > TIMEOUT_MS) {
                outages.putIfAbsent(partition, new AttendedTime.Interval(before, record.timestamp()));
            }
            AttendedTime.Interval outage = outages.get(partition);
            Position at = new Position(partition, record.offset(), record.timestamp());
            if (outage != null
                    && LogHeaders.parse(at, record.key(), record.headers(), record.value())
                            instanceof LogRecord.Tick tick) {
                assertThat(tick.attended().intervals())
                        .as("attended by %s, with an outage of %s", tick, outage)
                        .noneMatch(attended -> attended.from() < outage.to() && attended.to() > outage.from());
                ticksAfter += tick.attended().to() >= outage.to() ? 1 : 0;
            }
        }
        assertThat(ticksAfter).as("Ticks of attended time after the outage").isPositive();
    }

    /**
     * Asserts that the living bot's report is accepted, that nothing was rejected before, and that an audit verifies
     * the decisions.
     */
    private static void assertSound(Tenant tenant, LeasedBots bots) {
        bots.complete("living");
        assertThat(tenant.failures()).isEmpty();
        assertThat(tenant.rejections().toEnd()).isEmpty();
        tenant.awaitDecided();
        assertThat(tenant.audit()).isNotEmpty();
    }
}
