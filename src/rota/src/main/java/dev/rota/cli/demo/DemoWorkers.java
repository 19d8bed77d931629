package dev.rota.cli.demo;

import dev.rota.cli.cluster.Wires;
import dev.rota.serde.RegistryRefused;
import dev.rota.serde.Wire;
import dev.rota.settings.Settings;
import dev.rota.worker.Ledger;
import dev.rota.worker.WorkerRefused;
import dev.rota.worker.execute.ShardWorker;
import dev.rota.worker.execute.WorkerTerms;
import dev.rota.worker.state.ShardFollower;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.common.KafkaException;

/** In-process workers that execute the demo pool's transactions. */
final class DemoWorkers implements AutoCloseable {

    private static final String POOL = "default";
    private static final List<String> NAMES = List.of("worker-1", "worker-2");
    private static final int THREADS = 2;
    private static final Duration HEARTBEAT = Duration.ofSeconds(2);
    private static final Duration LEAVE = Duration.ofSeconds(5);
    private static final Duration LOOK_EVERY = Duration.ofMillis(200);
    private static final long ENDS_MS_MAX = 20_000;

    private final Settings settings;
    private final Consumer<String> ended;
    private final Thread thread = new Thread(this::run, "rota-demo-workers");
    private volatile boolean running = true;

    /** @param ended receives a sentence, once, if the workers end without being stopped */
    DemoWorkers(Settings settings, Consumer<String> ended) {
        this.settings = settings;
        this.ended = ended;
    }

    void start() {
        thread.start();
    }

    private void run() {
        try (Wire wire = Wires.of(settings);
                ShardFollower follower = ShardFollower.start(settings, wire, POOL, null)) {
            execute(wire, follower);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (WorkerRefused | RegistryRefused | KafkaException e) {
            if (running) {
                ended.accept("the demo's workers ended: " + e.getMessage());
            }
        }
    }

    private void execute(Wire wire, ShardFollower follower) throws InterruptedException {
        List<ShardWorker> workers = new ArrayList<>();
        try {
            for (String name : NAMES) {
                WorkerTerms terms = new WorkerTerms(POOL, name, THREADS, HEARTBEAT, LEAVE, true);
                workers.add(ShardWorker.start(terms, settings, wire, follower, new Ledger()));
            }
            while (running) {
                for (ShardWorker worker : workers) {
                    if (worker.await(LOOK_EVERY)) {
                        throw new WorkerRefused(String.valueOf(worker.failure()));
                    }
                }
            }
        } finally {
            workers.forEach(ShardWorker::close);
        }
    }

    /** Closes the workers, which finish their current batches. */
    @Override
    public void close() {
        running = false;
        try {
            thread.join(ENDS_MS_MAX);
            thread.interrupt();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
