package dev.rota.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.log.OutputFormat;
import dev.rota.jobs.BotEvent;
import dev.rota.jobs.BotSync;
import dev.rota.jobs.CohortPolicy;
import dev.rota.jobs.Dependency;
import dev.rota.jobs.InstanceQuota;
import dev.rota.jobs.JobEvent;
import dev.rota.jobs.JobStateEvent;
import dev.rota.jobs.JobStateKind;
import dev.rota.jobs.JobSubmitted;
import dev.rota.jobs.LeaseEvent;
import dev.rota.jobs.LeaseEventKind;
import dev.rota.jobs.LeaseReport;
import dev.rota.jobs.LeaseState;
import dev.rota.jobs.PolicyEvent;
import dev.rota.jobs.Victims;
import dev.rota.jobs.scheduler.JobsDomain;
import dev.rota.serde.UnreadableValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Clients and bots of a few cohorts. Bots complete their leases, except that every fiftieth job fails once. Every other
 * commit belongs to a graph of its cohort.
 */
final class BuildFarm {

    static final List<String> COHORTS = List.of("red", "green", "blue");
    static final String SETTING = "red:red;green:green;blue:blue;default:unknown";
    static final int CAPACITY = 2;

    static final String COMMITS = "commits";

    /** The instance with a minimum quota in each cohort. */
    static final String OWED = "owed";

    /** One job in this many fails once. */
    static final int BROKEN_ONE_IN = 50;

    private final Tenant tenant;
    private final TopicTail assignments;
    private final TopicTail events;

    /** The leases that bots have received and not reported yet. */
    private final Map<String, List<LeaseReport>> told = new LinkedHashMap<>();

    private final Set<String> broken = new TreeSet<>();
    private final Set<String> ended = new TreeSet<>();
    private final FarmGraph graph = new FarmGraph();
    private int bots;
    private int submitted;
    private int assigned;
    private boolean hasEvicted;
    private boolean holding;

    BuildFarm(Tenant tenant) {
        this.tenant = tenant;
        this.assignments = tenant.tail("jobs.assignments");
        this.events = tenant.tail("jobs.events");
    }

    /** Sets quotas and policies by which some jobs are evicted, and lets idle bots sync. */
    void open(int bots) throws InterruptedException {
        this.bots = bots;
        CohortPolicy policy = CohortPolicy.newBuilder()
                .setFailureBackoffMs(200)
                .setPreemptionDelayMs(0)
                .setVictims(Victims.ANY)
                .setLeaseAckMs(600_000)
                .setEndedKeptMs(3_600_000L)
                .build();
        for (String cohort : COHORTS) {
            produce("jobs.policies", cohort, new PolicyEvent(cohort, policy));
            produce(
                    "jobs.policies",
                    cohort,
                    new PolicyEvent(
                            cohort,
                            InstanceQuota.newBuilder()
                                    .setInstance(OWED)
                                    .setMin(100)
                                    .setMax(1_000)
                                    .build()));
        }
        tenant.flush();
        // the end of a job is remembered from then on
        tenant.awaitTaken("jobs.policies");
        for (int i = 0; i < bots; i++) {
            sync("bot-" + i, List.of());
        }
    }

    /** Submits more jobs of an instance. Those of one graph have the same key, which keeps their order. */
    void submit(String instance, int jobs) throws InterruptedException {
        for (int i = 0; i < jobs; i++) {
            String job = "job-" + submitted;
            boolean inGraph = instance.equals(COMMITS) && submitted % 2 == 0;
            List<Dependency> after = inGraph ? graph.add(cohort(job), job) : List.of();
            JobSubmitted event = JobSubmitted.newBuilder()
                    .setInstance(instance)
                    .setPriority(submitted % 7)
                    .setAfter(after)
                    .build();
            produce("jobs.submissions", inGraph ? cohort(job) : job, new JobEvent(job, cohort(job), event));
            submitted++;
        }
    }

    /** Reads new decisions, and lets each bot report its leases, unless they are held. */
    void hear() throws InterruptedException, UnreadableValue {
        for (ConsumerRecord<byte[], byte[]> record : own(assignments)) {
            hear((LeaseEvent) tenant.wire().read(record.topic(), record.value()));
        }
        for (ConsumerRecord<byte[], byte[]> record : own(events)) {
            JobStateEvent event = (JobStateEvent) tenant.wire().read(record.topic(), record.value());
            if (event.getKind() == JobStateKind.COMPLETED || event.getKind() == JobStateKind.ABORTED) {
                ended.add(event.getJob());
            }
            hasEvicted |= event.getKind() == JobStateKind.EVICTED;
        }
        if (holding) {
            return;
        }
        Map<String, List<LeaseReport>> reports = new LinkedHashMap<>(told);
        told.clear();
        for (Map.Entry<String, List<LeaseReport>> bot : reports.entrySet()) {
            sync(bot.getKey(), bot.getValue());
        }
    }

    private static List<ConsumerRecord<byte[], byte[]>> own(TopicTail decisions) {
        return decisions.more().stream()
                .filter(record -> COHORTS.contains(Tenant.header(record, OutputFormat.UNIT)))
                .toList();
    }

    private void hear(LeaseEvent event) {
        List<LeaseReport> reports = told.computeIfAbsent(event.getBot(), bot -> new ArrayList<>());
        if (event.getKind() == LeaseEventKind.ASSIGNED) {
            assigned++;
            int number = number(event.getJob());
            boolean fails = number % BROKEN_ONE_IN == 0 && broken.add(event.getJob());
            String status = fails ? "INTERNAL" : "OK";
            int exitCode = graph.exitCode(event.getJob());
            reports.add(LeaseReport.newBuilder()
                    .setJob(event.getJob())
                    .setLease(event.getLease())
                    .setState(LeaseState.COMPLETED)
                    .setStatus(status)
                    .setExitCode(exitCode)
                    .build());
        } else {
            reports.removeIf(report -> report.getLease() == event.getLease());
        }
    }

    /** Returns whether each slot of the bots was assigned once. */
    boolean isFull() {
        return assigned >= bots * CAPACITY;
    }

    boolean hasEvicted() {
        return hasEvicted;
    }

    /** Lets the bots keep their leases, or report them again. */
    void hold(boolean holding) {
        this.holding = holding;
    }

    /** Returns the number of jobs that have not ended. */
    int pending() {
        return submitted - ended.size();
    }

    /** Asserts that no job is lost, duplicated, on two bots, or started before the jobs that it waits for. */
    void assertRunOnce() {
        List<String> aborted = graph.jobs(JobStateKind.ABORTED);
        List<String> run = IntStream.range(0, submitted)
                .mapToObj(i -> "job-" + i)
                .filter(job -> !aborted.contains(job))
                .sorted()
                .toList();
        var decisions = Decisions.of(tenant, new JobsDomain());
        List<LeaseHistory> histories = new ArrayList<>();
        for (String cohort : COHORTS) {
            LeaseHistory history = new LeaseHistory();
            Objects.requireNonNull(decisions.get(cohort))
                    .forEach(record -> history.take(Decisions.read(tenant, record)));
            graph.check(history.events());
            histories.add(history);
        }

        assertThat(histories).allMatch(LeaseHistory::isOver);
        assertThat(jobs(histories, JobStateKind.QUEUED)).isEqualTo(run);
        assertThat(jobs(histories, JobStateKind.COMPLETED)).isEqualTo(run);
        assertThat(jobs(histories, JobStateKind.ABORTED)).isNotEmpty().isEqualTo(aborted);
        assertThat(jobs(histories, JobStateKind.WAITING))
                .hasSizeGreaterThan(aborted.size())
                .doesNotHaveDuplicates();
        assertThat(jobs(histories, JobStateKind.EVICTED)).isNotEmpty();
        // a job that was evicted before it failed does not fail again
        assertThat(jobs(histories, JobStateKind.RETRIED))
                .hasSizeBetween(1, submitted / BROKEN_ONE_IN)
                .doesNotHaveDuplicates();
    }

    private static List<String> jobs(List<LeaseHistory> histories, JobStateKind kind) {
        return histories.stream()
                .flatMap(history -> history.events().stream())
                .filter(event -> event.getKind() == kind)
                .map(JobStateEvent::getJob)
                .sorted()
                .toList();
    }

    private void sync(String bot, List<LeaseReport> leases) throws InterruptedException {
        BotSync sync =
                BotSync.newBuilder().setCapacity(CAPACITY).setLeases(leases).build();
        produce(
                "jobs.bots",
                bot,
                BotEvent.newBuilder()
                        .setBot(bot)
                        .setSession("session")
                        .setLabels(List.of(cohort(bot)))
                        .setEvent(sync)
                        .build());
    }

    private void produce(String topic, String key, SpecificRecord value) throws InterruptedException {
        tenant.produce(topic, key, value);
    }

    private static String cohort(String id) {
        return COHORTS.get(number(id) % COHORTS.size());
    }

    private static int number(String id) {
        return Integer.parseInt(id.substring(id.indexOf('-') + 1));
    }
}
