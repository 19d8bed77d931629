package dev.rota.cli.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.local.TestJvm;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ExitHooksTest {

    /** The exit code that a shell gets for a Java program that SIGTERM has ended. */
    private static final int TERMINATED = 128 + 15;

    /** Fails, as a verb might, as soon as a resource that it uses is closed. */
    static final class FailsWhenClosed {
        public static void main(String[] args) throws InterruptedException {
            CountDownLatch closed = new CountDownLatch(1);
            try (ExitHooks ending = new ExitHooks()) {
                ending.add(closed::countDown);
                System.out.println("up");
                closed.await();
            }
            System.err.println("failed");
        }
    }

    /** Has a resource that never closes. */
    static final class NeverCloses {
        public static void main(String[] args) throws InterruptedException {
            try (ExitHooks ending = new ExitHooks(Duration.ofMillis(100))) {
                ending.add(() -> new CountDownLatch(1).await());
                System.out.println("up");
                new CountDownLatch(1).await();
            }
        }
    }

    @Test
    void shouldExitAtItsLimitWhateverIsStillOpen() throws Exception {
        Process process =
                new ProcessBuilder(TestJvm.command(TestJvm.options("-Xmx64m"), NeverCloses.class.getName())).start();
        try {
            assertThat(process.inputReader(UTF_8).readLine()).isEqualTo("up");

            process.toHandle().destroy();

            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(process.errorReader(UTF_8).lines().toList())
                    .singleElement()
                    .asString()
                    .contains("Rota exits with ", " open: it was not closed within 0.1 s");
            assertThat(process.exitValue()).isEqualTo(TERMINATED);
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void shouldSayNothingOfWhatFailsAtTheEnd() throws Exception {
        Process process = new ProcessBuilder(
                        TestJvm.command(TestJvm.options("-Xmx64m"), FailsWhenClosed.class.getName()))
                .start();
        try {
            assertThat(process.inputReader(UTF_8).readLine()).isEqualTo("up");

            process.toHandle().destroy();

            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(process.errorReader(UTF_8).lines().toList()).isEqualTo(List.of());
            assertThat(process.exitValue()).isEqualTo(TERMINATED);
        } finally {
            process.destroyForcibly();
        }
    }
}
