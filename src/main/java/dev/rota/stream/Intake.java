package dev.rota.stream;

import dev.rota.engine.Input;
import dev.rota.engine.Nullable;
import dev.rota.engine.Source;
import dev.rota.serde.Consumers;
import dev.rota.serde.Oversized;
import dev.rota.settings.Names;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import dev.rota.stream.InputReader.SchemaNeeded;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the public inputs and appends them to the log: the one order, made once. It decides nothing and keeps nothing;
 * after a crash it appends again what was not committed, and the scheduler drops what it has seen.
 *
 * <p>A plain consumer and producer, not a topology: a position must carry its topic's id, a registry or a log that is
 * down must be waited for while the group membership lives on, and a failed send must end the producer at once.
 */
final class Intake implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(Intake.class);

    /** Records that the log has not acknowledged; more are not read. */
    private static final int IN_FLIGHT_MAX = 20_000;

    private static final Duration POLL = Duration.ofMillis(50);

    /** How long the registry's "unknown" holds for a schema id. */
    private static final long UNKNOWN_SCHEMAS_NS = 60_000_000_000L;

    private final Names names;
    private final Settings settings;
    private final ClientSettings clients;
    private final SchemaDesk desk;
    private final ParkedPartitions parked;
    private final boolean acceptGap;
    private final Counter read;
    private final Deque<ConsumerRecord<byte[], byte[]>> unchecked = new ArrayDeque<>();

    /** What was polled and not appended, in the order of each partition; partitions that have nothing are absent. */
    private final Map<TopicPartition, Deque<Polled>> pending = new LinkedHashMap<>();

    /** A record, and the id of the topic that it was polled from. */
    private record Polled(ConsumerRecord<byte[], byte[]> record, String topicId) {

        Source source() {
            return new Source(record.topic(), record.partition(), record.offset(), topicId);
        }

        TopicPartition partition() {
            return Intake.partition(record);
        }
    }

    /** Why positions that were assigned cannot be gone on from. */
    @Nullable
    private Stopped stopped;

    private volatile boolean running = true;
    private volatile boolean ready;
    private long lastForgotten;

    Intake(Names names, Settings settings, SchemaDesk desk, boolean acceptGap, MeterRegistry metrics) {
        this.names = names;
        this.settings = settings;
        this.clients = new ClientSettings(settings);
        this.desk = desk;
        this.parked = new ParkedPartitions(
                desk, settings.number(Setting.SCHEMA_PATIENCE_INTERVAL_MS, 0, 86_400_000), System::nanoTime);
        this.acceptGap = acceptGap;
        this.read = Counter.builder("rota.intake.records")
                .description("Input records that intake appended to the log")
                .tag("domain", names.domain().name())
                .register(metrics);
        Gauge.builder("rota.intake.parked", parked, ParkedPartitions::count)
                .description("Input partitions that are paused until the registry has answered for a schema id")
                .tag("domain", names.domain().name())
                .register(metrics);
    }

    /** Whether it knows the registry's numbers and is a member of its group. */
    boolean ready() {
        return ready;
    }

    /** What it has been waiting for too long, each as a sentence; the rest goes on. */
    List<String> waits() {
        return parked.reasons();
    }

    void stop() {
        running = false;
    }

    /** Runs until it is stopped. */
    @Override
    public void run() {
        Properties adminSettings = clients.admin(names);
        try (desk;
                Admin admin = Admin.create(adminSettings)) {
            List<InputReader.Numbered> outputSchemas = introduced();
            if (outputSchemas != null) {
                copy(admin, outputSchemas);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for the registry; null where the end came first. */
    private @Nullable List<InputReader.Numbered> introduced() throws InterruptedException {
        Future<List<InputReader.Numbered>> schemas = desk.introduce(names);
        while (running && !schemas.isDone()) {
            Thread.sleep(20);
        }
        try {
            return running ? schemas.get() : null;
        } catch (ExecutionException e) {
            throw SchemaDesk.refused(e);
        }
    }

    private void copy(Admin admin, List<InputReader.Numbered> outputSchemas) throws InterruptedException {
        Map<Integer, Long> ends = LogEnds.of(admin, names.log());
        LogOrigin.require(settings, names.log(), ends.size());
        Set<Integer> empty = new HashSet<>();
        ends.forEach((partition, end) -> {
            if (end == 0) {
                empty.add(partition);
            }
        });
        List<String> topics = names.domain().inputs().stream()
                .map(Input::topic)
                .map(names::topic)
                .toList();
        InputReader reader = new InputReader(names, ends.size());
        try (Consumer<byte[], byte[]> consumer = Consumers.of(clients.intakeConsumer(names));
                LogWriter log = new LogWriter(names, clients.logProducer(names), ends.size(), empty, outputSchemas)) {
            InputPositions positions =
                    new InputPositions(names.domain(), consumer, () -> TopicIds.of(admin, topics), acceptGap);
            InputCommits commits = new InputCommits(names.intake(), consumer, positions);
            Assigned assigned = new Assigned(consumer, positions, commits, log);
            consumer.subscribe(topics, assigned);
            while (running) {
                poll(consumer, positions, commits);
                append(reader, log, commits);
                failOn(log.failure());
                commits.commit();
            }
            // The end was asked for: what is on its way may arrive, within a bound.
            assigned.handOver();
        }
    }

    private void poll(Consumer<byte[], byte[]> consumer, InputPositions positions, InputCommits commits) {
        boolean full = !unchecked.isEmpty()
                || !pending.keySet().stream().allMatch(parked::contains)
                || commits.inFlight() > IN_FLIGHT_MAX;
        if (full) {
            consumer.pause(consumer.assignment());
        } else {
            consumer.resume(consumer.paused());
            consumer.pause(
                    consumer.assignment().stream().filter(parked::contains).toList());
        }
        try {
            var polled = consumer.poll(POLL);
            if (stopped != null) {
                throw stopped;
            }
            ready |= consumer.groupMetadata().generationId() >= 0;
            polled.forEach(unchecked::add);
            check(positions);
        } catch (OffsetOutOfRangeException e) {
            positions.outOfRange(e.offsetOutOfRangePartitions().keySet(), e.offsetOutOfRangePartitions());
        }
    }

    /** Finds out which topics the polled records came from; while the cluster does not say so, they wait. */
    private void check(InputPositions positions) {
        if (unchecked.isEmpty()) {
            return;
        }
        Set<String> replaced;
        try {
            replaced = positions.replaced();
        } catch (RetriableException e) {
            LOG.warn("{} waits for the cluster: {}", names.intake(), e.getMessage());
            return;
        }
        for (ConsumerRecord<byte[], byte[]> record : unchecked) {
            if (!replaced.contains(record.topic())) {
                pending.computeIfAbsent(partition(record), none -> new ArrayDeque<>())
                        .add(new Polled(record, positions.id(record.topic())));
            }
        }
        unchecked.clear();
    }

    private void append(InputReader reader, LogWriter log, InputCommits commits) throws InterruptedException {
        for (SchemaDesk.Answer answer : parked.answers()) {
            if (answer.schema() == null) {
                reader.unknown(answer.partition(), answer.id(), answer.message());
            } else {
                reader.learn(answer.id(), answer.schema());
            }
        }
        long now = System.nanoTime();
        if (now - lastForgotten > UNKNOWN_SCHEMAS_NS) {
            lastForgotten = now;
            reader.forgetUnknown();
        }
        for (Iterator<Deque<Polled>> each = pending.values().iterator(); each.hasNext(); ) {
            Deque<Polled> records = each.next();
            appendAll(records, reader, log, commits);
            if (records.isEmpty()) {
                each.remove();
            }
        }
    }

    /** Appends the records of one partition, up to the first that must wait. */
    private void appendAll(Deque<Polled> records, InputReader reader, LogWriter log, InputCommits commits) {
        for (Polled polled = records.peek(); polled != null; polled = records.peek()) {
            if (parked.contains(polled.partition()) || !commits.used(polled.partition())) {
                return;
            }
            try {
                String oversized = Oversized.why(polled.record());
                InputReader.Reading reading = oversized == null
                        ? reader.read(polled.source(), polled.record().value())
                        : reader.tooLarge(polled.source(), oversized);
                log.append(reading, commits.sent(polled.source()));
                read.increment();
                records.remove();
            } catch (SchemaNeeded e) {
                parked.park(polled.partition(), e.id());
            }
        }
    }

    private void failOn(@Nullable Exception failure) {
        if (failure != null) {
            throw new Stopped("intake of " + names.domain().name() + " stops: the log " + names.log()
                    + " does not take a record (" + failure.getMessage() + ")");
        }
    }

    private final class Assigned implements ConsumerRebalanceListener {
        private final Consumer<byte[], byte[]> consumer;
        private final InputPositions positions;
        private final InputCommits commits;
        private final LogWriter log;

        Assigned(Consumer<byte[], byte[]> consumer, InputPositions positions, InputCommits commits, LogWriter log) {
            this.consumer = consumer;
            this.positions = positions;
            this.commits = commits;
            this.log = log;
        }

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            try {
                positions.resume(partitions);
            } catch (Stopped e) {
                // The client would wrap it.
                stopped = e;
            }
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            handOver();
            onPartitionsLost(partitions);
        }

        @Override
        public void onPartitionsLost(Collection<TopicPartition> partitions) {
            unchecked.removeIf(record -> partitions.contains(partition(record)));
            pending.keySet().removeAll(partitions);
            parked.forget(partitions);
            commits.forget(partitions);
        }

        /** Others may go on, or this one with another mapping; records of topics that were not checked are nobody's. */
        void handOver() {
            Set<TopicPartition> ending = new HashSet<>(consumer.assignment());
            unchecked.forEach(record -> ending.remove(partition(record)));
            Map<TopicPartition, Source> waiting = new HashMap<>();
            pending.forEach((partition, records) ->
                    waiting.put(partition, records.element().source()));
            commits.handOver(() -> log.failure() != null, ending, waiting);
        }
    }

    private static TopicPartition partition(ConsumerRecord<byte[], byte[]> record) {
        return new TopicPartition(record.topic(), record.partition());
    }
}
