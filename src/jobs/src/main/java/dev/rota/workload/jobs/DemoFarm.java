package dev.rota.workload.jobs;

import dev.rota.engine.Nullable;
import dev.rota.jobs.CohortPolicy;
import dev.rota.jobs.InstanceQuota;
import dev.rota.jobs.JobCancelled;
import dev.rota.jobs.JobEvent;
import dev.rota.jobs.JobSubmitted;
import dev.rota.jobs.JobsTopics;
import dev.rota.jobs.LeaseEvent;
import dev.rota.jobs.PolicyEvent;
import dev.rota.jobs.Property;
import dev.rota.jobs.Sampling;
import dev.rota.jobs.Victims;
import dev.rota.workload.Traffic;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;

/**
 * A small build farm: commits arrive continuously, a nightly build keeps the farm busy, and a release occasionally
 * claims the slots of its minimum quota. Jobs and sessions are named by time, so a restarted demo continues the farm.
 */
final class DemoFarm implements Traffic {

    private static final List<Property> LINUX = List.of(new Property("os", "linux"));
    private static final List<Property> LINUX_GPU = List.of(new Property("gpu", "yes"), new Property("os", "linux"));
    private static final List<Property> MAC = List.of(new Property("os", "mac"));

    private static final long SECOND_MS = 1_000;
    private static final int RELEASE_EVERY_S = 45;
    private static final int NIGHTLY_EVERY_S = 20;

    private final String cohort;
    private final String label;
    private final List<DemoBot> bots;
    private final SplittableRandom random = new SplittableRandom(1);
    private long second = -1;
    private int number;

    DemoFarm(String cohort, String label) {
        this.cohort = cohort;
        this.label = label;
        this.bots = IntStream.range(0, 6).mapToObj(this::bot).toList();
    }

    private DemoBot bot(int number) {
        List<Property> properties = number < 3 ? LINUX : number < 4 ? LINUX_GPU : MAC;
        String name = (number < 4 ? "linux-" : "mac-") + (number + 1);
        return new DemoBot(name, label, properties, number < 4 ? 2 : 1, number);
    }

    @Override
    public List<Fact> at(long timeMs) {
        List<Fact> facts = new ArrayList<>();
        if (second < 0) {
            facts.addAll(rules());
        }
        if (timeMs / SECOND_MS > second) {
            second = timeMs / SECOND_MS;
            facts.addAll(submissions());
        }
        bots.forEach(bot -> facts.addAll(bot.at(timeMs)));
        return facts;
    }

    @Override
    public List<Fact> answer(String topic, SpecificRecord decision) {
        if (decision instanceof LeaseEvent event) {
            bots.stream().filter(bot -> bot.name().equals(event.getBot())).forEach(bot -> bot.hear(event));
        }
        return List.of();
    }

    private List<Fact> rules() {
        CohortPolicy policy = CohortPolicy.newBuilder()
                .setFailureBackoffMs(2_000)
                .setPreemptionDelayMs(3_000)
                .setVictims(Victims.ANY)
                .setSampling(Sampling.newBuilder()
                        .setSampleSize(3)
                        .setMaxAttempts(2)
                        .setPriorityWeight(-10.0)
                        .build())
                .setMaxJobAttempts(3)
                .setBotTimeoutMs(8_000)
                .setLeaseAckMs(6_000)
                .setDemandEveryMs(5_000L)
                .build();
        return List.of(
                rule(policy),
                rule(InstanceQuota.newBuilder()
                        .setInstance("release")
                        .setMin(3)
                        .setMax(10)
                        .build()),
                rule(InstanceQuota.newBuilder()
                        .setInstance("nightly")
                        .setMin(0)
                        .setMax(7)
                        .build()));
    }

    private Fact rule(SpecificRecord rule) {
        return new Fact(JobsTopics.POLICIES, cohort, new PolicyEvent(cohort, rule));
    }

    private List<Fact> submissions() {
        List<Fact> facts = new ArrayList<>();
        for (int commits = random.nextInt(3); commits > 0; commits--) {
            facts.add(submit("commits", random.nextInt(3), random.nextInt(4) == 0 ? MAC : LINUX));
        }
        for (int i = 0; second % NIGHTLY_EVERY_S == 0 && i < 12; i++) {
            facts.add(submit("nightly", 5, i % 4 == 0 ? LINUX_GPU : LINUX));
        }
        for (int i = 0; second % RELEASE_EVERY_S == 0 && i < 4; i++) {
            facts.add(submit("release", 0, LINUX));
        }
        if (random.nextInt(15) == 0) {
            // no bot has it, so the job waits and pages show why
            facts.add(submit("windows-" + second, "commits", 0, List.of(new Property("os", "windows")), null));
        }
        if (random.nextInt(10) == 0) {
            facts.add(event("windows-" + (second - random.nextInt(20)), new JobCancelled()));
        }
        return facts;
    }

    private Fact submit(String instance, int priority, List<Property> requirements) {
        String job = instance + "-" + second + "-" + ++number;
        return submit(job, instance, priority, requirements, instance + "-" + number % 5);
    }

    private Fact submit(String job, String instance, int priority, List<Property> requirements, @Nullable String hint) {
        return event(
                job,
                JobSubmitted.newBuilder()
                        .setInstance(instance)
                        .setPriority(priority)
                        .setRequirements(requirements)
                        .setLocalityHint(hint)
                        .build());
    }

    private Fact event(String job, SpecificRecord event) {
        return new Fact(JobsTopics.SUBMISSIONS, job, new JobEvent(job, label, event));
    }
}
