package dev.rota.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.engine.Subject;
import dev.rota.engine.Version;
import dev.rota.kafka.Partitions;
import dev.rota.serde.SchemaRegistry;
import dev.rota.settings.Names;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import dev.rota.stream.adopted.Adoption;
import dev.rota.stream.adopted.Levels;
import dev.rota.stream.common.ClientSettings;
import dev.rota.stream.common.EverySecond;
import dev.rota.stream.common.GroupMember;
import dev.rota.stream.common.OwnMembers;
import dev.rota.stream.common.StoppedException;
import dev.rota.stream.intake.Intake;
import dev.rota.stream.intake.IntakeClients;
import dev.rota.stream.intake.SchemaLookups;
import dev.rota.stream.kstreams.StreamsSettings;
import dev.rota.stream.meters.Series;
import dev.rota.stream.pages.PageAnswer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.streams.StreamsConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs a domain in this process: its intake, its scheduler, and a watchdog over both. */
public final class DomainRun implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(DomainRun.class);

    /** The time that intake and scheduler have to close, in parallel. */
    private static final Duration CLOSE_MAX = Duration.ofSeconds(8);

    private final Names names;
    private final Admin admin;
    private final Progress progress;
    private final Readiness readiness = new Readiness();
    private final OwnMembers members = new OwnMembers();
    private final SchedulerApp scheduler;
    private final Intake intake;
    private final Thread intakeThread;
    private final Adoption adoption;
    private final Levels levels;
    private final EverySecond watch;

    /** Looks at the disk on a thread of its own: the other watch waits up to ten seconds for each answer of a cluster. */
    private final EverySecond diskWatch;

    private final Series logLag;
    private final FreeSpace disk;
    private final Consumer<String> failed;
    private final AtomicReference<String> failure = new AtomicReference<>();
    private final AtomicInteger logPartitions = new AtomicInteger();
    private volatile boolean closing;

    /** The ownership that was logged last. */
    private Ownership said = new Ownership(List.of(), List.of(), List.of());

    /** @param failed called once, on any thread, with the reason if this domain stops */
    public DomainRun(
            Domain domain,
            Settings settings,
            SchemaRegistry registry,
            Parallel parallel,
            Recovery recovery,
            MeterRegistry metrics,
            Consumer<String> failed) {
        this.names = Names.of(domain, settings);
        this.failed = failed;
        this.admin = Admin.create(new ClientSettings(settings).watchingAdmin(names));
        this.scheduler = new SchedulerApp(
                names, settings, parallel, recovery.rebuild(), metrics, members, this::schedulerFailed);
        String state = StreamsSettings.of(names, settings).getProperty(StreamsConfig.STATE_DIR_CONFIG);
        this.disk = new FreeSpace(Path.of(state), settings.number(Setting.STATE_FREE_BYTES_MIN));
        this.progress = new Progress(names, admin, scheduler::has, scheduler.standings());
        SchemaLookups lookups = new SchemaLookups(
                registry,
                settings.flag(Setting.AUTO_REGISTER),
                Duration.ofMillis(settings.number(Setting.SCHEMA_PATIENCE_MS)));
        IntakeClients clients = IntakeClients.of(names, settings, members);
        this.adoption = new Adoption(names, settings, clients, lookups);
        this.intake = new Intake(
                names,
                settings,
                clients,
                lookups,
                names.adopted().isEmpty() ? List.of() : List.of(adoption),
                recovery.acceptGap(),
                metrics);
        this.levels = new Levels(names, settings, admin);
        this.intakeThread = new Thread(this::runIntake, names.intake());
        this.logLag = new Series(
                "rota.log.lag",
                "Log records of this instance's partitions that are not decided and committed yet",
                Tags.of("domain", domain.name()),
                metrics);
        this.watch = new EverySecond(names.scheduler() + "-watch", this::watch, this::fail);
        this.diskWatch = new EverySecond(names.scheduler() + "-disk", this::watchDisk, this::fail);
    }

    /** Starts the domain. Its topics must exist and be configured as an audit needs them; see {@link TopicCheck}. */
    public void start() {
        LOG.info(
                "{} starts: rota {}, log {}, groups {} and {}",
                domain().name(),
                Version.OF_JAR,
                names.log(),
                names.intake(),
                names.scheduler());
        scheduler.start();
        intakeThread.start();
        watch.start();
        diskWatch.start();
    }

    public Domain domain() {
        return names.domain();
    }

    public Names names() {
        return names;
    }

    /** Returns the scheduler's topology, as text. */
    public String topology() {
        return scheduler.topology().describe().toString();
    }

    public Map<Integer, Long> lag() {
        return progress.lag();
    }

    /**
     * Returns since when the oldest pending work of the partitions that this process decides has been waiting, as of a
     * few seconds ago; {@link dev.rota.engine.Times#NEVER} if nothing waits.
     */
    public long waitingSince() {
        return scheduler.waitingSince();
    }

    /** Returns what this process does for which partitions of the log. */
    public Ownership ownership() {
        return scheduler.ownership();
    }

    /** Returns the address of the instance that decides a log partition; empty if the group does not list one. */
    public Optional<String> owner(int partition) {
        return Optional.ofNullable(scheduler.owners().address(partition));
    }

    /** Returns the address of the instance that decides a unit; empty if the group does not list one, or not yet. */
    public Optional<String> owner(String unit) {
        int count = logPartitions.get();
        return count == 0 ? Optional.empty() : owner(Partitions.of(unit.getBytes(UTF_8), count));
    }

    /** Returns the addresses of the instances that the scheduler's group lists, except those that advertise none. */
    public Set<String> addresses() {
        return scheduler.owners().addresses();
    }

    /** Returns the members of the domain's groups in this process. */
    public Collection<GroupMember> members() {
        return members.all();
    }

    /** Sets what is called, by any thread and without waiting, after {@link #members} has changed. */
    public void whenMembersChange(Runnable listener) {
        members.whenChanged(listener);
    }

    /** Takes the partitions of another instance whose process has ended without a farewell. */
    public void ended(Collection<GroupMember> processMembers) {
        scheduler.ended(processMembers);
    }

    /**
     * Returns one of the {@link Domain#pages()} of a unit, up to a second old, as of one log position. It may contain
     * decisions that are not committed yet; if their transaction fails, the same ones are made again. The future may
     * never complete if no processor is assigned the unit's partition, so the caller limits its wait.
     */
    public CompletableFuture<PageAnswer> page(String unit, String page) {
        return asked(unit, partition -> scheduler.page(partition, unit, page));
    }

    /** Returns the tag of a page as text, empty if it has none. Pages with the same tag are equal. */
    public CompletableFuture<PageAnswer> tag(String unit, String page) {
        return asked(unit, partition -> scheduler.tag(partition, unit, page));
    }

    /**
     * Returns why a subject of a unit is where it is, from the live state as of one log position: JSON with
     * {@code asOf}, {@code state} and {@code sentence}. As for {@link #page}, it may contain decisions that are not
     * committed, and may never complete.
     */
    public CompletableFuture<PageAnswer> explain(String unit, Subject subject) {
        return asked(unit, partition -> scheduler.explain(partition, unit, subject));
    }

    /** Returns the answer of the scheduler that decides a unit, or the reason why it cannot be asked. */
    private CompletableFuture<PageAnswer> asked(String unit, IntFunction<CompletableFuture<PageAnswer>> answer) {
        if (closing) {
            return CompletableFuture.completedFuture(PageAnswer.stopping(unit));
        }
        CompletableFuture<Integer> partition =
                logPartitions().thenApply(count -> Partitions.of(unit.getBytes(UTF_8), count));
        // A failure of the scheduler is not one of the cluster.
        return partition
                .handle((known, failure) -> failure == null
                        ? null
                        : closing ? PageAnswer.stopping(unit) : PageAnswer.noCluster(names.log(), failure))
                .thenCompose(no ->
                        no == null ? partition.thenCompose(answer::apply) : CompletableFuture.completedFuture(no));
    }

    /** Returns the log's partition count, which is looked up once, since it never changes. */
    private CompletableFuture<Integer> logPartitions() {
        int known = logPartitions.get();
        if (known > 0) {
            return CompletableFuture.completedFuture(known);
        }
        CompletableFuture<Integer> partitions = new CompletableFuture<>();
        var unused = admin.describeTopics(List.of(names.log())).allTopicNames().whenComplete((topics, failure) -> {
            if (failure != null) {
                partitions.completeExceptionally(failure);
            } else {
                logPartitions.set(Objects.requireNonNull(topics.get(names.log()))
                        .partitions()
                        .size());
                partitions.complete(logPartitions.get());
            }
        });
        return partitions;
    }

    public Health health() {
        String ended = failure.get();
        if (ended != null) {
            return new Health(false, List.of(ended), List.of());
        }
        boolean intakeLive = intakeThread.isAlive() || intakeThread.getState() == Thread.State.NEW;
        List<String> stalls = new ArrayList<>(intake.stalls());
        stalls.addAll(progress.stalls());
        List<String> notes = new ArrayList<>(scheduler.notes());
        notes.addAll(intake.notes());
        return readiness.judge(
                scheduler.live() && intakeLive, scheduler.reasons(), stalls, progress.silence(), intake.waits(), notes);
    }

    private void watch() {
        readiness.note(health());
        progress.look(System.nanoTime());
        Map<Tags, Double> lag = new HashMap<>();
        progress.lag().forEach((partition, records) -> {
            if (scheduler.has(partition)) {
                lag.put(Tags.of("partition", String.valueOf(partition)), (double) records);
            }
        });
        logLag.set(lag);
        scheduler.showGauges();
        publishLevels();
        sayOwnership();
    }

    private void publishLevels() {
        Map<String, Long> known = adoption.levels();
        int partitions = progress.lag().size();
        Map<Integer, Set<String>> units = new HashMap<>();
        if (partitions > 0) {
            known.keySet()
                    .forEach(unit -> units.computeIfAbsent(
                                    Partitions.of(unit.getBytes(UTF_8), partitions), none -> new TreeSet<>())
                            .add(unit));
        }
        scheduler.watchBacklogs(units, Levels.PUBLISHED_MIN);
        levels.publish(scheduler.backlogs(), known);
    }

    private void watchDisk() {
        String full = disk.shortage();
        if (full != null) {
            fail(full);
        }
    }

    private void sayOwnership() {
        Ownership now = scheduler.ownership();
        if (!now.equals(said)) {
            said = now;
            LOG.info(
                    "{} decides the partitions {} of {}, restores {}, stands by for {}",
                    domain().name(),
                    now.decides(),
                    names.log(),
                    now.restores(),
                    now.standsBy());
        }
    }

    private void runIntake() {
        try {
            intake.run();
        } catch (Throwable e) {
            // An Error ends the process too: otherwise the thread would be gone and the domain would silently stand
            // still.
            fail(
                    e instanceof StoppedException
                            ? String.valueOf(e.getMessage())
                            : "intake of " + domain().name() + " ended: " + EndReason.sentence(e));
        }
    }

    private void schedulerFailed() {
        @Nullable String why = scheduler.failure();
        fail("the scheduler of " + domain().name() + " stopped: " + (why == null ? "for no known reason" : why));
    }

    private void fail(String why) {
        if (!closing && failure.compareAndSet(null, why)) {
            // The process prints the reason when it ends, which takes seconds.
            LOG.error("{} must stop: {}", domain().name(), why);
            failed.accept(why);
        }
    }

    /** Closes within nine seconds. All accepted inputs are in the log, so nothing is lost. */
    @Override
    public void close() {
        closing = true;
        LOG.info("{} stops and hands its partitions over", domain().name());
        long begun = System.nanoTime();
        intake.stop();
        watch.close();
        diskWatch.close();
        scheduler.close();
        long left = CLOSE_MAX.toMillis() - (System.nanoTime() - begun) / 1_000_000;
        try {
            intakeThread.join(Math.max(1, left));
            if (intakeThread.isAlive()) {
                intakeThread.interrupt();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        levels.close();
        admin.close(Duration.ZERO);
        LOG.info("{} has stopped after {} ms", domain().name(), (System.nanoTime() - begun) / 1_000_000);
    }
}
