package dev.rota.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cluster.PrometheusProcess;
import dev.rota.shards.PoolHistory;
import dev.rota.shards.Transaction;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** What operators are told of a storm, and of outages that last: the deployed alerts, by a Prometheus that scrapes as deployed. */
final class StormAlerts implements AutoCloseable {

    private static final int SCRAPE_SECONDS = 5;

    /** It looks back ten minutes, so it lasts. */
    private static final String SLOW = "RotaDecisionsSlow";

    /**
     * In a storm instances restart again and again, and with each fault some records wait for seconds, which is said. The
     * others take over in time, so nobody is paged.
     */
    private static final Set<String> IN_A_STORM = Set.of("RotaInstanceDown", SLOW);

    private final PrometheusProcess prometheus;

    /**
     * Most alerts wait for two minutes. They begin anew when a scrape finds their partition on its way to another
     * instance, and a partition may move twice: to a survivor, and when standbys have caught up.
     */
    private static final long TOLD_SECONDS_MAX = 420;

    StormAlerts(Path folder, List<String> targets) throws IOException {
        prometheus = new PrometheusProcess(folder, SCRAPE_SECONDS, targets);
    }

    /** Nothing has fired but what is true of a storm. */
    void assertNobodyWasPaged(long minutes) {
        Set<String> fired = prometheus.fired(minutes + "m");
        System.out.println("fired in the storm: " + fired);
        assertThat(fired).isSubsetOf(IN_A_STORM);
    }

    /** Transactions without a worker, an instance that stays away, then all of them: each is told, and ends. */
    void assertOutagesAreTold(Tenant pool, List<RunProcess> instances) throws IOException, InterruptedException {
        awaitFiring(IN_A_STORM, Set.of());

        pool.produce(
                "shards.transactions",
                "waits",
                new Transaction(PoolHistory.POOL, "waits", "waits-for-a-worker", ByteBuffer.allocate(0)));
        awaitFiring(IN_A_STORM, Set.of("RotaShardsNoWorker"));

        instances.get(0).terminate();
        awaitFiring(Set.of(SLOW), Set.of("RotaShardsNoWorker", "RotaInstanceDown"));

        for (RunProcess instance : instances.subList(1, instances.size())) {
            instance.terminate();
        }
        awaitFiring(Set.of(SLOW), Set.of("RotaInstanceDown", "RotaPartitionsUndecided"));

        for (RunProcess instance : instances) {
            instance.begin();
        }
        awaitFiring(IN_A_STORM, Set.of("RotaShardsNoWorker"));
    }

    private void awaitFiring(Set<String> allowed, Set<String> expected) {
        Await.until(
                () -> "alerts " + expected + ", perhaps " + allowed + ", but " + prometheus.firing(),
                () -> {
                    Set<String> firing = prometheus.firing();
                    firing.removeIf(alert -> allowed.contains(alert) && !expected.contains(alert));
                    return firing.equals(expected);
                },
                TOLD_SECONDS_MAX);
    }

    @Override
    public void close() {
        prometheus.close();
    }
}
