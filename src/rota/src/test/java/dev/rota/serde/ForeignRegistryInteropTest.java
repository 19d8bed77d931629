package dev.rota.serde;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.local.FreePort;
import dev.rota.local.TestJvm;
import dev.rota.trials.Full;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Runs the contract on Apicurio Registry, in a separate process that keeps its content in memory. */
@Full
class ForeignRegistryInteropTest extends RegistryContract {

    private static final Path HOME = Path.of("target", "foreign-registry");
    private static final long START_SECONDS_MAX = 90;

    @TempDir
    private static Path dir;

    private static Process process;
    private static String url;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        int port = FreePort.next();
        Path log = dir.resolve("registry.log");
        List<String> command = TestJvm.java(
                TestJvm.options("-Xmx512m", "-Dquarkus.http.host=127.0.0.1", "-Dquarkus.http.port=" + port));
        command.addAll(List.of("-jar", jar().toAbsolutePath().toString()));
        process = new ProcessBuilder(command)
                .directory(HOME.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        url = "http://127.0.0.1:" + port + "/apis/ccompat/v7";
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS_MAX);
        while (!RegistryProbe.answers(url + "/subjects")) {
            assertThat(process.isAlive() && System.nanoTime() < end)
                    .as(() -> "expected a registry to start, but it says: " + said(log))
                    .isTrue();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        }
    }

    @AfterAll
    static void stop() throws InterruptedException {
        process.destroyForcibly();
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    }

    @Override
    String url() {
        return url;
    }

    @Override
    void requireReadable(String subject) throws Exception {
        RegistryProbe.put(url + "/config/" + subject, "{\"compatibility\":\"BACKWARD\"}");
    }

    private static Path jar() throws IOException {
        try (Stream<Path> files = Files.list(HOME)) {
            return files.filter(file -> file.toString().endsWith("-runner.jar"))
                    .findFirst()
                    .orElseThrow(() -> new IOException("expected the registry in " + HOME + ", but it is not there:"
                            + " mvn generate-test-resources gets it"));
        }
    }

    private static String said(Path log) {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            return "nothing that can be read: " + e.getMessage();
        }
    }
}
