package dev.rota.stream;

import static org.apache.kafka.streams.CloseOptions.GroupMembershipOperation.LEAVE_GROUP;

import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.engine.Subject;
import dev.rota.engine.machine.PartitionMachine;
import dev.rota.settings.Names;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import dev.rota.stream.attendance.Attendance;
import dev.rota.stream.attendance.AttendedPartitions;
import dev.rota.stream.attendance.Look;
import dev.rota.stream.common.ClientSettings;
import dev.rota.stream.common.GroupMember;
import dev.rota.stream.common.OwnMembers;
import dev.rota.stream.common.Replacements;
import dev.rota.stream.common.StoppedException;
import dev.rota.stream.common.Ticker;
import dev.rota.stream.kstreams.PromptCommits;
import dev.rota.stream.kstreams.Restoring;
import dev.rota.stream.kstreams.SchedulerProcessor;
import dev.rota.stream.kstreams.SchedulerTopology;
import dev.rota.stream.kstreams.StreamsClients;
import dev.rota.stream.kstreams.StreamsSettings;
import dev.rota.stream.log.KafkaLogAccess;
import dev.rota.stream.log.LogAccess;
import dev.rota.stream.meters.MeteredStages;
import dev.rota.stream.meters.SchedulerMeters;
import dev.rota.stream.meters.UnitGauges;
import dev.rota.stream.outputs.KafkaOutputAccess;
import dev.rota.stream.outputs.OutputAccess;
import dev.rota.stream.pages.PageAnswer;
import dev.rota.stream.pages.PageCache;
import dev.rota.stream.pages.Questions;
import dev.rota.stream.partition.LogPartition;
import dev.rota.stream.partition.RebuildRequest;
import dev.rota.stream.partition.Standings;
import dev.rota.stream.partition.TickWriter;
import dev.rota.stream.partition.Ticks;
import dev.rota.stream.takeover.OwnProducers;
import dev.rota.stream.takeover.Takeover;
import dev.rota.stream.takeover.TransactionalIds;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.kafka.KafkaStreamsMetrics;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.ThreadMetadata;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A domain's scheduler as a Kafka Streams application. */
final class SchedulerApp implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SchedulerApp.class);

    /** States in which more processors may still be initialized; in all others the set is complete. */
    private static final Set<KafkaStreams.State> PROCESSORS_MAY_COME =
            EnumSet.of(KafkaStreams.State.CREATED, KafkaStreams.State.REBALANCING);

    private static final Duration CLOSE_MAX = Duration.ofSeconds(7);

    private final ExecutorService renderer;
    private final PageCache pages;
    private final Questions questions;
    private final Standings standings = new Standings();
    private final LogAccess log;
    private final OutputAccess outputs;
    private final Topology topology;
    private final KafkaStreams streams;
    private final PartitionOwners owners;
    private final SchedulerMeters meters;

    @Nullable
    private final KafkaStreamsMetrics binder;

    private final Ticks ticks;
    private final AttendedPartitions attended;
    private final Attendance attendance;
    private final Takeover takeover;
    private final int threads;
    private final boolean advertised;
    private final Restoring restoring = new Restoring();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private volatile boolean stopping;

    SchedulerApp(
            Names names,
            Settings settings,
            Parallel parallel,
            boolean rebuild,
            MeterRegistry metrics,
            OwnMembers members,
            Runnable failed) {
        ClientSettings clients = new ClientSettings(settings);
        PromptCommits commits = new PromptCommits(System::nanoTime);
        Properties properties = StreamsSettings.of(names, settings);
        StreamsConfig config = new StreamsConfig(properties);
        TransactionalIds ids = TransactionalIds.of(names, settings);
        OwnProducers own = new OwnProducers();
        meters = SchedulerMeters.of(names, metrics);
        renderer = renderer(names);
        pages = new PageCache(System::nanoTime, renderer, this::isElsewhere);
        questions = new Questions(System::nanoTime, pages::isHere, this::isElsewhere);
        ticks = new TickWriter(
                names.log(),
                new KafkaProducer<>(clients.tickProducer(names), new ByteArraySerializer(), new ByteArraySerializer()));
        log = KafkaLogAccess.of(names, clients);
        Admin looking = Admin.create(clients.lookingAdmin(names));
        attended =
                new AttendedPartitions(names.log(), settings.number(Setting.SILENCE_GRACE_MS), InstantSource.system());
        attendance = new Attendance(
                names.scheduler(),
                attended,
                new Look(names, looking, standings::next, Ticker.SYSTEM),
                looking,
                Ticker.SYSTEM,
                ended(failed));
        takeover = new Takeover(
                names, ids, own, Admin.create(clients.lookingAdmin(names)), metrics, System::nanoTime, ended(failed));
        outputs = KafkaOutputAccess.of(names, clients);
        SchedulerProcessor.Shared shared = shared(names, settings, parallel, new RebuildRequest(rebuild), metrics);
        topology = SchedulerTopology.of(names, () -> new SchedulerProcessor(shared, commits));
        streams = new KafkaStreams(topology, config, new StreamsClients(ids, own, members, commits, meters.commits()));
        advertised = settings.has(Setting.HTTP_ADVERTISED);
        owners = new PartitionOwners(names.log(), streams::metadataForAllStreamsClients);
        threads = config.getInt(StreamsConfig.NUM_STREAM_THREADS_CONFIG);
        streams.setGlobalStateRestoreListener(restoring);
        Replacements replacements = new Replacements(System::nanoTime);
        streams.setUncaughtExceptionHandler(exception -> threadEnded(exception, replacements, failed));
        new SchedulerGauges(names.domain().name(), metrics)
                .ownership(this::ownership)
                .standings(standings)
                .restoring(restoring)
                .attended(attended)
                .state(streams);
        binder = settings.flag(Setting.METRICS_KAFKA) ? new KafkaStreamsMetrics(streams) : null;
        if (binder != null) {
            binder.bindTo(metrics);
        }
    }

    /** Returns what the processors share, from the parts created before. */
    private SchedulerProcessor.Shared shared(
            Names names, Settings settings, Parallel parallel, RebuildRequest rebuild, MeterRegistry metrics) {
        LogPartition.Shared partitions = new LogPartition.Shared(
                names,
                new MeteredStages(parallel, names.domain().name(), metrics, System::nanoTime),
                log,
                outputs,
                rebuild,
                standings,
                meters.decisions(),
                () -> stopping);
        return new SchedulerProcessor.Shared(
                partitions,
                ticks,
                Duration.ofMillis(settings.number(Setting.TICK_INTERVAL_MS)),
                settings.flag(Setting.WRITE_BACK),
                pages,
                questions,
                meters,
                attended);
    }

    private static ExecutorService renderer(Names names) {
        return Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(task, names.scheduler() + "-pages");
            thread.setDaemon(true);
            return thread;
        });
    }

    private StreamThreadExceptionResponse threadEnded(Throwable exception, Replacements replacements, Runnable failed) {
        if (replacements.helps(exception)) {
            LOG.warn("A stream thread has lost its transaction or its place and is replaced: {}", exception.toString());
            return StreamThreadExceptionResponse.REPLACE_THREAD;
        }
        failure.compareAndSet(null, exception);
        failed.run();
        return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }

    /** Publishes the gauges of units that stream threads have read. */
    void showGauges() {
        meters.units().show();
    }

    /** Returns the backlogs of units that were measured last. */
    Map<String, Long> backlogs() {
        return meters.units().backlogs();
    }

    /** Sets which units, by partition, are measured in any case; see {@link UnitGauges#watch}. */
    void watchBacklogs(Map<Integer, Set<String>> units, long backlog) {
        meters.units().watch(units, backlog);
    }

    /** Returns since when the oldest pending work has been waiting. */
    long waitingSince() {
        return meters.units().waitingSince();
    }

    private Consumer<String> ended(Runnable failed) {
        return why -> {
            failure.compareAndSet(null, new IllegalStateException(why));
            failed.run();
        };
    }

    void start() {
        takeover.start();
        streams.start();
        attendance.start();
    }

    Topology topology() {
        return topology;
    }

    /** Returns a page of a unit whose key maps to this log partition. */
    CompletableFuture<PageAnswer> page(int partition, String unit, String page) {
        return pages.get(partition, unit, page);
    }

    /** Returns the tag of a page. */
    CompletableFuture<PageAnswer> tag(int partition, String unit, String page) {
        return pages.tag(partition, unit, page);
    }

    /** Returns why a subject of a unit is where it is. */
    CompletableFuture<PageAnswer> explain(int partition, String unit, Subject subject) {
        return questions.ask(partition, unit, subject);
    }

    /** Returns why the scheduler stopped, in one line; null while it runs. */
    @Nullable
    String failure() {
        Throwable thrown = failure.get();
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof PartitionMachine.LogBroken || cause instanceof StoppedException) {
                return cause.getMessage();
            }
        }
        return thrown == null ? null : EndReason.sentence(thrown);
    }

    /** Returns whether a log partition is assigned to this instance. */
    boolean has(int partition) {
        return streams.metadataForLocalThreads().stream()
                .flatMap(thread -> thread.activeTasks().stream())
                .anyMatch(task -> task.taskId().partition() == partition);
    }

    /** Returns what this instance does for which log partitions. */
    Ownership ownership() {
        List<Integer> decides = pages.partitions();
        Set<Integer> restores = new TreeSet<>();
        Set<Integer> standsBy = new TreeSet<>();
        for (ThreadMetadata thread : streams.metadataForLocalThreads()) {
            thread.activeTasks().forEach(task -> restores.add(task.taskId().partition()));
            thread.standbyTasks().forEach(task -> standsBy.add(task.taskId().partition()));
        }
        decides.forEach(restores::remove);
        return new Ownership(decides, List.copyOf(restores), List.copyOf(standsBy));
    }

    /** Returns the instances that decide the log partitions. */
    PartitionOwners owners() {
        return owners;
    }

    /**
     * Returns whether another instance decides a partition. During a rebalance the group may list no owner, or this
     * instance before it has the partition. Instances without an address are not listed; an instance without one
     * assumes that the others have none either.
     */
    private boolean isElsewhere(int partition) {
        return !PROCESSORS_MAY_COME.contains(streams.state())
                && !has(partition)
                && (!advertised || owners.has(partition));
    }

    /**
     * Returns a sentence for each log partition in which silence does not count now, and for each partition that the
     * transaction of another instance or program holds back.
     */
    List<String> notes() {
        List<String> notes = new ArrayList<>(attended.reasons());
        notes.addAll(takeover.heldByOthers());
        return notes;
    }

    /** Takes the partitions of a process that has ended; see {@link Takeover#ended}. */
    void ended(Collection<GroupMember> members) {
        takeover.ended(members);
    }

    /** Returns the partitions that do not simply follow the log. */
    Standings standings() {
        return standings;
    }

    boolean live() {
        KafkaStreams.State state = streams.state();
        return failure.get() == null
                && state != KafkaStreams.State.ERROR
                && state != KafkaStreams.State.PENDING_ERROR
                && state != KafkaStreams.State.NOT_RUNNING;
    }

    /** Returns why the scheduler cannot decide now; empty if it can. */
    List<String> reasons() {
        List<String> reasons = new ArrayList<>();
        if (streams.state() == KafkaStreams.State.CREATED) {
            reasons.add("the scheduler has not started yet");
        } else if (streams.state() != KafkaStreams.State.RUNNING) {
            reasons.add("the scheduler is " + streams.state());
        }
        long alive = streams.metadataForLocalThreads().stream()
                .map(ThreadMetadata::threadState)
                .filter(state -> !state.equals("DEAD") && !state.equals("PENDING_SHUTDOWN"))
                .count();
        if (streams.state().isRunningOrRebalancing() && alive < threads) {
            reasons.add(alive + " of " + threads + " stream threads are alive");
        }
        reasons.addAll(restoring.reasons());
        reasons.addAll(standings.reasons());
        reasons.addAll(takeover.heldByUs());
        return reasons;
    }

    @Override
    public void close() {
        stopping = true;
        log.stop();
        // Leaving the group hands the partitions over at once; otherwise they would wait for the session to end.
        streams.close(CloseOptions.timeout(CLOSE_MAX).withGroupMembershipOperation(LEAVE_GROUP));
        attendance.close();
        takeover.close();
        renderer.shutdownNow();
        if (binder != null) {
            binder.close();
        }
        ticks.close();
        log.close();
        outputs.close();
    }
}
