package dev.rota.clients;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.settings.Setting;
import dev.rota.stream.Tenant;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** An example client that runs unchanged in a separate process. */
final class ClientProcess implements AutoCloseable {

    private static final long ENDS_SECONDS_MAX = 60;

    private final Process process;
    private final Path output;

    private ClientProcess(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    /** Starts a client on a tenant's topics. Its output is kept in the folder. */
    static ClientProcess start(Language language, Tenant tenant, Path folder, String script, String... arguments)
            throws IOException, InterruptedException {
        Map<String, String> environment = Map.of(
                "ROTA_KAFKA_BOOTSTRAP_SERVERS", tenant.settings().text(Setting.BOOTSTRAP),
                "ROTA_SCHEMA_REGISTRY_URL", tenant.settings().text(Setting.REGISTRY_URL),
                "ROTA_TOPIC_PREFIX", tenant.settings().text(Setting.TOPIC_PREFIX));
        return start(language, environment, folder, script, arguments);
    }

    /** Starts a client with variables that name its cluster. */
    static ClientProcess start(
            Language language, Map<String, String> variables, Path folder, String script, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(language.interpreter(), script));
        command.addAll(List.of(arguments));
        return start(command, variables, folder);
    }

    /** Starts a client by a command. */
    static ClientProcess start(List<String> command, Map<String, String> variables, Path folder) throws IOException {
        Path output = Files.createTempFile(folder, "client", ".out");
        ProcessBuilder builder = new ProcessBuilder(command);
        Map<String, String> environment = builder.environment();
        environment.put("PYTHONUNBUFFERED", "1");
        environment.put("PYTHONDONTWRITEBYTECODE", "1");
        environment.put("PYTHONPATH", Language.PACKAGE.toString());
        environment.putAll(variables);
        Process process = builder.redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        return new ClientProcess(process, output);
    }

    /** Returns everything that it has printed. */
    String output() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes a line to its standard input. */
    void write(String line) throws IOException {
        process.getOutputStream().write((line + "\n").getBytes(UTF_8));
        process.getOutputStream().flush();
    }

    /** Ends its standard input. */
    void endInput() throws IOException {
        process.getOutputStream().close();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Returns the processes that it has started and that still run. */
    List<ProcessHandle> descendants() {
        return process.descendants().toList();
    }

    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Waits until the client has ended by itself, and returns its exit code. */
    int exitCode() throws InterruptedException {
        assertThat(process.waitFor(ENDS_SECONDS_MAX, TimeUnit.SECONDS))
                .as("it ends: " + output())
                .isTrue();
        return process.exitValue();
    }

    /** Sends SIGTERM to the client, which must then exit with 0. */
    void end() throws InterruptedException {
        assertThat(terminated()).as(output()).isZero();
    }

    /** Sends SIGTERM to the client, and returns its exit code. */
    int terminated() throws InterruptedException {
        process.destroy();
        return exitCode();
    }

    /** Waits until the client exits by itself, with 0. */
    void awaitEnd() throws InterruptedException {
        assertThat(exitCode()).as(output()).isZero();
    }

    @Override
    public void close() {
        descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
