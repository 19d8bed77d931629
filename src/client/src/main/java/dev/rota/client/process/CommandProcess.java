package dev.rota.client.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A running command that leads a process group of its own. */
public final class CommandProcess {

    private final Process process;
    private final Reaper reaper;

    private CommandProcess(Process process, Reaper reaper) {
        this.process = process;
        this.reaper = reaper;
    }

    /**
     * Starts a command.
     *
     * @param builder the command and its redirects
     * @param variables added to the environment, from which the settings of this process are removed
     * @param ended called once, from another thread, when the command has ended
     */
    public static CommandProcess start(
            ProcessBuilder builder, Map<String, String> variables, Reaper reaper, Runnable ended) throws IOException {
        builder.command(Reaper.inGroupOfItsOwn(builder.command()));
        // settings may contain a password
        builder.environment().keySet().removeIf(name -> name.startsWith("ROTA_"));
        builder.environment().putAll(variables);
        Process process = builder.start();
        try {
            reaper.started(process.pid());
        } catch (CommandsFailed e) {
            process.destroyForcibly();
            throw e;
        }
        var unused = process.onExit().thenRun(() -> {
            try {
                // this also closes the output that its children may still have open
                reaper.ended(process.pid());
            } finally {
                ended.run();
            }
        });
        return new CommandProcess(process, reaper);
    }

    /** Writes bytes to its standard input from another thread, and closes it. */
    public void feed(byte[] input) {
        threaded("input", () -> {
            try (OutputStream to = process.getOutputStream()) {
                to.write(input);
            } catch (IOException e) {
                // the command need not read all of it
            }
        });
    }

    /** Runs work on a thread that does not keep this process alive. */
    public Thread threaded(String name, Runnable work) {
        Thread thread = new Thread(work, "rota-command-" + name + "-" + process.pid());
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** Returns the stream to its standard input. */
    public OutputStream input() {
        return process.getOutputStream();
    }

    public InputStream output() {
        return process.getInputStream();
    }

    public InputStream errors() {
        return process.getErrorStream();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public int waitFor() throws InterruptedException {
        return process.waitFor();
    }

    public int exitCode() {
        return process.exitValue();
    }

    /** Sends SIGTERM to the command and all processes that it has started. */
    public void term() {
        reaper.term(process.pid());
    }

    /** Kills the command and all processes that it has started. */
    public void kill() {
        reaper.kill(process.pid());
    }

    /** Sends SIGTERM, and kills the command after a grace, or at once if the thread is interrupted again. */
    public void end(long graceMs) {
        term();
        try {
            if (!process.waitFor(graceMs, TimeUnit.MILLISECONDS)) {
                kill();
            }
        } catch (InterruptedException e) {
            kill();
            Thread.currentThread().interrupt();
        }
    }
}
