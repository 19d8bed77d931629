package dev.rota.stream.kstreams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.local.ChildProcess;
import dev.rota.trials.Full;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that a store frees all memory outside the heap when it is closed. An instance opens and closes stores all its
 * life.
 */
@EnabledOnOs(OS.LINUX)
class StoreMemoryTest {

    /** The store's process grows by 1 to 4 MiB. If each store had a separate cache, it would grow by 76 MiB. */
    private static final long GROWTH_KIBIBYTES_MAX = 20 << 10;

    private static final int ROWS = 5_000;
    private static final int OPENINGS_TO_WARM_UP = 60;
    private static final int OPENINGS = 200;

    @Test
    @Full
    void shouldReturnItsMemory(@TempDir Path disk) throws IOException {
        // given a process whose heap is resident from its start
        try (ChildProcess process = new ChildProcess(
                List.of("-Xms64m", "-Xmx64m", "-XX:+AlwaysPreTouch", "-XX:+UseSerialGC"),
                Stream.of(StoreReopenings.class.getName(), disk, ROWS, OPENINGS_TO_WARM_UP, OPENINGS)
                        .map(String::valueOf)
                        .toList(),
                ProcessBuilder.Redirect.INHERIT)) {
            // when
            process.start();
            String line = process.firstLine();

            // then
            assertThat(line)
                    .as("a line of a process that could open its store each time")
                    .isNotEmpty();
            List<Long> resident = Stream.of(line.split(" ")).map(Long::valueOf).toList();
            assertThat(resident.get(1)).isLessThan(resident.get(0) + GROWTH_KIBIBYTES_MAX);
        }
    }
}
