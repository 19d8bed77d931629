package dev.rota.local;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A Java program in a separate process, which can be killed, frozen and restarted. Uses the class path of this process.
 * It is killed when this process exits.
 */
public final class ChildProcess implements AutoCloseable {

    private static final long EXIT_SECONDS_MAX = 60;

    private final List<String> command;
    private final ProcessBuilder.Redirect errors;
    private final Thread atExit = new Thread(this::destroy);

    private volatile Optional<Process> process = Optional.empty();

    /**
     * @param options the options of the JVM
     * @param words the main class and its arguments
     * @param errors the destination of its standard error
     */
    public ChildProcess(List<String> options, List<String> words, ProcessBuilder.Redirect errors) {
        this(System.getProperty("java.class.path"), options, words, errors);
    }

    ChildProcess(String classPath, List<String> options, List<String> words, ProcessBuilder.Redirect errors) {
        this.command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", classPath));
        command.addAll(words);
        this.errors = errors;
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /** Starts the process and returns at once. */
    public void start() throws IOException {
        process = Optional.of(new ProcessBuilder(command).redirectError(errors).start());
    }

    /**
     * Waits for the first line of its standard output.
     *
     * @return the line, or an empty text if it exits without one
     */
    public String firstLine() throws IOException {
        String line = started().inputReader(StandardCharsets.UTF_8).readLine();
        return line == null ? "" : line;
    }

    public boolean isAlive() {
        return process.filter(Process::isAlive).isPresent();
    }

    /** Returns the peak of the resident memory of the running process since its start, in KiB. */
    public long residentPeakKibibytes() {
        return ResidentMemory.peakKibibytes(started().pid());
    }

    /** Kills the process, as {@code kill -9} does, and waits until it is gone. */
    public void kill() throws InterruptedException {
        started().destroyForcibly();
        awaitExit();
    }

    /** Asks the process to exit, as SIGTERM does, and waits until it is gone. */
    public void terminate() throws InterruptedException {
        started().destroy();
        awaitExit();
    }

    public void freeze() throws IOException, InterruptedException {
        Signal.STOP.send(started().pid());
    }

    public void thaw() throws IOException, InterruptedException {
        Signal.CONT.send(started().pid());
    }

    private void awaitExit() throws InterruptedException {
        if (!started().waitFor(EXIT_SECONDS_MAX, TimeUnit.SECONDS)) {
            throw new IllegalStateException(
                    "expected a process to exit within " + EXIT_SECONDS_MAX + " s, but it still runs: " + command);
        }
    }

    private Process started() {
        return process.orElseThrow(
                () -> new IllegalStateException("expected a started process, but it was never started: " + command));
    }

    private void destroy() {
        process.ifPresent(Process::destroyForcibly);
    }

    @Override
    public void close() {
        process.ifPresent(killed -> killed.destroyForcibly().onExit().join());
        Runtime.getRuntime().removeShutdownHook(atExit);
    }
}
