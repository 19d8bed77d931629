package dev.rota.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertAll;

import dev.rota.chunks.scheduler.ChunksDomain;
import dev.rota.engine.Domain;
import dev.rota.engine.Input;
import dev.rota.engine.Nullable;
import dev.rota.engine.Position;
import dev.rota.engine.log.AttendedTime.Interval;
import dev.rota.engine.log.LogRecord;
import dev.rota.engine.log.OutputFormat;
import dev.rota.jobs.scheduler.JobsDomain;
import dev.rota.kafka.AdminAnswers;
import dev.rota.kafka.LogHeaders;
import dev.rota.kafka.Owners;
import dev.rota.kafka.Partitions;
import dev.rota.local.UnreliableBroker;
import dev.rota.settings.Setting;
import dev.rota.shards.scheduler.PoolHistory;
import dev.rota.shards.scheduler.ShardsDomain;
import dev.rota.trials.Await;
import dev.rota.trials.Full;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs two instances of three schedulers on one broker, with a farm, a pool of worker processes, a network with large
 * epochs, and one with readers, and injects each fault once: instances, workers and a bot are killed, instances and
 * workers freeze, the broker is down, and its clock is set ahead. Each input must be decided once, and no party that
 * reports may be lost.
 */
@Tag("broker")
@Tag("embedded")
@Full
class EveryFaultTest {

    /** The session timeout of instances. A frozen one leaves syncs unread for longer than bots may be silent. */
    private static final String SESSION_MS = "10000";

    private static final long BOT_TIMEOUT_MS = 8_000;
    private static final int BOT_DELIVERY_MS = 9_000;

    private static final long HOUR_MS = 3_600_000;
    private static final int PARTITIONS = 4;

    private static final String[] BOTS = {"b0", "b1", "b2", "killed", "late", "last"};
    private static final int FARM_BOTS = 600;
    private static final String COHORT = "default";

    /** The number of times that more work is begun. */
    private static final int PHASES = 5;

    private final Domain jobs = new JobsDomain().configured(new TreeMap<>(Map.of("cohorts", BuildFarm.SETTING)));
    private final List<Domain> domains = List.of(jobs, new ShardsDomain(), new ChunksDomain());
    private final List<RunProcess> instances = new ArrayList<>();
    private final List<AutoCloseable> open = new ArrayList<>();
    private int phase;

    @TempDir
    private Path folder;

    @SuppressWarnings("NullAway.Init")
    private UnreliableBroker broker;

    @SuppressWarnings("NullAway.Init")
    private List<Tenant> tenants;

    /** The tenant of {@code jobs}. */
    @SuppressWarnings("NullAway.Init")
    private Tenant tenant;

    @SuppressWarnings("NullAway.Init")
    private BuildFarm farm;

    @SuppressWarnings("NullAway.Init")
    private LeasedBots bots;

    @SuppressWarnings("NullAway.Init")
    private BusyPool pool;

    @SuppressWarnings("NullAway.Init")
    private EpochNetwork epochs;

    @SuppressWarnings("NullAway.Init")
    private ReadNetwork reads;

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    @Test
    void shouldDecideEachInputOnceWhateverFails() throws Exception {
        start();
        killAnInstanceInAnEpoch();
        killBothInAFullFarm();
        freezeTheInstanceThatReadsSyncs();
        killAndFreezeWorkers();
        stopTheBroker();
        setTheClockAhead();
        end();

        RunProcess any = instances.get(0);
        assertAll(
                farm::assertRunOnce,
                epochs::assertPublishedOnce,
                reads::assertNoReadMissed,
                pool::assertEndedOnce,
                // a farm's bot may report a lease that has just been evicted
                () -> assertThat(tenant.rejections().toEnd())
                        .allMatch(record -> BuildFarm.COHORTS.contains(Tenant.header(record, OutputFormat.UNIT))),
                () -> assertThat(domains).allMatch(domain -> exitOf(any, "audit", domain.name()) == 0),
                () -> assertThat(exitOf(any, "shards", "verify", "--all", "--pool", PoolHistory.POOL))
                        .isZero());
    }

    private void start() throws Exception {
        broker = new UnreliableBroker(folder.resolve("broker"));
        SharedCluster cluster = open(new SharedCluster(broker));
        Map<String, String> own = new TreeMap<>(Map.of("jobs.cohorts", BuildFarm.SETTING));
        own.put(Setting.HTTP_PORT.key(), "0");
        own.put(Setting.PARTITIONS.key(), String.valueOf(PARTITIONS));
        own.put("kafka.session.timeout.ms", SESSION_MS);
        own.put("streams.main.consumer.session.timeout.ms", SESSION_MS);
        own.put("streams.producer.transaction.timeout.ms", "10000");
        Map<String, String> settings = cluster.settings(own);
        tenants = domains.stream()
                .map(domain -> open(new Tenant(domain, settings)))
                .toList();
        for (String id : List.of("one", "two")) {
            Map<String, String> its = new TreeMap<>(settings);
            its.put(Setting.INSTANCE_ID.key(), id);
            its.put("streams.state.dir", folder.resolve(id).resolve("state").toString());
            RunProcess instance = open(RunProcess.unstarted("jobs,shards,chunks", folder.resolve(id), its));
            instance.begin();
            instances.add(instance);
        }
        tenant = tenants.get(0);
        farm = new BuildFarm(tenant);
        bots = open(new LeasedBots(tenant, BOT_DELIVERY_MS));
        pool = open(new BusyPool(tenants.get(1)));
        epochs = new EpochNetwork(tenants.get(2));
        reads = new ReadNetwork(tenants.get(2));
        farm.open(FARM_BOTS);
        epochs.open();
        reads.open();
        pool.open(instances.get(0).config());
        untilBothTakePart();
        bots.assign(BOT_TIMEOUT_MS, BOTS);
        until("all chunks to be visible", reads::isVisible);
    }

    /** Begins more work of all kinds. */
    private void begin(int farmJobs) throws Exception {
        phase++;
        farm.submit(BuildFarm.COMMITS, farmJobs);
        pool.allow(phase, PHASES);
        pool.revive();
        epochs.change();
        reads.change();
    }

    private boolean isDone() {
        return farm.pending() == 0 && epochs.pending() == 0 && pool.hasPaused();
    }

    private void killAnInstanceInAnEpoch() throws Exception {
        begin(0);
        until("the first of several epochs", () -> epochs.pending() <= 2);
        RunProcess decider = instances.get(decider());
        decider.kill();
        until("the other to decide everything", () -> deciding().size() == 1 && isDone());
        decider.begin();
    }

    /** Kills both instances when all slots are taken. Jobs are evicted for those that are submitted meanwhile. */
    private void killBothInAFullFarm() throws Exception {
        untilBothTakePart();
        farm.hold(true);
        begin(2_000);
        until("a full farm", farm::isFull);
        for (RunProcess instance : instances) {
            instance.kill();
        }
        farm.submit(BuildFarm.COMMITS, 540);
        farm.submit(BuildFarm.OWED, 60);
        for (RunProcess instance : instances) {
            instance.begin();
        }
        until("an eviction", farm::hasEvicted);
        farm.hold(false);
        until("everything to be decided", this::isDone);
    }

    /** Freezes the instance that does not decide the bots. When it thaws, it has syncs to read. */
    private void freezeTheInstanceThatReadsSyncs() throws Exception {
        untilBothTakePart();
        begin(400);
        RunProcess frozen = instances.get(1 - decider());
        frozen.freeze();
        until("the other to decide everything", () -> intakes() == 1 && isDone());
        frozen.thaw();
    }

    private void killAndFreezeWorkers() throws Exception {
        untilBothTakePart();
        begin(400);
        List<WorkerProcess> workers = pool.workers();
        workers.get(0).kill();
        workers.get(0).start();
        workers.get(1).freeze();
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(BusyPool.WORKER_TIMEOUT_MS + 1_000);
        until("a frozen worker's timeout", () -> System.nanoTime() - end >= 0);
        workers.get(1).thaw();
        workers.get(0).leave();
        for (WorkerProcess worker : workers) {
            worker.kill();
        }
        pool.revive();
        until("everything to be decided", this::isDone);
    }

    /** Stops the broker for longer than the bots' producer retries, and for longer than all timeouts. */
    private void stopTheBroker() throws Exception {
        begin(400);
        TopicTail log = tenant.tail("jobs.log");
        int before = log.toEnd().size();
        broker.stop();
        bots.syncDue();
        for (String bot : BOTS) {
            bots.fallSilent(bot);
        }
        // the other parties would wait for their producers
        Await.until("the bots to give up", bots::haveGivenUp);
        broker.start();

        // no bot is lost when silence counts again, before any bot has synced
        until("a Tick of the time after the outage", () -> hasTickAfterOutage(log.toEnd(), before));
        for (String bot : BOTS) {
            bots.speak(bot);
        }
        bots.fallSilent("killed");
        pool.revive();
        until("the killed bot to be lost", () -> isLost("killed") && isDone());
    }

    /** Sets the broker's clock ahead when one bot is between two syncs. Nothing was attended in that hour. */
    private void setTheClockAhead() throws Exception {
        TopicTail log = tenant.tail("jobs.log");
        long later =
                log.toEnd().stream().mapToLong(ConsumerRecord::timestamp).max().orElseThrow() + HOUR_MS;
        bots.fallSilent("late");
        broker.clockAhead(HOUR_MS);
        until("a decision of later", () -> log.more().stream().anyMatch(record -> record.timestamp() >= later));
        bots.speak("late");
        bots.fallSilent("last");
        until("the last bot to be lost", () -> isLost("last"));
        for (String bot : BOTS) {
            if (!isLost(bot)) {
                bots.complete(bot);
            }
        }
        assertThat(isLost("killed")).isTrue();
        assertThat(isLost("last")).isTrue();
    }

    private void end() throws Exception {
        pool.revive();
        reads.settle();
        until("everything at rest", () -> isDone() && reads.isAtRest());
        pool.leave();
        for (Tenant each : tenants) {
            each.flush();
            assertThat(each.failures()).isEmpty();
            for (Input<?> input : each.names().domain().inputs()) {
                each.awaitTaken(input.topic());
            }
            each.awaitDecided();
        }
    }

    /** Waits for a condition while all parties continue. */
    private void until(String what, Callable<Boolean> condition) {
        Await.untilTransactionsEnd(
                () -> what + " in phase " + phase + ", but pending are " + farm.pending() + " jobs, " + pool.pending()
                        + " transactions, " + epochs.pending() + " epochs; " + deciding(),
                () -> {
                    try {
                        bots.syncDue();
                        farm.hear();
                        pool.hear();
                        epochs.hear();
                        reads.turn();
                        return condition.call();
                    } catch (Exception e) {
                        throw new AssertionError(e);
                    }
                });
    }

    private void untilBothTakePart() {
        until("both to take part", () -> intakes() == 2 && deciding().size() == 2);
    }

    private boolean isLost(String bot) {
        return bots.states(bot).contains("RETRIED");
    }

    /** Returns the number of instances whose intake reads inputs of {@code jobs}. */
    private long intakes() {
        String group = tenant.names().intake();
        return Objects.requireNonNull(AdminAnswers.get(tenant.admin()
                                .describeConsumerGroups(List.of(group))
                                .all())
                        .get(group))
                .members()
                .stream()
                .filter(member -> !member.assignment().topicPartitions().isEmpty())
                .count();
    }

    private SortedMap<String, Set<Integer>> deciding() {
        return Owners.of(
                tenant.admin(), tenant.names().scheduler(), tenant.names().log());
    }

    /** Returns the number of the instance that decides the bots, which are all in one cohort. */
    private int decider() {
        int partition = Partitions.of(COHORT.getBytes(UTF_8), PARTITIONS);
        return Objects.requireNonNull(deciding().get("one")).contains(partition) ? 0 : 1;
    }

    /**
     * Returns whether there is a Tick of the bots' cohort that counts time after the outage as attended, and asserts
     * that none counts any part of the outage. The outage is the first long gap behind a number of records.
     */
    private static boolean hasTickAfterOutage(List<ConsumerRecord<byte[], byte[]>> log, int before) throws Exception {
        long last = Long.MAX_VALUE;
        @Nullable Interval outage = null;
        boolean after = false;
        for (int i = 0; i < log.size(); i++) {
            ConsumerRecord<byte[], byte[]> record = log.get(i);
            if (!COHORT.equals(new String(record.key(), UTF_8))) {
                continue;
            }
            if (i >= before && outage == null && record.timestamp() - last > BOT_TIMEOUT_MS) {
                outage = new Interval(last, record.timestamp());
            }
            last = record.timestamp();
            Position at = new Position(record.partition(), record.offset(), record.timestamp());
            if (outage != null
                    && LogHeaders.parse(at, record.key(), record.headers(), record.value())
                            instanceof LogRecord.Tick tick) {
                Interval gap = outage;
                assertThat(tick.attended().intervals())
                        .as("attended by %s, with an outage of %s", tick, gap)
                        .noneMatch(attended -> attended.from() < gap.to() && attended.to() > gap.from());
                after |= tick.attended().to() >= gap.to();
            }
        }
        return after;
    }

    private static int exitOf(RunProcess instance, String... words) {
        try {
            return instance.exitOf(words);
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private <T extends AutoCloseable> T open(T one) {
        open.add(0, one);
        return one;
    }
}
