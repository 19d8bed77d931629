package dev.rota.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that each mutant still applies to its source. Otherwise only the long tests would notice a renamed method. */
class MutantSourcesTest {

    @Test
    void shouldContainWhatEachMutantChanges() throws IOException {
        for (Mutant mutant : Stream.of(IntakeMutants.ALL, SchedulerMutants.ALL, SchedulerMutants.HARMLESS)
                .flatMap(List::stream)
                .toList()) {
            assertThat(mutant.source()).isNotEmpty();
        }
    }
}
