package dev.rota.bench;

import dev.rota.bench.report.ReportPrinter;
import dev.rota.bench.report.Spread;
import dev.rota.engine.Nullable;
import dev.rota.engine.Output;
import dev.rota.jobs.Assigner;
import dev.rota.jobs.CohortPolicy;
import dev.rota.jobs.Dependency;
import dev.rota.jobs.DependencyOn;
import dev.rota.jobs.InstanceQuota;
import dev.rota.jobs.JobEvent;
import dev.rota.jobs.JobSubmitted;
import dev.rota.jobs.JobsTopics;
import dev.rota.jobs.PolicyEvent;
import dev.rota.jobs.scheduler.JobsDomain;
import dev.rota.workload.Loop;
import dev.rota.workload.jobs.JobsWorkloads;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;

/**
 * Measures what each feature of a cohort adds to an assignment: the closed loop of the benchmark in the pure engine, with
 * and without it. Each round runs all of them, and each is compared with its basis in the same round.
 */
final class FeaturesBench {

    /** The number of instances of the loop, whose quotas bind nobody. */
    private static final int INSTANCES = 4;

    private static final int QUOTA = 1_000_000;
    private static final int OWNERS = 1_000;

    /** Every job with a number that is divisible by it waits for the job before it. */
    private static final int DEPENDENT = 10;

    /**
     * A feature.
     *
     * @param basis what it is compared with; null if it is a basis itself
     * @param quotas whether each instance has a quota, with a minimum
     * @param after whether a job may wait for the one before it
     * @param owners the number of owners of each instance's jobs, or 0
     */
    private record Feature(
            String name, @Nullable String basis, CohortPolicy policy, boolean quotas, boolean after, int owners) {

        JobSubmitted of(JobSubmitted job, int number) {
            boolean waits = after && number > 0 && number % DEPENDENT == 0;
            // Avro's builders copy defaults; a constructor is several times as fast
            return JobSubmitted.newBuilder()
                    .setInstance(job.getInstance())
                    .setPriority(job.getPriority())
                    .setRequirements(job.getRequirements())
                    .setAfter(waits ? List.of(new Dependency("job-" + (number - 1), DependencyOn.END)) : List.of())
                    .setOwner(owners == 0 ? null : "owner-" + number % owners)
                    .build();
        }
    }

    private static final String PLAIN = "PRIORITY_AGE";
    private static final String COHORT = "COHORT";

    /** Comes before all records: Avro trusts their classes from then on. */
    private final JobsDomain domain = new JobsDomain();

    private final int queued;
    private final long assignments;
    private final int rounds;
    private final ReportPrinter out;

    FeaturesBench(int queued, long assignments, int rounds, ReportPrinter out) {
        this.queued = queued;
        this.assignments = assignments;
        this.rounds = rounds;
        this.out = out;
    }

    void run() {
        List<Feature> features = features();
        Map<String, List<Double>> micros = new LinkedHashMap<>();
        for (int round = 0; round <= rounds; round++) {
            for (Feature feature : features) {
                Loop loop = new FeatureLoop(new JobsWorkloads().loop(queued), feature);
                EngineBench.LoopResult result = EngineBench.loop(domain, loop, assignments);
                if (round > 0) {
                    micros.computeIfAbsent(feature.name, name -> new ArrayList<>())
                            .add(result.seconds() * 1e6 / result.assignments());
                }
            }
        }
        out.print("pure engine, %,d waiting, %d rounds of %,d assignments after one", queued, rounds, assignments);
        for (Feature feature : features) {
            List<Double> its = micros.getOrDefault(feature.name, List.of());
            Spread spread = Spread.of(its);
            String text = String.format("  %-40s %6.2f us %s", feature.name, spread.median(), spread.range(2));
            if (feature.basis != null) {
                Spread ratio = Spread.ratio(its, micros.getOrDefault(feature.basis, List.of()));
                text += String.format("   / %s: %.2f %s", feature.basis, ratio.median(), ratio.range(2));
            }
            out.print("%s", text);
        }
    }

    private static List<Feature> features() {
        CohortPolicy plain = CohortPolicy.newBuilder().build();
        CohortPolicy.Builder cohort = CohortPolicy.newBuilder().setAssigner(Assigner.COHORT);
        CohortPolicy shares =
                CohortPolicy.newBuilder().setAssigner(Assigner.SHARES).build();
        return List.of(
                new Feature(PLAIN, null, plain, false, false, 0),
                new Feature("a tenth of the jobs after another", PLAIN, plain, false, true, 0),
                new Feature(
                        "endedKeptMs",
                        PLAIN,
                        CohortPolicy.newBuilder().setEndedKeptMs(10_000L).build(),
                        false,
                        false,
                        0),
                new Feature(
                        "demandEveryMs of a second",
                        PLAIN,
                        CohortPolicy.newBuilder().setDemandEveryMs(1_000L).build(),
                        false,
                        false,
                        0),
                new Feature(COHORT, null, cohort.build(), true, false, 0),
                new Feature(
                        "minRunMs and preemptionsPerMinute",
                        COHORT,
                        cohort.setMinRunMs(5_000L).setPreemptionsPerMinute(10).build(),
                        true,
                        false,
                        0),
                new Feature("SHARES", COHORT, shares, true, false, 0),
                new Feature("SHARES with " + OWNERS + " owners", COHORT, shares, true, false, OWNERS));
    }

    /** The loop of the benchmark, under a policy, with changed jobs. */
    private static final class FeatureLoop implements Loop {

        private final Loop plain;
        private final Feature feature;
        private boolean begun;

        FeatureLoop(Loop plain, Feature feature) {
            this.plain = plain;
            this.feature = feature;
        }

        @Override
        public List<Fact> waiting() {
            List<Fact> part = plain.waiting().stream().map(this::changed).toList();
            if (begun) {
                return part;
            }
            begun = true;
            List<Fact> all = new ArrayList<>(List.of(rule(feature.policy)));
            if (feature.quotas) {
                IntStream.range(0, INSTANCES)
                        .mapToObj(i -> rule(InstanceQuota.newBuilder()
                                .setInstance("instance-" + i)
                                .setMin(1)
                                .setMax(QUOTA)
                                .setWeight(i + 1)
                                .build()))
                        .forEach(all::add);
            }
            all.addAll(part);
            return all;
        }

        private static Fact rule(SpecificRecord rule) {
            return new Fact(JobsTopics.POLICIES, "default", new PolicyEvent("default", rule));
        }

        private Fact changed(Fact fact) {
            if (fact.value() instanceof JobEvent event && event.getEvent() instanceof JobSubmitted job) {
                String id = event.getJob();
                JobSubmitted its = feature.of(job, Integer.parseInt(id.substring(id.indexOf('-') + 1)));
                return new Fact(fact.topic(), fact.key(), new JobEvent(id, event.getLabel(), its));
            }
            return fact;
        }

        @Override
        public List<Fact> at(long timeMs) {
            return plain.at(timeMs).stream().map(this::changed).toList();
        }

        @Override
        public Fact work() {
            return changed(plain.work());
        }

        @Override
        public Output<?> hears() {
            return plain.hears();
        }

        @Override
        public List<Fact> answer(String topic, SpecificRecord decision) {
            return plain.answer(topic, decision);
        }

        @Override
        public @Nullable String assigned(SpecificRecord decision) {
            return plain.assigned(decision);
        }

        @Override
        public Map<String, Long> counts() {
            return plain.counts();
        }
    }
}
