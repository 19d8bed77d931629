package dev.rota.bench;

import dev.rota.engine.Domain;
import dev.rota.engine.Input;
import dev.rota.engine.Output;
import dev.rota.local.Folders;
import dev.rota.serde.Answers;
import dev.rota.serde.SchemaRegistry;
import dev.rota.serde.Wire;
import dev.rota.settings.Names;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import dev.rota.stream.LogEnds;
import dev.rota.stream.TopicCheck;
import dev.rota.stream.TopicLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;

/** The broker, registry and fresh topics that each run of a lane gets. */
final class Track {

    /** Names are never used again: a group remembers a member, and what it was assigned, longer than a run takes. */
    private static final AtomicInteger RUNS = new AtomicInteger();

    private final Domain domain;
    private final Settings settings;
    private final SchemaRegistry registry;
    private final Admin admin;

    Track(Domain domain, Settings settings, SchemaRegistry registry, Admin admin) {
        this.domain = domain;
        this.settings = settings;
        this.registry = registry;
        this.admin = admin;
    }

    /** As fast as it goes. */
    Figures throughput(Workload workload, boolean passThrough) throws InterruptedException, IOException {
        try (Run run = new Run(workload, passThrough, 0)) {
            long start = System.nanoTime();
            run.offer(workload, 0);
            run.awaitDone(workload);
            double seconds = (run.arrivals.last() - start) / 1e9;
            int events = workload.events().size();
            long count = run.arrivals.count();
            TimeUnit.MILLISECONDS.sleep(300); // rows are counted at the next tick
            return new Figures(
                    events / seconds,
                    count / seconds,
                    (double) run.lane.rowsWritten() / events,
                    (double) count / events);
        }
    }

    /** At a fixed rate: ms from offer to committed output. */
    double[] latencies(Workload workload, boolean passThrough, long perSecond)
            throws InterruptedException, IOException {
        try (Run run = new Run(workload, passThrough, perSecond)) {
            long[] offered = run.offer(workload, perSecond);
            run.awaitDone(workload);
            return run.arrivals.latencies(offered);
        }
    }

    /** One lane on topics of its own, and those who feed and watch it. */
    private final class Run implements AutoCloseable {
        final Names names;
        final Settings own;
        final Path state;
        final Lane lane;
        final Arrivals arrivals;
        final Offer offer;

        Run(Workload workload, boolean passThrough, long perSecond) throws InterruptedException, IOException {
            String prefix = "bench" + RUNS.incrementAndGet() + "-";
            names = new Names(domain, prefix);
            state = Files.createTempDirectory("rota-bench");
            own = settings.with(Map.of(Setting.TOPIC_PREFIX.key(), prefix, "streams.state.dir", state.toString()));
            TopicCheck topics = new TopicCheck(admin);
            topics.create(topics.differences(new TopicLayout(names, own).topics()));
            Map<String, Integer> schemaIds = schemaIds();
            lane = passThrough
                    ? new PassThrough(names, own, workload, schemaIds)
                    : new WholePath(domain, own, registry);
            lane.start();
            arrivals = new Arrivals(names, own, workload);
            arrivals.start();
            offer = new Offer(names, own, schemaIds, perSecond == 0);
        }

        private Map<String, Integer> schemaIds() throws InterruptedException {
            Map<String, Integer> ids = new HashMap<>();
            for (Input<?> input : domain.inputs()) {
                ids.put(input.topic(), registry.register(Wire.subject(names.topic(input.topic())), input.schema()));
            }
            for (Output<?> output : domain.outputs()) {
                ids.put(output.topic(), registry.register(Wire.subject(names.topic(output.topic())), output.schema()));
            }
            return ids;
        }

        long[] offer(Workload workload, long perSecond) {
            return offer.all(workload, perSecond);
        }

        /** Waits until the log has all, the scheduler has committed all, and the watcher has read all. */
        void awaitDone(Workload workload) throws InterruptedException {
            while (lane.taken() < workload.events().size() || !committed() || !arrivals.drained()) {
                TimeUnit.MILLISECONDS.sleep(50);
            }
        }

        private boolean committed() {
            Map<Integer, Long> ends = LogEnds.of(admin, names.log());
            var offsets = Answers.get(
                    admin.listConsumerGroupOffsets(names.scheduler()).partitionsToOffsetAndMetadata());
            long committed = offsets.entrySet().stream()
                    .filter(entry -> entry.getKey().topic().equals(names.log()) && entry.getValue() != null)
                    .mapToLong(entry -> entry.getValue().offset())
                    .sum();
            return committed
                    == ends.values().stream().mapToLong(Long::longValue).sum();
        }

        @Override
        public void close() throws IOException {
            offer.close();
            arrivals.close();
            lane.close();
            List<String> topics = Answers.get(admin.listTopics().names()).stream()
                    .filter(topic -> topic.startsWith(names.prefix()))
                    .toList();
            Answers.get(admin.deleteTopics(topics).all());
            Folders.delete(state);
        }
    }
}
