package dev.rota.cli.io;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressLineTest {

    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final AtomicLong nanos = new AtomicLong();

    @Test
    void shouldSayHowFarItIsAndHowLongItTakes() {
        try (ProgressLine line = line(true)) {
            nanos.set(10_000_000_000L);
            line.records(1_000, 4_000);
        }

        assertThat(written.toString(UTF_8))
                .isEqualTo("\r\u001b[K1,000 of 4,000 log records, 25 %, 0:30 left\r\u001b[K");
    }

    @Test
    void shouldNotPrintFasterThanPeopleRead() {
        try (ProgressLine line = line(true)) {
            for (int i = 0; i < 1_000; i++) {
                nanos.addAndGet(1_000_000);
                line.records(i, 1_000);
            }
        }

        assertThat(written.toString(UTF_8).split("left")).hasSize(6);
    }

    @Test
    void shouldPrintNothingIfNotShown() {
        try (ProgressLine line = line(false)) {
            nanos.set(10_000_000_000L);
            line.records(1_000, 4_000);
        }

        assertThat(written.size()).isZero();
    }

    private ProgressLine line(boolean shown) {
        return new ProgressLine(new PrintStream(written, true, UTF_8), shown, nanos::get);
    }
}
