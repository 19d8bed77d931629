package dev.rota.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.jobs.JobsDomain;
import dev.rota.kafka.Topics;
import dev.rota.local.UnreliableBroker;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bots that may be silent for {@link #TIMEOUT_MS}, and a broker that is away for longer, or whose clock is set. */
@Tag("broker")
@Tag("embedded")
class BrokerOutageTest {

    private static final long TIMEOUT_MS = 4_000;

    /** Longer than any timeout, so that an outage that a bot's producer gives up in is longer too. */
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
    void shouldKeepABotThatTheBrokersDidNotHear() throws Exception {
        try (Tenant tenant = cluster.tenant(new JobsDomain());
                LeasedBots bots = new LeasedBots(tenant, DELIVERY_MS)) {
            // given
            DomainRun run = tenant.startReady();
            bots.assign(TIMEOUT_MS, "living", "silent");
            bots.await("silence to count", () -> counts(run));

            // when the brokers are away for longer than the bots' producer and all deadlines wait
            broker.stop();
            bots.await("a note", () -> !counts(run));
            bots.fallSilent("living");
            bots.fallSilent("silent");
            Await.until("the bots to give up", bots::haveGivenUp);
            broker.start();

            // then nobody is lost when silence counts again, before anybody has been heard
            long before = appended(tenant);
            Await.until(() -> "silence to count, but " + run.health(), () -> counts(run));
            Await.until("a Tick by the outage's attended time", () -> appended(tenant) >= before + 2);
            bots.speak("living");

            // but who is silent afterwards
            bots.awaitLost("silent");
            assertSound(tenant, bots);
        }
    }

    /** Log time is an hour ahead from one record to the next, and nobody was attended in that hour. */
    @Test
    void shouldKeepABotWhenTheBrokersClockIsSetAhead() throws Exception {
        try (Tenant tenant = cluster.tenant(new JobsDomain());
                LeasedBots bots = new LeasedBots(tenant, DELIVERY_MS)) {
            // given
            DomainRun run = tenant.startReady();
            bots.assign(TIMEOUT_MS, "living", "other");
            bots.await("silence to count", () -> counts(run));

            // when one bot is heard an hour later by log time, and the other is between two syncs
            bots.fallSilent("living");
            broker.clockAhead(HOUR_MS);
            bots.await(
                    () -> "a note, but " + run.health() + " and " + bots.states("living"),
                    () -> !counts(run) || !bots.states("living").equals(List.of("QUEUED", "ASSIGNED")));
            bots.speak("living");

            // then it is not lost, but who is silent afterwards
            bots.fallSilent("other");
            bots.awaitLost("other");
            assertSound(tenant, bots);
        }
    }

    /** Whether silence is measured and counts. */
    private static boolean counts(DomainRun run) {
        return run.health().notes().isEmpty();
    }

    /** How many log records there are, in all partitions. */
    private static long appended(Tenant tenant) {
        return Topics.ends(tenant.admin(), tenant.names().log()).values().stream()
                .mapToLong(end -> end)
                .sum();
    }

    /** The living bot's report is accepted, as all before were, and what was decided can be decided again. */
    private static void assertSound(Tenant tenant, LeasedBots bots) {
        bots.complete("living");
        assertThat(tenant.failures()).isEmpty();
        assertThat(tenant.rejections().toEnd()).isEmpty();
        tenant.awaitDecided();
        assertThat(tenant.audit()).isNotEmpty();
    }
}
