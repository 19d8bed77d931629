package dev.rota.stream.kstreams;

import dev.rota.engine.Parallel;
import dev.rota.engine.rows.RowLayout;
import dev.rota.settings.Names;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import dev.rota.stream.attendance.Attendance;
import dev.rota.stream.attendance.AttendedPartitions;
import dev.rota.stream.attendance.Look;
import dev.rota.stream.common.Ticker;
import dev.rota.stream.log.KafkaLogAccess;
import dev.rota.stream.meters.CommitMeter;
import dev.rota.stream.meters.SchedulerMeters;
import dev.rota.stream.outputs.KafkaOutputAccess;
import dev.rota.stream.pages.PageCache;
import dev.rota.stream.pages.Questions;
import dev.rota.stream.partition.LogPartition;
import dev.rota.stream.partition.RebuildRequest;
import dev.rota.stream.partition.Standings;
import dev.rota.stream.partition.TickWriter;
import dev.rota.stream.takeover.OwnProducers;
import dev.rota.stream.takeover.Takeover;
import dev.rota.stream.takeover.TransactionalIds;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.streams.KafkaClientSupplier;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TopologyParts;
import org.apache.kafka.streams.processor.internals.SteppedStreamThread;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;

/** A scheduler with one stream thread, on simulated clients and simulated time, from its start to its end. */
public final class SimulatedScheduler {

    /** The clients of a scheduler. */
    public interface Clients {

        Admin admin();

        /** Returns the client of the thread that checks whether log partitions are attended. */
        Admin looking();

        /** Returns the clock of the thread that checks whether log partitions are attended. */
        Ticker lookingTicker();

        /** Returns the client of the thread that takes over from others. */
        Admin takingOver();

        /**
         * Returns the main consumer of the stream thread.
         *
         * @param instance the {@code group.instance.id}
         */
        org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> main(String instance, Polls polls);

        org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> restoring();

        /** Returns a consumer of committed records without a group. */
        org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> reader();

        Producer<byte[], byte[]> ticks();

        /** Returns a producer that can begin transactions. */
        Producer<byte[], byte[]> transactional(String id, long timeoutMs);

        /** Returns the store of rows on the instance's disk. */
        KeyValueBytesStoreSupplier rows(String store);

        Ticker ticker();

        Time time();
    }

    /** Limits the duration of polls, and receives the numbers of polled records. */
    public interface Polls {

        Duration patience(Duration otherwise);

        void polled(int records);
    }

    private final Standings standings = new Standings();
    private final SteppedStreamThread thread;
    private final AttendedPartitions attended;
    private final Attendance attendance;
    private final Takeover takeover;

    /**
     * @param rebuild whether an operator has requested a rebuild
     * @param failed receives the failure that ends the stream thread
     */
    public SimulatedScheduler(
            Names names,
            Settings settings,
            UUID process,
            boolean rebuild,
            Clients clients,
            Consumer<Throwable> failed) {
        TransactionalIds ids = TransactionalIds.of(names, settings);
        PromptCommits commits = new PromptCommits(clients.ticker()::nanoTime);
        PageCache pages = new PageCache(clients.ticker()::nanoTime, Runnable::run, partition -> false);
        attended = new AttendedPartitions(
                names.log(),
                settings.number(Setting.SILENCE_GRACE_MS),
                () -> Instant.ofEpochMilli(clients.time().milliseconds()));
        Admin looking = clients.looking();
        attendance = new Attendance(
                names.scheduler(),
                attended,
                new Look(names, looking, standings::next, clients.lookingTicker()),
                looking,
                clients.lookingTicker(),
                why -> {});
        OwnProducers own = new OwnProducers();
        takeover = new Takeover(
                names,
                ids,
                own,
                clients.takingOver(),
                new SimpleMeterRegistry(),
                clients.ticker()::nanoTime,
                why -> {});
        SchedulerMeters meters = SchedulerMeters.of(names, new SimpleMeterRegistry());
        LogPartition.Shared partitions = new LogPartition.Shared(
                names,
                Parallel.SEQUENTIAL,
                new KafkaLogAccess(names, clients.admin(), clients::reader, clients.ticker()),
                new KafkaOutputAccess(names, clients.admin(), partition -> clients.reader(), clients.ticker()),
                new RebuildRequest(rebuild),
                standings,
                meters.decisions(),
                () -> false);
        SchedulerProcessor.Shared shared = new SchedulerProcessor.Shared(
                partitions,
                new TickWriter(names.log(), clients.ticks()),
                Duration.ofMillis(100),
                true,
                pages,
                new Questions(clients.ticker()::nanoTime, pages::isHere, partition -> false),
                meters,
                attended);
        thread = new SteppedStreamThread(
                TopologyParts.of(SchedulerTopology.of(
                        names,
                        () -> new SchedulerProcessor(shared, commits),
                        new RowsStoreBuilder(clients.rows(SchedulerTopology.STORE), RowLayout.of(names.domain())))),
                new StreamsConfig(StreamsSettings.of(names, settings)),
                new Suppliers(ids, own, commits, meters.commits(), clients, new ArrayList<>()),
                clients.admin(),
                process,
                clients.time(),
                (failure, skip) -> failed.accept(failure));
    }

    public SteppedStreamThread thread() {
        return thread;
    }

    /** Returns the attendance, which checks when the caller invokes it. */
    public Attendance attendance() {
        return attendance;
    }

    /** Returns the takeover, which checks when the caller invokes it. */
    public Takeover takeover() {
        return takeover;
    }

    /** Returns the reason why each of its partitions waits, as a sentence. */
    public List<String> standings() {
        List<String> reasons = new ArrayList<>(standings.reasons());
        reasons.addAll(attended.reasons());
        return reasons;
    }

    private record Suppliers(
            TransactionalIds ids,
            OwnProducers own,
            PromptCommits commits,
            CommitMeter meter,
            Clients clients,
            List<org.apache.kafka.clients.consumer.Consumer<byte[], byte[]>> main)
            implements KafkaClientSupplier {

        @Override
        public Admin getAdmin(Map<String, Object> config) {
            return clients.admin();
        }

        @Override
        public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
            String id = ids.ofThread(String.valueOf(config.get(ProducerConfig.TRANSACTIONAL_ID_CONFIG)));
            Producer<byte[], byte[]> client = clients.transactional(
                    id, Long.parseLong(String.valueOf(config.get(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG))));
            return new SchedulerProducer(
                    client, () -> own.begin(id), () -> GroupPositions.of(main.get(0)), commits, meter);
        }

        @Override
        public org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
            String instance = String.valueOf(config.get(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG));
            main.add(clients.main(instance, new Polls() {
                @Override
                public Duration patience(Duration otherwise) {
                    return commits.patience(otherwise);
                }

                @Override
                public void polled(int records) {
                    commits.polled(records);
                }
            }));
            return main.get(0);
        }

        @Override
        public org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> getRestoreConsumer(
                Map<String, Object> config) {
            return clients.restoring();
        }

        @Override
        public org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> getGlobalConsumer(
                Map<String, Object> config) {
            throw new UnsupportedOperationException("there are no global tables");
        }
    }
}
