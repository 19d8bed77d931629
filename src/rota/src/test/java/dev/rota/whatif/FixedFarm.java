package dev.rota.whatif;

import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.jobs.BotClosed;
import dev.rota.jobs.BotEvent;
import dev.rota.jobs.BotSync;
import dev.rota.jobs.CohortPolicy;
import dev.rota.jobs.InstanceQuota;
import dev.rota.jobs.JobEvent;
import dev.rota.jobs.JobStateEvent;
import dev.rota.jobs.JobStateKind;
import dev.rota.jobs.JobSubmitted;
import dev.rota.jobs.JobsTopics;
import dev.rota.jobs.LeaseEvent;
import dev.rota.jobs.LeaseEventKind;
import dev.rota.jobs.LeaseReport;
import dev.rota.jobs.LeaseState;
import dev.rota.jobs.PolicyEvent;
import dev.rota.jobs.Property;
import dev.rota.jobs.scheduler.JobsDomain;
import dev.rota.serde.PlainJson;
import dev.rota.simulate.BadLine;
import dev.rota.simulate.Simulation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;

/**
 * A farm in which each kind of job runs as long as every other of its kind, run in virtual time by a loop that knows
 * nothing of what-ifs: every millisecond, timers fire, then bots sync and clients submit, then finished work is reported.
 */
final class FixedFarm {

    static final String COHORT = "default";
    static final long END = 30_000;

    private record Planned(long time, String topic, SpecificRecord value) {}

    private record Lease(String bot, String session, long lease, long endsAt, long order) {}

    private record Bot(
            String name, String session, List<Property> properties, int capacity, long from, long to, boolean closes) {}

    private final List<Planned> planned = new ArrayList<>();
    private final Map<String, Long> runMs = new TreeMap<>();
    private final Map<String, String> kindOf = new TreeMap<>();
    private final List<Bot> bots = new ArrayList<>();
    private final List<String> lines = new ArrayList<>();
    private final Set<String> ran = new HashSet<>();

    FixedFarm(Random random) {
        for (int i = 0; i < 2 + random.nextInt(3); i++) {
            List<Property> properties = List.of(new Property("os", random.nextInt(3) == 0 ? "mac" : "linux"));
            long from = random.nextInt(3) == 0 ? random.nextInt(8_000) : 1 + random.nextInt(500);
            long to = random.nextInt(4) == 0 ? from + 5_000 + random.nextInt(15_000) : END;
            bots.add(new Bot("b" + i, "s" + i, properties, 1 + random.nextInt(2), from, to, random.nextBoolean()));
        }
        for (Bot bot : bots) {
            for (long time = bot.from(); time <= bot.to(); time += 900 + random.nextInt(300)) {
                plan(time, JobsTopics.BOTS, sync(bot, List.of()));
            }
            if (bot.to() < END && bot.closes()) {
                plan(
                        bot.to() + 1,
                        JobsTopics.BOTS,
                        BotEvent.newBuilder()
                                .setBot(bot.name())
                                .setSession(bot.session())
                                .setEvent(new BotClosed())
                                .build());
            }
        }
        for (int i = 0; i < 40; i++) {
            String instance = List.of("a", "b", "c").get(random.nextInt(3));
            String os = random.nextInt(4) == 0 ? "mac" : "linux";
            String kind = instance + os;
            runMs.computeIfAbsent(kind, its -> 300L + random.nextInt(3_000));
            kindOf.put("j" + i, kind);
            JobSubmitted submitted = JobSubmitted.newBuilder()
                    .setInstance(instance)
                    .setPriority(random.nextInt(3))
                    .setRequirements(random.nextBoolean() ? List.of(new Property("os", os)) : List.of())
                    .build();
            if (submitted.getRequirements().isEmpty()) {
                kindOf.put("j" + i, instance);
                runMs.computeIfAbsent(instance, its -> 300L + random.nextInt(3_000));
            }
            plan(1 + random.nextInt(20_000), JobsTopics.SUBMISSIONS, new JobEvent("j" + i, "unknown", submitted));
        }
        planned.sort(Comparator.comparingLong(Planned::time));
    }

    private void plan(long time, String topic, SpecificRecord value) {
        planned.add(new Planned(time, topic, value));
    }

    private static BotEvent sync(Bot bot, List<LeaseReport> leases) {
        return BotEvent.newBuilder()
                .setBot(bot.name())
                .setSession(bot.session())
                .setEvent(BotSync.newBuilder()
                        .setCapacity(bot.capacity())
                        .setProperties(bot.properties())
                        .setLeases(leases)
                        .build())
                .build();
    }

    /** Runs under a policy and quotas. Returns the record as lines. */
    List<String> run(CohortPolicy policy, List<InstanceQuota> quotas) throws BadLine {
        lines.clear();
        ran.clear();
        Map<String, Lease> leases = new LinkedHashMap<>();
        Simulation simulation = new Simulation(new JobsDomain(), Parallel.SEQUENTIAL, (decision, chain) -> {
            if (decision.value() instanceof LeaseEvent lease && lease.getKind() == LeaseEventKind.ASSIGNED) {
                long ends = decision.time() + runMs(lease.getJob());
                leases.put(
                        lease.getJob(),
                        new Lease(lease.getBot(), lease.getSession(), lease.getLease(), ends, decision.seq()));
            } else if (decision.value() instanceof JobStateEvent event
                    && event.getBot() != null
                    && event.getKind() != JobStateKind.ASSIGNED) {
                leases.remove(event.getJob());
                if (event.getKind() == JobStateKind.COMPLETED) {
                    ran.add(kindOf.get(event.getJob()));
                }
            }
        });
        line(simulation, 0, JobsTopics.POLICIES, new PolicyEvent(COHORT, policy));
        for (InstanceQuota quota : quotas) {
            line(simulation, 0, JobsTopics.POLICIES, new PolicyEvent(COHORT, quota));
        }
        int next = 0;
        for (long now = 0; now <= END; now++) {
            simulation.until(now);
            while (next < planned.size() && planned.get(next).time() == now) {
                Planned its = planned.get(next++);
                boolean sync = its.value() instanceof BotEvent bot && bot.getEvent() instanceof BotSync;
                line(
                        simulation,
                        now,
                        its.topic(),
                        sync ? holding(((BotEvent) its.value()).getBot(), leases, null) : its.value());
            }
            for (String job = due(leases, now); job != null; job = due(leases, now)) {
                line(
                        simulation,
                        now,
                        JobsTopics.BOTS,
                        holding(Objects.requireNonNull(leases.get(job)).bot(), leases, job));
            }
        }
        return List.copyOf(lines);
    }

    private long runMs(String job) {
        return Objects.requireNonNull(runMs.get(kindOf.get(job)));
    }

    /** Returns whether every kind of job has run to its end once in the last run. */
    boolean ranAllKinds() {
        return ran.containsAll(new HashSet<>(kindOf.values()));
    }

    private @Nullable String due(Map<String, Lease> leases, long now) {
        return leases.entrySet().stream()
                .filter(each -> each.getValue().endsAt() <= now)
                .filter(each ->
                        bot(each.getValue().bot()).to() >= each.getValue().endsAt())
                .filter(each -> bot(each.getValue().bot()).to() == END
                        || lastSync(each.getValue().bot()) >= each.getValue().endsAt())
                .min(Comparator.comparingLong((Map.Entry<String, Lease> each) ->
                                each.getValue().endsAt())
                        .thenComparingLong(each -> each.getValue().order()))
                .map(Map.Entry::getKey)
                .orElse(null);
    }

    /** Returns when a bot is heard last: the model takes it as gone afterwards. */
    private long lastSync(String name) {
        return planned.stream()
                .filter(its ->
                        its.value() instanceof BotEvent bot && bot.getBot().equals(name))
                .mapToLong(Planned::time)
                .max()
                .orElse(-1);
    }

    private Bot bot(String name) {
        return bots.stream().filter(bot -> bot.name().equals(name)).findFirst().orElseThrow();
    }

    private BotEvent holding(String name, Map<String, Lease> leases, @Nullable String completed) {
        List<LeaseReport> reports = new ArrayList<>();
        leases.forEach((job, lease) -> {
            if (lease.bot().equals(name)) {
                LeaseState state = job.equals(completed) ? LeaseState.COMPLETED : LeaseState.ACTIVE;
                reports.add(LeaseReport.newBuilder()
                        .setJob(job)
                        .setLease(lease.lease())
                        .setState(state)
                        .build());
            }
        });
        return sync(bot(name), reports);
    }

    private void line(Simulation simulation, long time, String topic, SpecificRecord value) throws BadLine {
        String line = "{\"topic\":\"" + topic + "\",\"time\":" + time + ",\"value\":" + PlainJson.write(value) + "}";
        lines.add(line);
        simulation.line(line);
    }
}
