package dev.rota.client.bot;

import dev.rota.engine.Nullable;
import dev.rota.jobs.LeaseEvent;
import dev.rota.settings.JobVariable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;

/** A running command, with the job's payload on its standard input. */
final class CommandRun {

    private final Process process;
    private final Reaper reaper;
    private final long startedNs = System.nanoTime();
    private @Nullable Long killAtNs;

    private CommandRun(Process process, Reaper reaper) {
        this.process = process;
        this.reaper = reaper;
    }

    /**
     * Starts a lease's command.
     *
     * @param ended called once, from another thread, when the command has ended
     */
    static CommandRun start(BotTerms terms, Lease lease, Reaper reaper, JobOutput output, Runnable ended)
            throws IOException {
        ProcessBuilder builder = new ProcessBuilder(Reaper.inGroupOfItsOwn(terms.command())).redirectErrorStream(true);
        describe(lease.given(), builder.environment());
        Process process = builder.start();
        try {
            reaper.started(process.pid());
        } catch (BotFailed e) {
            process.destroyForcibly();
            throw e;
        }
        CommandRun run = new CommandRun(process, reaper);
        threaded("payload", lease, () -> feed(process, lease.payload()));
        threaded("output", lease, () -> {
            output.take(lease.given(), process.getInputStream());
        });
        var unused = process.onExit().thenRun(() -> {
            try {
                // this also closes the output that its children may still have open
                reaper.ended(process.pid());
            } finally {
                ended.run();
            }
        });
        return run;
    }

    private static void describe(LeaseEvent lease, Map<String, String> environment) {
        // the bot's own settings, which may contain a password
        environment.keySet().removeIf(name -> name.startsWith("ROTA_"));
        environment.put(JobVariable.ROTA_COHORT.name(), lease.getCohort());
        environment.put(JobVariable.ROTA_INSTANCE.name(), lease.getInstance());
        environment.put(JobVariable.ROTA_JOB.name(), lease.getJob());
        environment.put(JobVariable.ROTA_LEASE.name(), String.valueOf(lease.getLease()));
        environment.put(JobVariable.ROTA_ATTEMPT.name(), String.valueOf(lease.getAttempt()));
    }

    private static void feed(Process process, byte[] payload) {
        try (OutputStream input = process.getOutputStream()) {
            input.write(payload);
        } catch (IOException e) {
            // the command need not read all of it
        }
    }

    private static void threaded(String what, Lease lease, Runnable work) {
        Thread thread =
                new Thread(work, "rota-bot-" + what + "-" + lease.given().getLease());
        thread.setDaemon(true);
        thread.start();
    }

    int exitCode() {
        return process.exitValue();
    }

    long elapsedNs() {
        return System.nanoTime() - startedNs;
    }

    /** Sends SIGTERM to the command and all processes that it has started, and kills them after a grace. */
    void stop(long graceNs) {
        if (killAtNs == null) {
            killAtNs = System.nanoTime() + graceNs;
            reaper.term(process.pid());
        }
    }

    /** Kills it if its grace is over. */
    void killIfDue() {
        if (killAtNs != null && System.nanoTime() - killAtNs >= 0) {
            reaper.kill(process.pid());
        }
    }
}
