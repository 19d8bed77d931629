package dev.rota.stream.intake;

import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.engine.machine.NewerBuildNeeded;
import dev.rota.kafka.AdminAnswers;
import dev.rota.kafka.Topics;
import dev.rota.settings.Names;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import dev.rota.stream.common.Replacements;
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
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
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

    private static final Duration MOMENT = Duration.ofMillis(20);

    /** The pause before a cluster that does not answer is queried again. */
    private static final Duration RETRY = Duration.ofSeconds(1);

    private final Names names;
    private final IntakeClients clients;
    private final SchemaLookups lookups;
    private final List<TopicSource.Opener> openers;
    private final ParkedPartitions parked;
    private final boolean acceptGap;
    private final IntakeMeter meter;
    private final IntakeWatch watch;
    private final Replacements replacements;
    private final InputBuffer buffer = new InputBuffer();

    /** Log partitions that lost acknowledged records; their inputs are read again. */
    private final Set<Integer> shortened = new HashSet<>();

    private volatile boolean running = true;

    /** The sources that were opened last; null until intake has begun. */
    private volatile @Nullable TopicSources sources;

    /** The positions of the partitions that are assigned; null until intake has begun. */
    private volatile @Nullable InputPositions assignedPositions;

    /**
     * Creates an intake.
     *
     * @param openers opens the sources that are read besides the domain's inputs
     */
    public Intake(
            Names names,
            Settings settings,
            IntakeClients clients,
            SchemaLookups lookups,
            List<TopicSource.Opener> openers,
            boolean acceptGap,
            MeterRegistry metrics) {
        LongSupplier nanoTime = clients.ticker()::nanoTime;
        this.names = names;
        this.clients = clients;
        this.lookups = lookups;
        this.openers = List.copyOf(openers);
        this.parked = new ParkedPartitions(lookups, settings.number(Setting.SCHEMA_PATIENCE_INTERVAL_MS), nanoTime);
        this.acceptGap = acceptGap;
        this.replacements = new Replacements(nanoTime);
        this.watch = new IntakeWatch(names.intake(), clients.ticker());
        this.meter = new IntakeMeter(names, parked, this::unread, metrics, System::currentTimeMillis, nanoTime);
    }

    /**
     * Returns what intake waits for before it can read its first records; empty once it has partitions, or has been
     * assigned none.
     */
    public String waitsFor() {
        return watch.waitsFor();
    }

    /** Returns a sentence for each part of intake that has stood still too long. */
    public List<String> stalls() {
        return watch.stalls();
    }

    /**
     * Returns a sentence for what intake waits for before it can read, and for each partition of an input that waits
     * for its leader or for the registry, while other partitions continue.
     */
    public List<String> waits() {
        List<String> waits = new ArrayList<>();
        if (!waitsFor().isEmpty()) {
            waits.add("intake waits for " + waitsFor());
        }
        waits.addAll(parked.reasons());
        waits.addAll(unread(names.inputs()::contains));
        return waits;
    }

    /**
     * Returns a sentence for each topic or partition of another source that is not read, and for what its records wait;
     * everything else continues.
     */
    public List<String> notes() {
        List<String> notes = new ArrayList<>();
        for (TopicSource source : opened()) {
            if (source.isForeign()) {
                notes.addAll(source.notes());
                notes.addAll(unread(source::has));
            }
        }
        return notes;
    }

    /** Returns the sources that were opened last. */
    private List<TopicSource> opened() {
        TopicSources opened = sources;
        return opened == null ? List.of() : opened.all();
    }

    /** Returns why partitions of topics that match are not read. */
    private List<String> unread(Predicate<String> topics) {
        InputPositions assigned = assignedPositions;
        return assigned == null
                ? List.of()
                : assigned.waits().entrySet().stream()
                        .filter(each -> topics.test(each.getKey().topic()))
                        .map(Map.Entry::getValue)
                        .toList();
    }

    /** Returns how many assigned partitions, and how many whole topics, are not read. */
    private int unread() {
        return unread(topic -> true).size()
                + opened().stream().mapToInt(TopicSource::unread).sum();
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
        watch.waits("the log " + names.log());
        int announced = announced(admin);
        List<NumberedSchema> outputSchemas = introduced(announced);
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
        while (cause != null && !(cause instanceof KafkaException cluster && AdminAnswers.mayComeLater(cluster))) {
            cause = cause.getCause();
        }
        if (cause == null && replacements.helps(failure)) {
            LOG.warn("{} has lost its place and joins again: {}", names.intake(), failure.toString());
            clients.ticker().sleep(RETRY);
            return;
        }
        if (cause == null) {
            throw failure;
        }
        watch.waitsForOthers("the cluster: " + AdminAnswers.why(cause));
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
    private @Nullable List<NumberedSchema> introduced(int announced) throws InterruptedException {
        watch.waitsForOthers("the schema registry");
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
    private void copy(Admin admin, int announced, List<NumberedSchema> outputSchemas) throws InterruptedException {
        Map<Integer, Long> ends = Topics.ends(admin, names.log());
        LogOrigin.require(clients.reader(), clients.ticker(), names.log(), ends.size());
        String logId = Topics.id(admin, names.log());
        try (PositionsTopic kept = new PositionsTopic(names, logId, clients);
                TopicSources opened = open(admin, logId, ends.size(), kept);
                Consumer<byte[], byte[]> consumer = clients.inputs(opened.fetchBytes());
                LogWriter log = writer(ends, announced, outputSchemas)) {
            sources = opened;
            compareLog(kept.read(), logId, admin);
            InputPositions positions = positions(admin, opened, consumer, kept, log);
            assignedPositions = positions;
            InputCommits commits = new InputCommits(
                    names.intake(),
                    consumer,
                    topic -> opened.of(topic).isForeign(),
                    positions,
                    kept,
                    log::acknowledged,
                    () -> log.failure() != null,
                    clients.ticker());
            AssignedInputs assigned =
                    new AssignedInputs(consumer, buffer, opened, positions, commits, kept, clients.ticker());
            InputAppender appender = new InputAppender(buffer, opened, positions, commits, kept, log, meter);
            watch.waits("its group " + names.intake() + " to assign partitions");
            watch.begin(commits::settled);
            consumer.subscribe(opened.topics(), assigned);
            while (running && log.failure() == null) {
                assigned.look();
                assigned.poll();
                if (assigned.isMember()) {
                    watch.reads();
                }
                if (opened.look(consumer.assignment())) {
                    consumer.subscribe(opened.topics(), assigned);
                }
                appender.append();
                commits.commit(buffer.partitions());
                meter.look(consumer, buffer);
                watch.look(consumer, buffer, assigned::isPaused);
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
            Admin admin, TopicSources opened, Consumer<byte[], byte[]> consumer, PositionsTopic kept, LogWriter log) {
        return new InputPositions(
                names.domain(),
                topic -> opened.of(topic).reading(topic),
                consumer,
                () -> opened.ids(admin),
                () -> new PositionLookup(
                        names.intake(),
                        () -> CommittedInputs.foreign(admin, names.intake()),
                        kept,
                        () -> found(LogScan.of(names.log(), clients), log),
                        () -> found(LogScan.ofEnd(names.log(), clients), log),
                        Set.copyOf(shortened)),
                new AwaitedInputs(InputRanges.of(admin), clients.ticker()),
                acceptGap,
                (partition, what) -> opened.of(partition).toleratesLoss(partition, what));
    }

    /** Notes the ends of what was scanned: its records are passed over, so the log must not lose them unnoticed. */
    private static LogScan found(LogScan scan, LogWriter log) {
        log.found(scan.ends());
        return scan;
    }

    /** Opens the sources of the log's records. */
    private TopicSources open(Admin admin, String logId, int logPartitions, PositionsTopic kept)
            throws InterruptedException {
        List<TopicSource> opened = new ArrayList<>();
        opened.add(new DomainInputs(names, new InputReader(names, logPartitions), parked, kept));
        for (TopicSource.Opener opener : openers) {
            watch.waits(opener.waitsFor());
            opened.add(opener.open(admin, logId, logPartitions));
        }
        return new TopicSources(opened);
    }

    /** @param announced the rules that empty partitions begin with, as the other partitions do */
    private LogWriter writer(Map<Integer, Long> ends, int announced, List<NumberedSchema> outputSchemas) {
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

    private void failOn(@Nullable Exception failure) {
        if (failure instanceof LogShortened) {
            LOG.error("{}; the inputs that it may have lost are read again", failure.getMessage());
        } else if (failure != null) {
            throw new StoppedException("intake of " + names.domain().name() + " stops: the log " + names.log()
                    + " does not take a record (" + failure.getMessage() + ")");
        }
    }
}
