package dev.rota.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.local.TestBroker;
import dev.rota.trials.Full;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Compares the simulated cluster with a broker. Without this the simulation proves nothing. */
@Tag("broker")
@ExtendWith(Quiet.class)
@Full
class FidelityTest {

    /** Defects of the simulated cluster, which the comparison must detect. */
    private static final List<Mutant> WRONG = List.of(
            new Mutant(
                    "no fencing",
                    0,
                    "sim/SimCluster.java",
                    "if (state.epoch != epoch) {",
                    "if (state.epoch < epoch) {"),
            new Mutant(
                    "the last stable offset is the end",
                    0,
                    "sim/SimPartition.java",
                    "open.values().stream().mapToLong(Long::longValue).min().orElse(end)",
                    "end"),
            new Mutant(
                    "aborted records are read",
                    0,
                    "sim/SimPartition.java",
                    "if (!record.isMarker() && !(committedOnly && aborted.contains(record.offset()))) {",
                    "if (!record.isMarker()) {"),
            new Mutant(
                    "markers take no offset",
                    0,
                    "sim/SimPartition.java",
                    "records.add(new SimRecord(end, timestamp, null, null, List.of(), producer, true));\n        end++;",
                    ""),
            new Mutant(
                    "a record has the broker's time",
                    0,
                    "sim/SimCluster.java",
                    "return said == null || (topic != null && topic.appendTime()) ? now : said;",
                    "return now;"),
            new Mutant(
                    "positions are told while a transaction has later ones",
                    0,
                    "sim/SimCluster.java",
                    "one.ongoing && one.offsets.getOrDefault(group",
                    "!one.ongoing && one.offsets.getOrDefault(group"),
            new Mutant(
                    "anybody may commit positions",
                    0,
                    "sim/SimGroup.java",
                    "if (known == null) {\n            throw new UnknownMemberIdException(\"The coordinator is not aware of this member.\");\n        } else if (!known.id",
                    "if (known == null) {\n            return;\n        } else if (!known.id"),
            new Mutant(
                    "positions of aborted transactions count",
                    0,
                    "sim/SimCluster.java",
                    "if (commit) {\n            state.offsets",
                    "if (!state.ongoing) {\n            state.offsets"));

    private static final int SEQUENCES = Integer.getInteger("sim.sequences", 60);

    @Test
    void shouldAnswerAsABrokerDoes(@TempDir Path folder) throws Exception {
        List<List<String>> real = new ArrayList<>();
        try (TestBroker broker = TestBroker.start();
                Admin admin = Admin.create(Map.<String, Object>of("bootstrap.servers", broker.bootstrapServers()))) {
            for (long seed = 0; seed < SEQUENCES; seed++) {
                try (BrokerOps ops = new BrokerOps(broker.bootstrapServers(), "fidelity-" + seed, admin)) {
                    real.add(ClusterOps.run(seed, ops));
                }
            }
        }

        assertThat(differences(real, SimOps::results)).isEmpty();
        assertThat(WRONG).allSatisfy(mutant -> {
            Class<?> wrong = mutant.load(folder.resolve(mutant.name()), SimOps.class);
            assertThat(differences(real, seed -> results(wrong, seed)))
                    .as(mutant.name())
                    .isNotEmpty();
        });
    }

    @SuppressWarnings("unchecked")
    private static List<String> results(Class<?> ops, long seed) {
        try {
            return (List<String>) ops.getDeclaredMethod("results", long.class).invoke(null, seed);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("SimOps", e);
        }
    }

    /** Returns the first difference of each sequence. */
    private static List<String> differences(List<List<String>> real, LongFunction<List<String>> simulate) {
        List<String> differences = new ArrayList<>();
        for (int seed = 0; seed < real.size(); seed++) {
            List<String> simulated = simulate.apply(seed);
            for (int i = 0; i < simulated.size(); i++) {
                if (!simulated.get(i).equals(real.get(seed).get(i))) {
                    differences.add("seed " + seed + ", " + real.get(seed).subList(0, i) + ": a broker '"
                            + real.get(seed).get(i) + "', simulated '" + simulated.get(i) + "'");
                    break;
                }
            }
        }
        return differences;
    }
}
