package dev.rota.client.bot;

import dev.rota.client.process.CommandProcess;
import dev.rota.client.process.Reaper;
import dev.rota.client.process.SourceVariables;
import dev.rota.engine.Bytes;
import dev.rota.engine.Nullable;
import dev.rota.jobs.LeaseEvent;
import dev.rota.settings.JobVariable;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/** A running command, with the job's payload on its standard input. */
final class CommandRun {

    private final CommandProcess process;
    private final long startedNs = System.nanoTime();
    private @Nullable Long killAtNs;

    private CommandRun(CommandProcess process) {
        this.process = process;
    }

    /**
     * Starts a lease's command.
     *
     * @param ended called once, from another thread, when the command has ended
     */
    static CommandRun start(BotTerms terms, Lease lease, Reaper reaper, JobOutput output, Runnable ended)
            throws IOException {
        ProcessBuilder builder = new ProcessBuilder(terms.command()).redirectErrorStream(true);
        CommandProcess process = CommandProcess.start(builder, variables(lease.given()), reaper, ended);
        process.feed(lease.payload());
        var unused = process.threaded("output", () -> output.take(lease.given(), process.output()));
        return new CommandRun(process);
    }

    private static Map<String, String> variables(LeaseEvent lease) {
        Map<String, String> variables = new TreeMap<>();
        if (!lease.getSource().isEmpty()) {
            variables.putAll(SourceVariables.of(
                    lease.getSource(), Bytes.orNull(lease.getKey()), lease.getHeaders(), lease.getPayload() == null));
        }
        variables.put(JobVariable.ROTA_COHORT.name(), lease.getCohort());
        variables.put(JobVariable.ROTA_INSTANCE.name(), lease.getInstance());
        variables.put(JobVariable.ROTA_JOB.name(), lease.getJob());
        variables.put(JobVariable.ROTA_LEASE.name(), String.valueOf(lease.getLease()));
        variables.put(JobVariable.ROTA_ATTEMPT.name(), String.valueOf(lease.getAttempt()));
        return variables;
    }

    int exitCode() {
        return process.exitCode();
    }

    long elapsedNs() {
        return System.nanoTime() - startedNs;
    }

    /** Sends SIGTERM to the command and all processes that it has started, and kills them after a grace. */
    void stop(long graceNs) {
        if (killAtNs == null) {
            killAtNs = System.nanoTime() + graceNs;
            process.term();
        }
    }

    /** Kills it if its grace is over. */
    void killIfDue() {
        if (killAtNs != null && System.nanoTime() - killAtNs >= 0) {
            process.kill();
        }
    }
}
