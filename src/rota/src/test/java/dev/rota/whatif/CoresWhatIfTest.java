package dev.rota.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cores.CoresConfig;
import dev.rota.cores.Rotation;
import dev.rota.cores.scheduler.CoresDomain;
import dev.rota.engine.Nullable;
import dev.rota.serde.PlainJson;
import dev.rota.trials.Seeds;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A change of the configuration on the record of one chain decides as a chain that had the other configuration. */
class CoresWhatIfTest {

    private static final int SEEDS = Seeds.of(60, 5);

    @TempDir
    private Path folder;

    @Test
    void shouldDecideAsUnderTheOtherConfiguration() throws Exception {
        int compared = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            FixedChain chain = new FixedChain(random, false);
            List<String> recordA = chain.run(config(random), null);
            Set<Integer> known = new HashSet<>(chain.concluded());
            CoresConfig b = config(random);
            List<String> recordB = chain.run(b, null);
            if (known.containsAll(chain.seen())) {
                compared++;
                assertThat(differenceOf(world(recordA, PlainJson.write(b), null), recordB))
                        .as("seed " + seed)
                        .isEmpty();
            }
        }
        assertThat(compared).isGreaterThan(SEEDS / 4);
    }

    /** Whatever the candidates took in the record, they take it again. */
    @Test
    void shouldDecideAsInTheRecordIfNothingChanges() throws Exception {
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            CoresConfig config = config(random);
            List<String> record = new FixedChain(random, seed % 3 == 0).run(config, random);
            String same = "{\"parathreadCores\":" + config.getParathreadCores() + "}";

            Long from = seed % 2 == 0 ? null : (Long) (long) random.nextInt((int) FixedChain.END);
            assertThat(differenceOf(world(record, same, from), record))
                    .as("seed " + seed)
                    .isEmpty();
            assertThat(Asking.worlds(new CoresDomain(), record, question(same))
                            .error()
                            .mean())
                    .isZero();
        }
    }

    private List<String> world(List<String> record, String policy, @Nullable Long from) throws Exception {
        return Asking.changedWorld(
                new CoresDomain(),
                record,
                FixedChain.CHAIN,
                from,
                FixedChain.END,
                List.of("{\"policy\":" + policy + "}"),
                folder);
    }

    private static Question question(String policy) {
        return new Question(
                FixedChain.CHAIN,
                null,
                false,
                null,
                false,
                List.of(List.of("{\"policy\":" + policy + "}")),
                1,
                null,
                null,
                false,
                WorldLimits.COMMAND);
    }

    private static String differenceOf(List<String> world, List<String> record) {
        return Asking.firstDifference(
                Asking.decisions(new CoresDomain(), world, 0),
                Asking.decisions(new CoresDomain(), record, FixedChain.END));
    }

    private static CoresConfig config(Random random) {
        return CoresConfig.newBuilder()
                .setParathreadCores(1 + random.nextInt(3))
                .setParathreadRetries(random.nextInt(3))
                .setGroupRotationFrequency(random.nextInt(8))
                .setChainAvailabilityPeriod(1 + random.nextInt(6))
                .setThreadAvailabilityPeriod(1 + random.nextInt(6))
                .setSchedulingLookahead(1 + random.nextInt(3))
                .setRotation(random.nextBoolean() ? Rotation.FORWARD : Rotation.BACKWARD)
                .build();
    }
}
