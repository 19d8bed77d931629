package dev.rota.stream;

import dev.rota.jobs.BotEvent;
import dev.rota.jobs.BotStatus;
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
import dev.rota.serde.UnreadableValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Clients and bots of a few cohorts. Bots complete their leases, except that every fiftieth job fails once. Every other
 * commit belongs to a graph of its cohort.
 */
final class BuildFarm {

    static final List<String> COHORTS = List.of("red", "green", "blue");
    static final String SETTING = "red:red;green:green;blue:blue";
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
    private int submitted;
    private int assigned;

    BuildFarm(Tenant tenant) {
        this.tenant = tenant;
        this.assignments = tenant.tail("jobs.assignments");
        this.events = tenant.tail("jobs.events");
    }

    /** Sets quotas and policies by which some jobs are evicted, and lets idle bots sync. */
    void open(int bots) throws InterruptedException {
        CohortPolicy policy = CohortPolicy.newBuilder()
                .setFailureBackoffMs(200)
                .setPreemptionDelayMs(0)
                .setVictims(Victims.ANY)
                .setLeaseAckMs(600_000)
                .setEndedKeptMs(3_600_000L)
                .build();
        for (String cohort : COHORTS) {
            produce("jobs.policies", cohort, new PolicyEvent(cohort, policy));
            produce("jobs.policies", cohort, new PolicyEvent(cohort, new InstanceQuota(OWED, 100, 1_000, false, 1)));
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
            JobSubmitted event = new JobSubmitted(
                    instance, submitted % 7, List.of(), null, null, null, null, null, List.of(), "", after, null);
            produce("jobs.submissions", inGraph ? cohort(job) : job, new JobEvent(job, cohort(job), event));
            submitted++;
        }
    }

    /** Reads new decisions, and lets each bot report its leases. */
    void hear() throws InterruptedException, UnreadableValue {
        for (ConsumerRecord<byte[], byte[]> record : assignments.more()) {
            hear((LeaseEvent) tenant.wire().read(record.topic(), record.value()));
        }
        for (ConsumerRecord<byte[], byte[]> record : events.more()) {
            JobStateEvent event = (JobStateEvent) tenant.wire().read(record.topic(), record.value());
            if (event.getKind() == JobStateKind.COMPLETED || event.getKind() == JobStateKind.ABORTED) {
                ended.add(event.getJob());
            }
        }
        Map<String, List<LeaseReport>> reports = new LinkedHashMap<>(told);
        told.clear();
        for (Map.Entry<String, List<LeaseReport>> bot : reports.entrySet()) {
            sync(bot.getKey(), bot.getValue());
        }
    }

    private void hear(LeaseEvent event) {
        List<LeaseReport> reports = told.computeIfAbsent(event.getBot(), bot -> new ArrayList<>());
        if (event.getKind() == LeaseEventKind.ASSIGNED) {
            assigned++;
            int number = number(event.getJob());
            boolean fails = number % BROKEN_ONE_IN == 0 && broken.add(event.getJob());
            String status = fails ? "INTERNAL" : "OK";
            int exitCode = graph.exitCode(event.getJob());
            reports.add(new LeaseReport(event.getJob(), event.getLease(), LeaseState.COMPLETED, status, exitCode));
        } else {
            reports.removeIf(report -> report.getLease() == event.getLease());
        }
    }

    int assigned() {
        return assigned;
    }

    int ended() {
        return ended.size();
    }

    FarmGraph graph() {
        return graph;
    }

    private void sync(String bot, List<LeaseReport> leases) throws InterruptedException {
        BotSync sync = new BotSync(BotStatus.OK, CAPACITY, 0, List.of(), leases);
        produce("jobs.bots", bot, new BotEvent(bot, "session", "*", List.of(cohort(bot)), sync));
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
