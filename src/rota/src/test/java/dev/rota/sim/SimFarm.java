package dev.rota.sim;

import dev.rota.engine.Domain;
import dev.rota.jobs.Action;
import dev.rota.jobs.BotClosed;
import dev.rota.jobs.BotEvent;
import dev.rota.jobs.BotSync;
import dev.rota.jobs.CohortPolicy;
import dev.rota.jobs.InstanceQuota;
import dev.rota.jobs.JobCancelled;
import dev.rota.jobs.JobEvent;
import dev.rota.jobs.JobStateEvent;
import dev.rota.jobs.JobSubmitted;
import dev.rota.jobs.JobsTopics;
import dev.rota.jobs.LeaseEvent;
import dev.rota.jobs.LeaseReport;
import dev.rota.jobs.LeaseState;
import dev.rota.jobs.Operation;
import dev.rota.jobs.PolicyEvent;
import dev.rota.jobs.scheduler.JobsDomain;
import dev.rota.workload.Traffic.Fact;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.avro.specific.SpecificRecord;

/**
 * Simulates a farm of a few bots, which run the jobs that they are assigned, and an operator who changes the rules now
 * and then.
 */
final class SimFarm implements SimTraffic {

    private static final String COHORT = "default";
    private static final int BOTS = 3;

    private final JobsDomain domain = new JobsDomain();
    private final SimOutput<LeaseEvent> assignments;

    private final SimOutput<JobStateEvent> events;

    /** Bots that were declared silent. */
    private final SortedSet<String> lost = new TreeSet<>();

    /** The jobs that each bot runs, with their leases. */
    private final SortedMap<String, SortedMap<String, Long>> running = new TreeMap<>();

    private boolean opened;
    private int sessions;
    private int jobs;
    private int reports;

    SimFarm(SimCluster cluster) {
        this.assignments = new SimOutput<>(cluster, JobsTopics.ASSIGNMENTS, LeaseEvent.class);
        this.events = new SimOutput<>(cluster, JobsTopics.EVENTS, JobStateEvent.class);
    }

    @Override
    public Domain domain() {
        return domain;
    }

    @Override
    public Fact next(int number) {
        if (!opened) {
            opened = true;
            return policy();
        }
        int kind = number % 20;
        if (kind < 8) {
            return submission(number);
        } else if (kind < 16) {
            return sync("bot-" + number / 20 % BOTS, number);
        }
        return switch (kind) {
            case 16 -> job("job-" + number % (jobs + 1), new JobCancelled());
            case 17 -> bot("bot-" + number / 20 % BOTS, new BotClosed());
            case 18 ->
                rule(InstanceQuota.newBuilder()
                        .setInstance("instance-" + number / 20 % 2)
                        .setMin(0)
                        .setMax(1 + number / 40)
                        .build());
            default -> rule(new Operation(number < 60 ? Action.HOLD : Action.RESUME, null, null));
        };
    }

    private static Fact policy() {
        return rule(CohortPolicy.newBuilder()
                .setFailureBackoffMs(700)
                .setPreemptionDelayMs(900)
                .setMaxJobAttempts(3)
                .setBotTimeoutMs(SILENCE_MS)
                .build());
    }

    private static Fact rule(SpecificRecord rule) {
        return new Fact(JobsTopics.POLICIES, COHORT, new PolicyEvent(COHORT, rule));
    }

    private static Fact job(String job, SpecificRecord event) {
        return new Fact(JobsTopics.SUBMISSIONS, job, new JobEvent(job, "unknown", event));
    }

    private Fact submission(int number) {
        return job(
                "job-" + jobs++,
                JobSubmitted.newBuilder()
                        .setInstance("instance-" + number % 2)
                        .setPriority(number % 3)
                        .build());
    }

    private Fact bot(String bot, SpecificRecord event) {
        return new Fact(
                JobsTopics.BOTS,
                bot,
                BotEvent.newBuilder()
                        .setBot(bot)
                        .setSession(bot + "-" + sessions)
                        .setEvent(event)
                        .build());
    }

    /** Returns a sync of a bot: it reports its leases, about half of them as completed, some with an error. */
    private Fact sync(String bot, int number) {
        hear();
        SortedMap<String, Long> its = running.computeIfAbsent(bot, none -> new TreeMap<>());
        List<LeaseReport> reports = new ArrayList<>();
        its.forEach((job, lease) -> {
            boolean done = (number + lease) % 2 == 0;
            reports.add(LeaseReport.newBuilder()
                    .setJob(job)
                    .setLease(lease)
                    .setState(done ? LeaseState.COMPLETED : LeaseState.ACTIVE)
                    .setStatus(done && number % 5 == 0 ? "INTERNAL" : "OK")
                    .build());
        });
        reports.stream()
                .filter(report -> report.getState() != LeaseState.ACTIVE)
                .forEach(report -> its.remove(report.getJob()));
        return bot(
                bot,
                BotSync.newBuilder()
                        .setCapacity(1 + number % 2)
                        .setLeases(reports)
                        .build());
    }

    private void hear() {
        for (LeaseEvent event : assignments.read()) {
            SortedMap<String, Long> its = running.computeIfAbsent(event.getBot(), none -> new TreeMap<>());
            switch (event.getKind()) {
                case ASSIGNED -> its.put(event.getJob(), event.getLease());
                case EVICTED, CANCELLED -> its.remove(event.getJob());
                case SESSION_ENDED -> {
                    its.clear();
                    sessions++;
                }
            }
        }
    }

    @Override
    public boolean answersEach() {
        return false;
    }

    @Override
    public boolean measuresSilence() {
        return true;
    }

    @Override
    public List<Fact> reports() {
        reports++;
        return List.of(sync("steady-0", reports), sync("steady-1", reports));
    }

    /** Returns the bots whose leases ended because of silence, according to the events of their jobs. */
    @Override
    public SortedSet<String> declaredSilent() {
        for (JobStateEvent event : events.read()) {
            if (event.getBot() != null && event.getReason().equals("the bot was silent for too long")) {
                lost.add(event.getBot());
            }
        }
        return lost;
    }
}
