package dev.rota.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The sources that mutants change; without this, a renamed method would be noticed by the long tests alone. */
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
