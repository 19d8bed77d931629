package dev.rota.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cluster.Cluster;
import dev.rota.cluster.JobTraffic;
import dev.rota.cluster.PrometheusProcess;
import dev.rota.engine.Rejection;
import dev.rota.jobs.scheduler.JobsDomain;
import dev.rota.local.FreePort;
import dev.rota.settings.Setting;
import dev.rota.shards.PoolControl;
import dev.rota.shards.PoolPolicy;
import dev.rota.shards.scheduler.PoolHistory;
import dev.rota.shards.scheduler.ShardsDomain;
import dev.rota.testing.Dice;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs three brokers, three instances of two domains and two workers, and kills, freezes, stops or cuts off one after
 * the other. Each input must be decided once, and if Prometheus is installed, it may report only restarts and slow
 * decisions. Since it takes long, it runs only on request: {@code -Dcluster.storm.minutes=15}, with
 * {@code -Dcluster.storm.seed} to repeat the same faults.
 */
@EnabledIfSystemProperty(
        named = "cluster.storm.minutes",
        matches = "\\d+",
        disabledReason = "a storm takes long; -Dcluster.storm.minutes=15 asks for one")
@Tag("broker")
@Tag("embedded")
class ClusterStormTest {

    private static final long MINUTES = Long.getLong("cluster.storm.minutes", 15);
    private static final long SEED = Long.getLong("cluster.storm.seed", System.nanoTime());

    private static final int TRANSACTIONS_PER_SECOND = 50;
    private static final int TRANSACTIONS = Math.toIntExact(MINUTES * 60 * TRANSACTIONS_PER_SECOND);

    /** Small enough that a step ends within the timeout, however slow the machine is. */
    private static final int STRETCH = 100;

    private static final int SHARDS = 100;
    private static final int BACKLOG = 500;
    private static final int PARTITIONS = 6;
    private static final int WORKERS = 2;

    private final JobsDomain jobs = JobTraffic.DOMAIN;
    private final ShardsDomain shards = new ShardsDomain();
    private final List<AutoCloseable> open = new ArrayList<>();

    /** The number of transactions that have ended, and how many of these have been passed to the traffic. */
    private int ended;

    private int allowed;

    @TempDir
    private Path folder;

    @Test
    void shouldDecideEachInputOnceInAStorm() throws Exception {
        System.out.println("cluster.storm.seed=" + SEED);
        try {
            storm();
        } finally {
            for (AutoCloseable one : open) {
                one.close();
            }
        }
    }

    private void storm() throws Exception {
        // given
        Cluster cluster = open(new Cluster(folder));
        Map<String, String> settings = cluster.settings("storm.", PARTITIONS);
        settings.putAll(JobTraffic.SETTINGS);
        Tenant farm = open(new Tenant(jobs, settings));
        Tenant pool = open(new Tenant(shards, settings));
        List<String> pages = new ArrayList<>();
        List<RunProcess> instances = instances(cluster, settings, pages);
        StormAlerts alerts = PrometheusProcess.isThere() ? open(new StormAlerts(folder.resolve("watch"), pages)) : null;
        pool.produce("shards.controls", PoolHistory.POOL, new PoolControl(PoolHistory.POOL, policy()));
        // Intake reads topics in parallel: events of a worker before the policy would be refused, since there is no
        // pool yet.
        pool.awaitTaken("shards.controls");
        List<WorkerProcess> workers = new ArrayList<>();
        for (int i = 1; i <= WORKERS; i++) {
            workers.add(open(new WorkerProcess(instances.get(0).config(), "worker-" + i, 2, "Ledger")));
        }
        JobTraffic submissions = open(new JobTraffic(farm, PARTITIONS, 3));
        PoolTraffic transactions = new PoolTraffic(pool, SEED, TRANSACTIONS, SHARDS, BACKLOG);
        TransactionOutcomes ends = new TransactionOutcomes(pool, heard -> ended += heard);
        transactions.start();
        submissions.awaitDecided();

        // when
        long begin = System.nanoTime();
        Runnable hear = () -> {
            ends.hear();
            allow(transactions, (System.nanoTime() - begin) / 1e9 * TRANSACTIONS_PER_SECOND);
        };
        StormFaults faults = new StormFaults(new Dice(SEED), cluster, instances, workers, farm.admin(), hear);
        long end = begin + TimeUnit.MINUTES.toNanos(MINUTES);
        while (System.nanoTime() - end < 0) {
            faults.inject();
            submissions.awaitDecided();
        }
        System.out.println("faults injected: " + faults);
        // Records behind the backlog would take as long again on a slow machine, and would find nothing more.
        int sent = transactions.stop();
        for (int next = 0; next < sent; next += STRETCH) {
            ends.await(Math.min(next + STRETCH, sent));
        }
        System.out.println("transactions: " + sent);
        for (WorkerProcess worker : workers) {
            worker.leave();
        }
        submissions.end();
        settle(pool);
        if (alerts != null) {
            alerts.assertNobodyWasPaged(TimeUnit.NANOSECONDS.toMinutes(System.nanoTime() - begin) + 1);
        }

        // then
        submissions.assertDecidedOnce();
        assertPool(pool, workers);
        RunProcess any = instances.get(0);
        assertThat(any.exitOf("audit", jobs.name())).isZero();
        assertThat(any.exitOf("audit", shards.name())).isZero();
        assertThat(any.exitOf("shards", "verify", "--all", "--pool", PoolHistory.POOL))
                .isZero();
        if (alerts != null) {
            alerts.assertOutagesAreTold(pool, instances);
        }
    }

    /**
     * Lets the traffic send as many transactions as have ended, up to a total, so that it lasts for the whole storm.
     */
    private void allow(PoolTraffic transactions, double most) {
        int more = (int) Math.min(ended, most) - allowed;
        if (more > 0) {
            allowed += more;
            transactions.ended(more);
        }
    }

    private <T extends AutoCloseable> T open(T one) {
        open.add(0, one);
        return one;
    }

    /**
     * Starts the instances. The last one reaches the brokers through the proxy.
     *
     * @param pages receives the address of each instance's pages
     */
    private List<RunProcess> instances(Cluster cluster, Map<String, String> settings, List<String> pages)
            throws Exception {
        List<RunProcess> instances = new ArrayList<>();
        for (String id : List.of("first", "second", "proxied")) {
            Map<String, String> own = new TreeMap<>(settings);
            own.put(Setting.INSTANCE_ID.key(), id);
            int port = FreePort.next();
            pages.add("localhost:" + port);
            own.put(Setting.HTTP_PORT.key(), String.valueOf(port));
            own.put(Setting.HTTP_ADVERTISED.key(), "localhost:" + port);
            own.put("streams.state.dir", folder.resolve(id).resolve("state").toString());
            if (id.equals("proxied")) {
                own.put(Setting.BOOTSTRAP.key(), cluster.proxiedServers());
            }
            RunProcess run = open(RunProcess.unstarted(jobs.name() + "," + shards.name(), folder.resolve(id), own));
            run.begin();
            instances.add(run);
        }
        for (RunProcess run : instances) {
            run.awaitRunning();
        }
        return instances;
    }

    private static PoolPolicy policy() {
        return PoolPolicy.newBuilder()
                .setQuantumMs(20)
                .setBatchTransactionsMax(25)
                .setBatchTimeoutMs(6_000L)
                .setWorkerTimeoutMs(4_000L)
                .build();
    }

    private static void settle(Tenant pool) {
        pool.flush();
        assertThat(pool.failures()).isEmpty();
        for (String topic :
                List.of("shards.transactions", "shards.workers", "shards.environments", "shards.controls")) {
            pool.awaitTaken(topic);
        }
        pool.awaitDecided();
    }

    /** Asserts that each transaction is once in a block or dead, and that the history follows the rules. */
    private void assertPool(Tenant pool, List<WorkerProcess> workers) throws Exception {
        PoolRecords records = PoolRecords.of(pool, shards);
        PoolHistory history = new PoolHistory();
        assertThat(records.rejections())
                .extracting(Rejection::getReason)
                .isSubsetOf(
                        "TRANSACTION_EXISTS", "STALE_TOKEN", "WORKER_UNKNOWN", "BATCH_OUT_OF_ORDER", "SHARD_UNKNOWN");
        records.accepted().forEach(history::know);
        workers.forEach(worker -> history.know(worker.ready()));
        records.decisions().forEach(history::take);
        history.end();
    }
}
