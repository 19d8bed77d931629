package dev.rota.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.scheduler.ChunksDomain;
import dev.rota.cores.scheduler.CoresDomain;
import dev.rota.engine.Domain;
import dev.rota.engine.Input;
import dev.rota.engine.Limits;
import dev.rota.engine.Nullable;
import dev.rota.engine.schema.BadSchema;
import dev.rota.engine.schema.SchemaText;
import dev.rota.jobs.scheduler.JobsDomain;
import dev.rota.shards.scheduler.ShardsDomain;
import dev.rota.stream.intake.IntakeToMachine;
import dev.rota.stream.partition.CountedRows;
import dev.rota.trials.Seeds;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests random writer schemas and bytes, from the registry to the decision. Intake refuses each record, or the machine
 * decides it with a limited number of row operations. {@code -Drota.fuzz.seeds=100000} for a longer run.
 */
class SchemaFuzzTest {

    private static final int SEEDS = Integer.getInteger("rota.fuzz.seeds", Seeds.of(150, 50));
    private static final int RECORDS_PER_SCHEMA = 4;

    /**
     * The number of rows that one record may read or write: each of its items may be a row, and each has some others.
     */
    private static final long ROWS_PER_RECORD_MAX = 20_000;

    private final Map<String, Integer> outcomes = new TreeMap<>();

    @ParameterizedTest
    @ValueSource(strings = {"cores", "jobs", "chunks", "shards"})
    void shouldRefuseOrDecide(String name) throws Exception {
        for (long seed = 0; seed < SEEDS; seed++) {
            try {
                run(domain(name), new Random(seed));
            } catch (RuntimeException | AssertionError | StackOverflowError | OutOfMemoryError e) {
                throw new AssertionError("seed " + seed + " of " + name + ": " + e, e);
            }
        }
        // Both outcomes must occur, or the test would show nothing.
        assertThat(outcomes).containsKeys("accepted", "UNDECODABLE", "VALUE_INVALID", "no schema");
        assertThat(outcomes.get("accepted")).isGreaterThan(SEEDS / 10);
    }

    @Test
    void shouldMakeTheSameOfTheSameSeed() throws Exception {
        Input<?> input = new CoresDomain().inputs().get(0);
        assertThat(new RandomSchemas(new Random(7)).near(input.schema()))
                .isEqualTo(new RandomSchemas(new Random(7)).near(input.schema()));
    }

    private void run(Domain domain, Random random) {
        CountedRows rows = new CountedRows();
        IntakeToMachine rota = new IntakeToMachine(domain, rows);
        for (int id = 1; id <= 3; id++) {
            Input<?> input = domain.inputs().get(random.nextInt(domain.inputs().size()));
            String text = new RandomSchemas(random).near(input.schema());
            Schema writer = parsed(text);
            if (writer == null) {
                count("no schema");
                continue;
            }
            rota.learn(id, writer);
            for (int i = 0; i < RECORDS_PER_SCHEMA; i++) {
                RandomBytes value = RandomBytes.of(writer, random);
                long before = rows.operations();
                @Nullable String reason = rota.take(input.topic(), id, value.bytes());
                count(reason == null ? "accepted" : reason);
                assertThat(rows.operations() - before).isLessThan(ROWS_PER_RECORD_MAX);
                if (value.malformed() || value.items() > Limits.RECORD_ITEMS_MAX) {
                    assertThat(reason)
                            .as("malformed, or %s items, under %s", value.items(), text)
                            .isNotNull();
                }
            }
        }
    }

    private static @Nullable Schema parsed(String text) {
        try {
            return SchemaText.parse(text);
        } catch (BadSchema e) {
            return null;
        }
    }

    private void count(String outcome) {
        outcomes.merge(outcome, 1, Integer::sum);
    }

    private static Domain domain(String name) {
        return switch (name) {
            case "cores" -> new CoresDomain();
            case "jobs" -> new JobsDomain();
            case "chunks" -> new ChunksDomain();
            default -> new ShardsDomain();
        };
    }
}
