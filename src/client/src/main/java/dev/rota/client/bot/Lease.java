package dev.rota.client.bot;

import dev.rota.engine.Bytes;
import dev.rota.engine.Nullable;
import dev.rota.jobs.LeaseEvent;
import dev.rota.jobs.LeaseReport;
import dev.rota.jobs.LeaseState;
import java.nio.ByteBuffer;
import java.util.Objects;

/** A lease of the bot, from its assignment until its end is reported or it is taken away. */
final class Lease {

    private static final String RAN = "OK";

    /** The status of a job whose command could not be started, so that another bot tries it. */
    private static final String NOT_STARTED = "UNAVAILABLE";

    private final LeaseEvent given;

    /** The command, once it is started. */
    private @Nullable CommandRun run;

    private @Nullable String status;
    private int exitCode;

    Lease(LeaseEvent given) {
        this.given = given;
    }

    LeaseEvent given() {
        return given;
    }

    boolean is(String job, long number) {
        return given.getJob().equals(job) && given.getLease() == number;
    }

    byte[] payload() {
        ByteBuffer payload = given.getPayload();
        return payload == null ? new byte[0] : Bytes.of(payload);
    }

    boolean isWaiting() {
        return run == null && status == null;
    }

    boolean hasEnded() {
        return status != null;
    }

    void started(CommandRun itsRun) {
        run = itsRun;
    }

    CommandRun run() {
        return Objects.requireNonNull(run, "it was started");
    }

    boolean isRunning() {
        return run != null && status == null;
    }

    void ended(int code) {
        status = RAN;
        exitCode = code;
    }

    void notStarted() {
        status = NOT_STARTED;
    }

    LeaseReport report() {
        return LeaseReport.newBuilder()
                .setJob(given.getJob())
                .setLease(given.getLease())
                .setState(hasEnded() ? LeaseState.COMPLETED : LeaseState.ACTIVE)
                .setStatus(status == null ? RAN : status)
                .setExitCode(exitCode)
                .build();
    }
}
