package dev.rota.cli.jobs;

import dev.rota.cli.options.ExitCode;
import dev.rota.cli.options.Unusable;
import dev.rota.client.JobRequests;
import dev.rota.engine.text.Printable;
import dev.rota.serde.UnreadableValue;
import java.io.PrintStream;
import java.time.Duration;

/**
 * Prints the results of requests about jobs: accepted ones on standard output, refused ones on standard error with the
 * reason.
 */
final class JobAnswers {

    /** The limit of outstanding requests. Further ones are sent when these are decided. */
    private static final int PENDING_MAX = 10_000;

    private static final Duration POLL = Duration.ofMillis(100);

    private final JobRequests requests;
    private final Duration patience;
    private final PrintStream out;
    private final PrintStream err;
    private long accepted;
    private long refused;

    /** @param patience how long to wait while no request is decided */
    JobAnswers(JobRequests requests, Duration patience, PrintStream out, PrintStream err) {
        this.requests = requests;
        this.patience = patience;
        this.out = out;
        this.err = err;
    }

    /** Prints results if many requests are outstanding. Callers call this after each request. */
    void sent() throws InterruptedException {
        if (requests.pending() >= PENDING_MAX) {
            await(PENDING_MAX / 2);
        }
    }

    /** Waits for all outstanding results. Returns the exit code. */
    int rest() throws InterruptedException {
        await(0);
        out.flush();
        return refused > 0 ? ExitCode.DOES_NOT_HOLD : ExitCode.DONE;
    }

    private void await(int pendingMax) throws InterruptedException {
        long heard = System.nanoTime();
        while (requests.pending() > pendingMax) {
            if (take()) {
                heard = System.nanoTime();
            } else if (System.nanoTime() - heard > patience.toNanos()) {
                out.flush();
                throw new Unusable(accepted + " jobs were decided, but " + requests.pending()
                        + " others were sent and not decided in " + patience.toSeconds()
                        + " s: is the job scheduler running?");
            }
        }
    }

    private boolean take() throws InterruptedException {
        boolean any = false;
        try {
            for (JobRequests.Answer answer : requests.answers(POLL)) {
                any = true;
                if (answer.refused() == null) {
                    accepted++;
                    out.println(Printable.of(answer.job()));
                } else {
                    refused++;
                    err.println("rota: job " + Printable.of(answer.job()) + " was refused: "
                            + answer.refused().getReason() + ", "
                            + Printable.of(answer.refused().getMessage()));
                }
            }
        } catch (UnreadableValue e) {
            throw new Unusable("expected decisions that can be read, but " + e.sentence());
        }
        return any;
    }
}
