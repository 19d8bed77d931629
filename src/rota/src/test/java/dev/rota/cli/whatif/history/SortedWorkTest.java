package dev.rota.cli.whatif.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.workload.history.Work;
import dev.rota.workload.whatif.Past;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Work is sorted on disk as it would be in memory, however small the runs are. */
class SortedWorkTest {

    @Test
    void shouldSortAsInMemory() throws Exception {
        for (int seed = 0; seed < 30; seed++) {
            Random random = new Random(seed);
            List<Work> works = new ArrayList<>();
            int count = random.nextInt(60);
            for (int i = 0; i < count; i++) {
                works.add(new Work(
                        "job-" + i,
                        random.nextInt(20),
                        new Past(random.nextInt(5) - 1, random.nextInt(5) - 1, random.nextBoolean()),
                        "g",
                        "ö",
                        random.nextInt(),
                        random.nextLong(),
                        "os=linux"));
            }
            List<Work> expected = new ArrayList<>(works);
            expected.sort(Comparator.comparingLong(Work::submitted));

            try (SortedWork sorted = new SortedWork(1 + random.nextInt(10))) {
                works.forEach(sorted::add);
                sorted.flush();

                assertThat(sorted.count()).isEqualTo(count);
                for (int reading = 0; reading < 2; reading++) {
                    List<Work> read = new ArrayList<>();
                    sorted.forEach(read::add);
                    assertThat(read).as("seed " + seed).isEqualTo(expected);
                }
            }
        }
    }
}
