package dev.rota.stream;

import dev.rota.cluster.Cluster;
import dev.rota.kafka.AdminAnswers;
import dev.rota.local.LocalNode;
import dev.rota.testing.Dice;
import dev.rota.trials.Await;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;

/** Injects faults into brokers, instances and workers. After each fault its victim runs again. */
final class StormFaults {

    private enum Fault {
        KILL_INSTANCE,
        FREEZE_INSTANCE,
        STOP_INSTANCE,
        CUT_OFF_INSTANCE,
        KILL_BROKER,
        FREEZE_BROKER,
        KILL_WORKER,
        FREEZE_WORKER
    }

    /** Some victims are back before the failure is detected, others long after it. */
    private static final int DOWN_MS_MAX = 25_000;

    private final Dice dice;
    private final Cluster cluster;
    private final List<RunProcess> instances;
    private final List<WorkerProcess> workers;
    private final Admin admin;
    private final Runnable hear;
    private final Map<Fault, Integer> injected = new TreeMap<>();

    /** @param hear called repeatedly while a fault lasts */
    StormFaults(
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

    void inject() throws IOException, InterruptedException {
        Fault fault = dice.of(Fault.values());
        RunProcess instance = dice.of(instances);
        LocalNode broker = dice.of(cluster.brokers());
        WorkerProcess worker = dice.of(workers);
        int downMs = dice.below(DOWN_MS_MAX);
        injected.merge(fault, 1, Integer::sum);
        switch (fault) {
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

    /** Restarts processes that have ended by themselves, as a supervisor does. */
    void revive() throws IOException {
        for (RunProcess instance : instances) {
            if (!instance.isAlive()) {
                instance.begin();
            }
        }
        workers.forEach(WorkerProcess::ensureAlive);
    }

    /** Waits until all replicas are in sync. With two in-sync brokers, another failure would leave too few. */
    private void awaitInSync() {
        Await.untilTransactionsEnd(() -> "all replicas in sync", () -> {
            hear.run();
            Set<String> topics = AdminAnswers.get(admin.listTopics().names());
            return AdminAnswers.get(admin.describeTopics(topics).allTopicNames()).values().stream()
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
        return injected.toString();
    }
}
