package dev.rota.local;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A local broker in a separate process, which a test can kill. */
final class BrokerProcess implements AutoCloseable {

    private final Process process;
    private final String bootstrapServers;

    BrokerProcess(Path folder) throws IOException {
        process = new ProcessBuilder(
                        TestJvm.command(TestJvm.options("-Xmx400m"), BrokerProcess.class.getName(), folder.toString()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        bootstrapServers = String.valueOf(out.readLine());
    }

    String bootstrapServers() {
        return bootstrapServers;
    }

    void kill() throws InterruptedException {
        process.destroyForcibly();
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
            throw new IllegalStateException("expected the process to be gone, but it is there");
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    public static void main(String[] args) throws IOException {
        try (LocalBroker broker = LocalBroker.at(Path.of(args[0]), 0)) {
            System.out.println(broker.bootstrapServers());
            // Standard input ends with the test's process, even if that is killed.
            if (System.in.read() >= 0) {
                throw new IllegalStateException("expected the end of input, but there is some");
            }
        }
    }
}
