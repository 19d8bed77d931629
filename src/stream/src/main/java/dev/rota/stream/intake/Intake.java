package dev.rota.stream.intake;

import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.engine.machine.NewerBuildNeeded;
import dev.rota.kafka.AdminAnswers;
import dev.rota.kafka.Topics;
import dev.rota.settings.Names;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import dev.rota.stream.common.StoppedException;
import dev.rota.stream.intake.LogWriter.LogShortened;
import dev.rota.stream.log.AnnouncedRules;
import dev.rota.stream.log.LogOrigin;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the public inputs and appends them to the log, which gives them their one order. It decides nothing and keeps
 * no state; after a crash it appends again what was not committed, and the scheduler drops the duplicates.
 *
 * <p>It is a plain consumer and producer, not a topology: a position must contain its topic's id, waiting for a
 * registry or log that is down must not cost the group membership, and a failed send must close the producer at once.
 */
public final class Intake implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(Intake.class);

    /** The most unacknowledged records; beyond it, polling stops. */
    private static final int IN_FLIGHT_MAX = 20_000;

    private static final Duration POLL = Duration.ofMillis(50);

    private static final Duration MOMENT = Duration.ofMillis(20);

    /** The pause before a cluster that does not answer is queried again. */
    private static final Duration RETRY = Duration.ofSeconds(1);

    /**
     * How often topic ids are compared while nothing is polled. All records of a re-created topic may lie before the
     * position in the old one, and polling continues from there.
     */
    private static final long CHECK_INTERVAL_NS = 10_000_000_000L;

    /**
     * The size of buffered records of all adopted topics. One that has its share of it is not polled. Inputs are polled
     * whatever is buffered: their records are few, and nothing else tells how parties are.
     */
    private static final long HELD_BYTES_MAX = 64L << 20;

    private final Names names;
    private final Settings settings;
    private final IntakeClients clients;
    private final SchemaLookups lookups;
    private final ParkedPartitions parked;
    private final boolean acceptGap;
    private final IntakeMeter meter;
    private final IntakeWatch watch;
    private final InputBuffer buffer = new InputBuffer();

    /** Log partitions that lost acknowledged records; their inputs are read again. */
    private final Set<Integer> shortened = new HashSet<>();

    /** When the topics' ids were last compared with those being read. */
    private long lastChecked;

    private volatile boolean running = true;

    /** The adopted topics; null until they were looked up, or if there are none. */
    private volatile @Nullable AdoptedInputs adopted;

    /** Holds back records of adopted topics; null until intake has begun. */
    private volatile @Nullable Backlog backlog;

    /** The positions of the partitions that are assigned; null until intake has begun. */
    private volatile @Nullable InputPositions assignedPositions;

    /** What intake waits for before it can read; empty while it reads. */
    private volatile String waitsFor = "";

    public Intake(Names names, Settings settings, SchemaLookups lookups, boolean acceptGap, MeterRegistry metrics) {
        this(names, settings, new KafkaIntakeClients(names, settings), lookups, acceptGap, metrics);
    }

    /** Creates an intake with given clients, which a simulation may provide. */
    public Intake(
            Names names,
            Settings settings,
            IntakeClients clients,
            SchemaLookups lookups,
            boolean acceptGap,
            MeterRegistry metrics) {
        LongSupplier nanoTime = clients.ticker()::nanoTime;
        this.lastChecked = nanoTime.getAsLong();
        this.names = names;
        this.settings = settings;
        this.clients = clients;
        this.lookups = lookups;
        this.parked = new ParkedPartitions(lookups, settings.number(Setting.SCHEMA_PATIENCE_INTERVAL_MS), nanoTime);
        this.acceptGap = acceptGap;
        this.watch = new IntakeWatch(names.intake(), clients.ticker());
        this.meter = new IntakeMeter(names, parked, this::unread, metrics, System::currentTimeMillis, nanoTime);
    }

    /**
     * Returns what intake waits for before it can read its first records; empty once it has partitions, or has been
     * assigned none.
     */
    public String waitsFor() {
        return waitsFor;
    }

    /**
     * Returns a sentence for each partition that has been waiting too long, while other partitions continue, and for
     * each part of intake that stands still.
     */
    public List<String> waits() {
        List<String> waits = new ArrayList<>(parked.reasons());
        waits.addAll(waitsFor.isEmpty() ? watch.reasons() : List.of());
        waits.addAll(unread(topic -> !names.adopted().contains(topic)));
        return waits;
    }

    /**
     * Returns a sentence for each adopted topic or partition that is not read, for each unit for which their records
     * wait, and for each log partition for which they wait without progress; everything else continues.
     */
    public List<String> notes() {
        AdoptedInputs its = adopted;
        Backlog waiting = backlog;
        List<String> notes = new ArrayList<>(its == null ? List.of() : its.waits());
        notes.addAll(unread(names.adopted()::contains));
        notes.addAll(waiting == null ? List.of() : waiting.notes());
        return notes;
    }

    /**
     * Returns the backlogs of units as they were told last, without those that hold nothing back; empty while nothing is
     * adopted. May be called by any thread.
     */
    public Map<String, Long> levels() {
        AdoptedInputs inputs = adopted;
        return inputs == null ? Map.of() : inputs.levels();
    }

    /** Returns why partitions of topics that match are not read. */
    private List<String> unread(Predicate<String> topics) {
        InputPositions its = assignedPositions;
        return its == null
                ? List.of()
                : its.waits().entrySet().stream()
                        .filter(each -> topics.test(each.getKey().topic()))
                        .map(Map.Entry::getValue)
                        .toList();
    }

    /** Returns how many assigned partitions, and how many adopted topics, are not read. */
    private int unread() {
        AdoptedInputs its = adopted;
        return unread(topic -> true).size() + (its == null ? 0 : its.unread());
    }

    public void stop() {
        running = false;
    }

    /** Runs until it is stopped. */
    @Override
    public void run() {
        try (lookups;
                Admin admin = clients.admin()) {
            while (running) {
                try {
                    begin(admin);
                } catch (KafkaException e) {
                    awaitCluster(e);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void begin(Admin admin) throws InterruptedException {
        waitsFor = "the log " + names.log();
        int announced = announced(admin);
        List<InputReader.Numbered> outputSchemas = introduced(announced);
        while (outputSchemas != null && running) {
            copy(admin, announced, outputSchemas);
        }
    }

    /**
     * Waits for a cluster that does not answer, whatever intake was looking up. What was copied until then is in the
     * log, or is read again as after a restart.
     */
    private void awaitCluster(KafkaException failure) throws InterruptedException {
        // The client wraps failures of the listener that runs while partitions are assigned.
        Throwable cause = failure;
        while (cause != null && !(cause instanceof KafkaException its && AdminAnswers.mayComeLater(its))) {
            cause = cause.getCause();
        }
        if (cause == null) {
            throw failure;
        }
        waitsFor = "the cluster: " + AdminAnswers.why(cause);
        LOG.warn("{} waits for the cluster: {}", names.intake(), AdminAnswers.why(cause));
        clients.ticker().sleep(RETRY);
    }

    /** Returns the greatest rules number that was announced in the log; throws if it is newer than this build's. */
    private int announced(Admin admin) {
        Domain domain = names.domain();
        int announced = new AnnouncedRules(names, admin).greatest(clients.reader(), clients.ticker());
        if (announced > domain.rules()) {
            throw new StoppedException(
                    "intake of " + domain.name() + " stops: " + NewerBuildNeeded.message(domain, announced));
        }
        return announced;
    }

    /** Waits for the registry; returns null if intake was stopped first. */
    private @Nullable List<InputReader.Numbered> introduced(int announced) throws InterruptedException {
        waitsFor = "the schema registry";
        return awaited(lookups.introduce(names, announced));
    }

    /** Returns the registry's answer; null if intake was stopped first. */
    private <T> @Nullable T awaited(Future<T> answer) throws InterruptedException {
        while (running && !answer.isDone()) {
            clients.ticker().sleep(MOMENT);
        }
        try {
            return running ? answer.get() : null;
        } catch (ExecutionException e) {
            throw SchemaLookups.refused(e);
        }
    }

    /** Copies until intake is stopped or the log has lost records. */
    private void copy(Admin admin, int announced, List<InputReader.Numbered> outputSchemas)
            throws InterruptedException {
        Map<Integer, Long> ends = Topics.ends(admin, names.log());
        LogOrigin.require(clients.reader(), clients.ticker(), names.log(), ends.size());
        String logId = Topics.id(admin, names.log());
        try (PositionsTopic kept = new PositionsTopic(names, logId, clients);
                AdoptedInputs adoptedInputs = adopted(admin, logId);
                Consumer<byte[], byte[]> consumer = clients.inputs(adoptedInputs.fetchBytes());
                LogWriter log = writer(ends, announced, outputSchemas)) {
            compareLog(kept.read(), logId, admin);
            InputPositions positions = positions(admin, adoptedInputs, consumer, kept, log);
            assignedPositions = positions;
            InputCommits commits = new InputCommits(
                    names.intake(),
                    consumer,
                    adoptedInputs::has,
                    positions,
                    kept,
                    log::acknowledged,
                    () -> log.failure() != null,
                    clients.ticker());
            InputReader reader = new InputReader(names, ends.size());
            Backlog holding = new Backlog(
                    names.log(), new LogLag(names, ends.size(), admin), adoptedInputs::level, clients.ticker());
            backlog = holding;
            AdoptedReader adoptedReader = new AdoptedReader(adoptedInputs, reader, holding);
            InputAppender appender =
                    new InputAppender(buffer, adoptedReader, parked, positions, commits, kept, log, meter);
            AssignedInputs assigned =
                    new AssignedInputs(consumer, buffer, reader, parked, positions, commits, kept, clients.ticker());
            waitsFor = "its group " + names.intake() + " to assign partitions";
            watch.begin(commits::settled);
            consumer.subscribe(topics(adoptedInputs), assigned);
            while (running && log.failure() == null) {
                look(assigned);
                Predicate<TopicPartition> waits = partition ->
                        parked.contains(partition) || holding.holds(partition) || positions.isAwaited(partition);
                poll(consumer, positions, commits, assigned, adoptedInputs, waits);
                if (adoptedInputs.look(admin)) {
                    consumer.subscribe(topics(adoptedInputs), assigned);
                }
                holding.look(adoptedInputs.count(consumer.assignment()), adoptedInputs.partitions());
                appender.append();
                commits.commit(buffer.partitions());
                meter.look(consumer, buffer);
                watch.look(consumer, buffer, waits.or(this::hasItsShare));
            }
            // Intake was stopped: records in flight get a bounded time to be acknowledged.
            assigned.end();
            shortened.addAll(log.shortened());
            failOn(log.failure());
        } finally {
            buffer.clear();
        }
    }

    private InputPositions positions(
            Admin admin,
            AdoptedInputs adoptedInputs,
            Consumer<byte[], byte[]> consumer,
            PositionsTopic kept,
            LogWriter log) {
        return new InputPositions(
                names.domain(),
                adoptedInputs::readBy,
                consumer,
                () -> ids(admin, adoptedInputs),
                () -> new PositionLookup(
                        names.intake(),
                        () -> CommittedInputs.foreign(admin, names.intake()),
                        kept,
                        () -> found(LogScan.of(names.log(), clients), log),
                        () -> found(LogScan.ofEnd(names.log(), clients), log),
                        Set.copyOf(shortened)),
                new AwaitedInputs(InputRanges.of(admin), clients.ticker()),
                acceptGap,
                adoptedInputs::hasLost);
    }

    /** Notes the ends of what was scanned: its records are passed over, so the log must not lose them unnoticed. */
    private static LogScan found(LogScan scan, LogWriter log) {
        log.found(scan.ends());
        return scan;
    }

    /** Looks up the adopted topics. */
    private AdoptedInputs adopted(Admin admin, String logId) throws InterruptedException {
        if (names.adopted().isEmpty()) {
            return AdoptedInputs.none(names, clients.ticker());
        }
        waitsFor = "the topic " + names.positions();
        AdoptedInputs its = new AdoptedInputs(
                names,
                settings,
                new Notices(names.positions(), logId, clients.reader(), clients.ticker()),
                () -> lookups.introduceAdopted(names),
                clients.ticker());
        its.look(admin);
        adopted = its;
        return its;
    }

    private Map<String, String> ids(Admin admin, AdoptedInputs its) {
        Map<String, String> ids = Topics.ids(admin, names.inputs());
        ids.putAll(its.ids(admin));
        return ids;
    }

    private List<String> topics(AdoptedInputs its) {
        List<String> topics = new ArrayList<>(names.inputs());
        topics.addAll(its.topics());
        return topics;
    }

    /** @param announced the rules that empty partitions begin with, as the others have */
    private LogWriter writer(Map<Integer, Long> ends, int announced, List<InputReader.Numbered> outputSchemas) {
        Domain domain = names.domain();
        Set<Integer> empty = empty(ends);
        if (announced < domain.rules() && !empty.isEmpty()) {
            LOG.warn(
                    "Partitions {} of {} are empty and begin with rules {}/{}, as older instances expect; once none of"
                            + " these runs, 'rota run --domains {} --rules {}' announces the newest rules",
                    empty,
                    names.log(),
                    domain.name(),
                    announced,
                    domain.name(),
                    domain.rules());
        }
        return new LogWriter(names, clients.log(), ends.size(), announced, empty, outputSchemas);
    }

    private static Set<Integer> empty(Map<Integer, Long> ends) {
        return ends.entrySet().stream()
                .filter(end -> end.getValue() == 0)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    /** Detects a log that has lost acknowledged records, and one that was re-created. */
    private void compareLog(KeptPositions.Kept known, String logId, Admin admin) {
        if (known.hasOnlyOtherLogs(logId)) {
            throw new StoppedException(
                    "intake stops: " + names.log() + " was deleted and created again, so what had been"
                            + " appended is gone. Restore it, or begin anew under another topic.prefix");
        }
        // The log's ends are looked up last, since other instances append meanwhile.
        Map<Integer, Long> ends = Topics.ends(admin, names.log());
        known.logEnds(logId).forEach((partition, end) -> {
            long now = ends.getOrDefault(partition, 0L);
            if (now < end) {
                LOG.error(
                        "{}/{} ends at {}, but had acknowledged records up to {}; the inputs that it may have lost are"
                                + " read again",
                        names.log(),
                        partition,
                        now,
                        end);
                shortened.add(partition);
            }
        });
    }

    private void poll(
            Consumer<byte[], byte[]> consumer,
            InputPositions positions,
            InputCommits commits,
            AssignedInputs assigned,
            AdoptedInputs adoptedInputs,
            Predicate<TopicPartition> waits) {
        boolean full = !buffer.hasOnly(waits) || commits.inFlight() > IN_FLIGHT_MAX;
        if (full) {
            consumer.pause(consumer.assignment());
        } else {
            consumer.resume(consumer.paused());
            consumer.pause(consumer.assignment().stream()
                    .filter(waits.or(this::hasItsShare))
                    .toList());
        }
        try {
            var polled = consumer.poll(POLL);
            // This comes before anything that may throw: the consumer's position is beyond these records, and is
            // committed at the end.
            polled.forEach(buffer::add);
            assigned.mustBeResumable();
            if (consumer.groupMetadata().generationId() >= 0 && !waitsFor.isEmpty()) {
                waitsFor = "";
                // A static member that returns gets its former partitions without a rebalance. If it ended just after
                // giving one up, no member has that partition, and no other member triggers a rebalance.
                consumer.enforceRebalance("this member has just started");
            }
            if (buffer.hasUnchecked() || clients.ticker().nanoTime() - lastChecked >= CHECK_INTERVAL_NS) {
                check(positions, positions::replaced);
            }
        } catch (TopicAuthorizationException e) {
            // Members learn of all topics that any of them reads; another's adopted topic is no concern of this one.
            if (names.inputs().stream().anyMatch(e.unauthorizedTopics()::contains)) {
                throw e;
            }
            adoptedInputs.forbid(e.unauthorizedTopics());
        } catch (OffsetOutOfRangeException e) {
            check(positions, () -> positions.outOfRange(e));
        }
    }

    /** Returns whether as many bytes of a partition's topic are buffered as may be, which inputs never have. */
    private boolean hasItsShare(TopicPartition partition) {
        List<String> topics = names.adopted();
        return topics.contains(partition.topic()) && buffer.bytes(partition.topic()) > HELD_BYTES_MAX / topics.size();
    }

    /** Begins to read partitions that have waited for their offsets; they wait on while the cluster does not answer. */
    private void look(AssignedInputs assigned) {
        try {
            assigned.look();
        } catch (RetriableException e) {
            waits(e);
        }
    }

    private void waits(RetriableException e) {
        LOG.warn("{} waits for the cluster: {}", names.intake(), e.getMessage());
    }

    /** Checks which topic ids the polled records came from; they wait while the cluster does not answer. */
    private void check(InputPositions positions, Supplier<Set<String>> replaced) {
        lastChecked = clients.ticker().nanoTime();
        try {
            buffer.checked(positions, replaced.get());
        } catch (RetriableException e) {
            waits(e);
        }
    }

    private void failOn(@Nullable Exception failure) {
        if (failure instanceof LogShortened) {
            LOG.error("{}; the inputs that it may have lost are read again", failure.getMessage());
        } else if (failure != null) {
            throw new StoppedException("intake of " + names.domain().name() + " stops: the log " + names.log()
                    + " does not take a record (" + failure.getMessage() + ")");
        }
    }
}
