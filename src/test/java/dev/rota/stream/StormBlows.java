package dev.rota.stream;

import dev.rota.cluster.Cluster;
import dev.rota.engine.Dice;
import dev.rota.kafka.Answers;
import dev.rota.local.LocalNode;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;

/** What befalls brokers, instances and workers in a storm. Each blow ends with its victim on its feet. */
final class StormBlows {

    private enum Blow {
        KILL_INSTANCE,
        FREEZE_INSTANCE,
        STOP_INSTANCE,
        CUT_OFF_INSTANCE,
        KILL_BROKER,
        FREEZE_BROKER,
        KILL_WORKER,
        FREEZE_WORKER
    }

    /** Some are back before anybody notices, others long after. */
    private static final int DOWN_MS_MAX = 25_000;

    private final Dice dice;
    private final Cluster cluster;
    private final List<RunProcess> instances;
    private final List<WorkerProcess> workers;
    private final Admin admin;
    private final Runnable hear;
    private final Map<Blow, Integer> struck = new TreeMap<>();

    /** @param hear what is done all the time */
    StormBlows(
            Dice dice,
            Cluster cluster,
            List<RunProcess> instances,
            List<WorkerProcess> workers,
            Admin admin,
            Runnable hear) {
        this.dice = dice;
        this.cluster = cluster;
        this.instances = instances;
        this.workers = workers;
        this.admin = admin;
        this.hear = hear;
    }

    void strike() throws IOException, InterruptedException {
        Blow blow = dice.of(Blow.values());
        RunProcess instance = dice.of(instances);
        LocalNode broker = dice.of(cluster.brokers());
        WorkerProcess worker = dice.of(workers);
        int downMs = dice.below(DOWN_MS_MAX);
        struck.merge(blow, 1, Integer::sum);
        switch (blow) {
            case KILL_INSTANCE -> {
                instance.kill();
                pass(downMs);
                instance.begin();
            }
            case FREEZE_INSTANCE -> {
                instance.freeze();
                pass(downMs);
                instance.thaw();
            }
            case STOP_INSTANCE -> {
                instance.terminate();
                pass(downMs);
                instance.begin();
            }
            case CUT_OFF_INSTANCE -> {
                cluster.proxy().cut();
                pass(downMs);
                cluster.proxy().join();
            }
            case KILL_BROKER -> {
                broker.kill();
                pass(downMs);
                broker.start();
                broker.awaitStarted();
                awaitInSync();
            }
            case FREEZE_BROKER -> {
                broker.freeze();
                pass(downMs);
                broker.thaw();
                awaitInSync();
            }
            case KILL_WORKER -> {
                worker.kill();
                pass(downMs);
                worker.start();
            }
            case FREEZE_WORKER -> {
                worker.freeze();
                pass(downMs);
                worker.thaw();
            }
        }
        pass(dice.below(DOWN_MS_MAX / 2));
        revive();
    }

    /** Starts again what has ended by itself, as a supervisor does. */
    void revive() throws IOException {
        for (RunProcess instance : instances) {
            if (!instance.isAlive()) {
                instance.begin();
            }
        }
        workers.forEach(WorkerProcess::ensureAlive);
    }

    /** Two of three brokers hold all that is acknowledged, so the next one must not fall before. */
    private void awaitInSync() {
        Await.untilTransactionsEnd(() -> "all replicas in sync", () -> {
            hear.run();
            Set<String> topics = Answers.get(admin.listTopics().names());
            return Answers.get(admin.describeTopics(topics).allTopicNames()).values().stream()
                    .flatMap(topic -> topic.partitions().stream())
                    .allMatch(partition ->
                            partition.isr().size() == partition.replicas().size());
        });
    }

    private void pass(long ms) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
        Await.until(ms + " ms", () -> {
            hear.run();
            return System.nanoTime() - end >= 0;
        });
    }

    @Override
    public String toString() {
        return struck.toString();
    }
}
