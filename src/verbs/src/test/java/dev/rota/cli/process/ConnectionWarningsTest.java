package dev.rota.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ConnectionWarningsTest {

    private final AtomicLong nanos = new AtomicLong(-5);
    private final ConnectionWarnings warnings = new ConnectionWarnings(nanos::get);

    @Test
    void shouldSummarizeRepeatedWarnings() {
        assertThat(warnings.take("node 1 is away")).endsWith(": node 1 is away");
        for (int i = 0; i < 500; i++) {
            nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(50));
            assertThat(warnings.take("node 2 is away")).isEmpty();
        }
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(5));
        assertThat(warnings.take("node 3 is away"))
                .endsWith(": node 3 is away (and 500 more since the last such line)");
        assertThat(warnings.take("node 3 is away")).isEmpty();
    }
}
