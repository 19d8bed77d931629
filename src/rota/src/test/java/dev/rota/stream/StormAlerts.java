package dev.rota.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cluster.PrometheusProcess;
import dev.rota.shards.scheduler.PoolHistory;
import dev.rota.shards.scheduler.Transactions;
import dev.rota.trials.Await;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * Checks the alerts that operators get in a storm, and in outages that last. Evaluates the deployed alerts in a
 * Prometheus that is configured as deployed.
 */
final class StormAlerts implements AutoCloseable {

    private static final int SCRAPE_SECONDS = 5;

    /** The alert considers ten minutes, so it keeps firing after a storm. */
    private static final String SLOW = "RotaDecisionsSlow";

    /**
     * The alerts that may fire in a storm: instances restart repeatedly, and with each fault some records wait for
     * seconds. All other alerts page an operator, and must not fire since other instances take over in time.
     */
    private static final Set<String> IN_A_STORM = Set.of("RotaInstanceDown", SLOW);

    private final PrometheusProcess prometheus;

    /**
     * The longest time until an alert fires. Most wait for two minutes. They start again when a scrape finds their
     * partition on its way to another instance, and a partition may move twice: to a survivor, and when standbys have
     * caught up.
     */
    private static final long TOLD_SECONDS_MAX = 420;

    StormAlerts(Path folder, List<String> targets) throws IOException {
        prometheus = new PrometheusProcess(folder, SCRAPE_SECONDS, targets);
    }

    /** Asserts that only the alerts that are expected in a storm have fired. */
    void assertNobodyWasPaged(long minutes) {
        Set<String> fired = prometheus.fired(minutes + "m");
        System.out.println("fired in the storm: " + fired);
        assertThat(fired).isSubsetOf(IN_A_STORM);
    }

    /**
     * Asserts that each outage fires its alert, which ends with the outage: transactions without a worker, an instance
     * that stays down, then all instances.
     */
    void assertOutagesAreTold(Tenant pool, List<RunProcess> instances) throws IOException, InterruptedException {
        awaitFiring(IN_A_STORM, Set.of());

        pool.produce(
                "shards.transactions",
                "waits",
                Transactions.of(PoolHistory.POOL, "waits", "waits-for-a-worker", ByteBuffer.allocate(0)));
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
