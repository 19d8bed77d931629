package dev.rota.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Seeds;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The simulation finds each defect that it should, within so many seeds. */
@ExtendWith(Quiet.class)
class MutantsTest {

    private static final int SEEDS_MAX = Integer.getInteger("sim.mutant.seeds", 2_000);

    /**
     * The first seed that found each defect when they were last searched from seed 0 on; where there is none, seed 0.
     * Seeds always do the same, so one of them that still finds a defect saves the search for the first.
     */
    private static final Map<String, Integer> FINDS = Map.ofEntries(
            Map.entry("the log writer goes on after a failed send", 6),
            Map.entry("rounds ignore earlier rounds", 11),
            Map.entry("records of a replaced topic are kept", 664),
            Map.entry("a position out of range is replaced in silence", 8),
            Map.entry("a partition counts as marked though the mark was not committed", 530),
            Map.entry("a position is clean whatever was appended before", 1_201),
            Map.entry("polled records are dropped when intake ends, and their positions are committed", 874),
            Map.entry("an end that is older than a position", 1_233),
            Map.entry("an id that was unknown stays so when a partition comes back", 668),
            Map.entry("rows are not written before a commit", 2),
            Map.entry("at least once instead of exactly once", 172),
            Map.entry("a Tick that is lost never expires", 3),
            Map.entry("what was applied is applied again when it is delivered again", 14),
            Map.entry("an undo decides a record that was voided", 26),
            Map.entry("a repetition is only what lies before the last input", 59),
            Map.entry("inputs of a topic that was created again are repetitions", 7),
            Map.entry("a group that is ahead of the rows is believed", 276));

    /** All of them before work lands, else a few that are found soon. */
    static List<Mutant> mutants() {
        int step = Seeds.of(100) == 100 ? 1 : 4;
        List<Mutant> all = Stream.concat(IntakeMutants.ALL.stream(), SchedulerMutants.ALL.stream())
                .toList();
        return IntStream.iterate(0, i -> i < all.size(), i -> i + step)
                .mapToObj(all::get)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("mutants")
    void shouldBeFound(Mutant mutant, @TempDir Path folder) {
        int known = FINDS.getOrDefault(mutant.name(), 0);
        if (known < SEEDS_MAX && mutant.seedsToFind(folder.resolve("known"), known, 1) == 1) {
            return;
        }
        int seeds = mutant.seedsToFind(folder.resolve("all"), 0, SEEDS_MAX);

        System.out.printf("found after %,d seeds, no longer by seed %,d: %s%n", seeds, known, mutant.name());
        assertThat(seeds).as(mutant.name()).isLessThanOrEqualTo(SEEDS_MAX);
    }
}
