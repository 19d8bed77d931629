package dev.rota.workload.jobs;

import dev.rota.engine.Nullable;
import dev.rota.engine.Output;
import dev.rota.jobs.BotEvent;
import dev.rota.jobs.BotSync;
import dev.rota.jobs.JobEvent;
import dev.rota.jobs.JobSubmitted;
import dev.rota.jobs.JobsTopics;
import dev.rota.jobs.LeaseEvent;
import dev.rota.jobs.LeaseEventKind;
import dev.rota.jobs.LeaseReport;
import dev.rota.jobs.LeaseState;
import dev.rota.jobs.Property;
import dev.rota.workload.Loop;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;

/** A large farm whose bots complete leases at once, and whose clients submit a new job for each assigned one. */
final class FarmTraffic implements Loop {

    private static final int BOTS = 1_000;
    private static final int SLOTS_PER_BOT = 4;

    /** The number of kinds of bots, and of jobs that require them. */
    private static final int PLATFORMS = 4;

    private static final int INSTANCES = 4;
    private static final int PRIORITIES = 10;

    /** The number of jobs per part of the initial work. */
    private static final int PART = 10_000;

    private static final String SESSION = "session";
    private static final List<List<Property>> NEEDS = IntStream.range(0, PLATFORMS)
            .mapToObj(i -> List.of(new Property("OSFamily", "linux"), new Property("pool", "pool-" + i)))
            .toList();

    private final int kept;

    /** The leases that each bot was given and has not reported, in the order of bots. */
    private final Map<String, List<LeaseReport>> unreported = new LinkedHashMap<>();

    private boolean open;
    private long submitted;
    private long replaced;
    private long assigned;
    private long completed;

    /** Creates a farm that keeps {@code kept} jobs queued; with 0, jobs are only submitted from outside. */
    FarmTraffic(int kept) {
        this.kept = kept;
    }

    @Override
    public Output<?> hears() {
        return JobsTopics.ASSIGNMENTS;
    }

    @Override
    public List<Fact> waiting() {
        return IntStream.range(0, (int) Math.min(PART, kept - submitted))
                .mapToObj(i -> work())
                .toList();
    }

    @Override
    public Fact work() {
        long n = submitted++;
        String job = "job-" + n;
        // Avro's builders copy defaults; a constructor is several times as fast
        JobSubmitted event = JobSubmitted.newBuilder()
                .setInstance("instance-" + n / PLATFORMS % INSTANCES)
                .setPriority((int) (n / PLATFORMS / INSTANCES % PRIORITIES))
                .setRequirements(NEEDS.get((int) (n % PLATFORMS)))
                .build();
        return new Fact(JobsTopics.SUBMISSIONS, job, new JobEvent(job, "unknown", event));
    }

    @Override
    public List<Fact> at(long timeMs) {
        List<Fact> facts = new ArrayList<>();
        if (!open) {
            open = true;
            for (int i = 0; i < BOTS; i++) {
                facts.add(sync("bot-" + i, List.of()));
            }
        }
        unreported.forEach((bot, leases) -> {
            completed += leases.size();
            facts.add(sync(bot, leases));
        });
        unreported.clear();
        for (; kept > 0 && replaced < assigned; replaced++) {
            facts.add(work());
        }
        return facts;
    }

    private static Fact sync(String bot, List<LeaseReport> leases) {
        int platform = Integer.parseInt(bot.substring(bot.indexOf('-') + 1)) % PLATFORMS;
        BotSync event = BotSync.newBuilder()
                .setCapacity(SLOTS_PER_BOT)
                .setProperties(NEEDS.get(platform))
                .setLeases(leases)
                .build();
        return new Fact(
                JobsTopics.BOTS,
                bot,
                BotEvent.newBuilder()
                        .setBot(bot)
                        .setSession(SESSION)
                        .setEvent(event)
                        .build());
    }

    /** Completes an assigned lease. A lease that is revoked before it is reported is not completed. */
    @Override
    public List<Fact> answer(String topic, SpecificRecord decision) {
        LeaseEvent lease = (LeaseEvent) decision;
        if (lease.getKind() == LeaseEventKind.ASSIGNED) {
            assigned++;
            unreported
                    .computeIfAbsent(lease.getBot(), bot -> new ArrayList<>())
                    .add(LeaseReport.newBuilder()
                            .setJob(lease.getJob())
                            .setLease(lease.getLease())
                            .setState(LeaseState.COMPLETED)
                            .build());
        } else {
            List<LeaseReport> leases = unreported.get(lease.getBot());
            if (leases != null) {
                leases.removeIf(report -> report.getLease() == lease.getLease());
            }
        }
        return List.of();
    }

    @Override
    public @Nullable String assigned(SpecificRecord decision) {
        LeaseEvent lease = (LeaseEvent) decision;
        return lease.getKind() == LeaseEventKind.ASSIGNED ? lease.getJob() : null;
    }

    @Override
    public Map<String, Long> counts() {
        Map<String, Long> counts = new LinkedHashMap<>();
        counts.put("submissions", submitted);
        counts.put("assignments", assigned);
        counts.put("completions", completed);
        return counts;
    }
}
