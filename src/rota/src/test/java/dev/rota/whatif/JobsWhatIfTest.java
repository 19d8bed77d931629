package dev.rota.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.jobs.Assigner;
import dev.rota.jobs.CohortPolicy;
import dev.rota.jobs.InstanceQuota;
import dev.rota.jobs.Victims;
import dev.rota.jobs.scheduler.JobsDomain;
import dev.rota.serde.PlainJson;
import dev.rota.trials.Seeds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A change of the policy on the record of one policy decides as a farm that had the other policy. */
class JobsWhatIfTest {

    private static final int SEEDS = Seeds.of(60, 5);

    @TempDir
    private Path folder;

    @Test
    void shouldDecideAsUnderTheOtherPolicy() throws Exception {
        int compared = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            FixedFarm farm = new FixedFarm(random);
            CohortPolicy a = policy(random);
            List<InstanceQuota> quotasA = quotas(random);
            CohortPolicy b = policy(random);
            List<InstanceQuota> quotasB = quotas(random);
            List<String> recordA = farm.run(a, quotasA);
            boolean known = farm.ranAllKinds();
            List<String> recordB = farm.run(b, quotasB);
            if (known) {
                compared++;
                List<String> world = Asking.changedWorld(
                        new JobsDomain(), recordA, FixedFarm.COHORT, null, FixedFarm.END, change(b, quotasB), folder);
                assertThat(Asking.firstDifference(
                                Asking.decisions(new JobsDomain(), world, 0),
                                Asking.decisions(new JobsDomain(), recordB, FixedFarm.END)))
                        .as("seed " + seed)
                        .isEmpty();
            }
        }
        assertThat(compared).isGreaterThan(SEEDS / 4);
    }

    private static Assigner assigner(Random random) {
        if (random.nextInt(3) == 0) {
            return Assigner.SHARES;
        }
        return random.nextBoolean() ? Assigner.COHORT : Assigner.PRIORITY_AGE;
    }

    private static CohortPolicy policy(Random random) {
        return CohortPolicy.newBuilder()
                .setAssigner(assigner(random))
                .setPriorityPercentage(random.nextBoolean() ? 0 : 100)
                .setFailureBackoffMs(1 + random.nextInt(3) * 700L)
                .setPreemptionDelayMs(random.nextInt(3_000))
                .setVictims(random.nextBoolean() ? Victims.ANY : Victims.LOWER_PRIORITY)
                .setMaxJobAttempts(1 + random.nextInt(3))
                .setBotTimeoutMs(2_500)
                .setLeaseAckMs(5_000)
                .build();
    }

    private static List<InstanceQuota> quotas(Random random) {
        List<InstanceQuota> quotas = new ArrayList<>();
        for (String instance : List.of("a", "b", "c")) {
            int min = random.nextInt(3);
            quotas.add(InstanceQuota.newBuilder()
                    .setInstance(instance)
                    .setMin(min)
                    .setMax(min + random.nextInt(4))
                    .setWeight(1 + random.nextInt(3))
                    .build());
        }
        return quotas;
    }

    private static List<String> change(CohortPolicy policy, List<InstanceQuota> quotas) {
        List<String> lines = new ArrayList<>();
        lines.add("{\"policy\":" + PlainJson.write(policy) + "}");
        quotas.forEach(quota -> lines.add("{\"quota\":" + PlainJson.write(quota) + "}"));
        return lines;
    }
}
