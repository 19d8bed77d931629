package dev.rota.client.bot;

import dev.rota.client.process.Reaper;
import dev.rota.jobs.LeaseEvent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The leases that a bot holds, and the commands that are still ending after their lease was taken away, which occupy
 * slots too. One thread uses it.
 */
final class BotLeases {

    private static final Logger LOG = LoggerFactory.getLogger(BotLeases.class);

    private final BotTerms terms;
    private final Reaper reaper;
    private final JobOutput output;
    private final Runnable wakeup;

    private final List<Lease> held = new ArrayList<>();
    private final List<Lease> ending = new ArrayList<>();
    /** The leases whose commands have ended, added by other threads. */
    private final Queue<Lease> exited = new ConcurrentLinkedQueue<>();

    private long succeeded;
    private long failed;
    private long stopped;

    /**
     * Creates the leases of a bot without any.
     *
     * @param wakeup called by other threads when a command has ended
     */
    BotLeases(BotTerms terms, Reaper reaper, JobOutput output, Runnable wakeup) {
        this.terms = terms;
        this.reaper = reaper;
        this.output = output;
        this.wakeup = wakeup;
    }

    List<Lease> held() {
        return held;
    }

    /** Returns whether no command runs. */
    boolean isIdle() {
        return ending.isEmpty() && held.stream().noneMatch(Lease::isRunning);
    }

    /** Returns whether the end of a lease is still to be reported. */
    boolean hasNews() {
        return held.stream().anyMatch(Lease::hasEnded);
    }

    void take(LeaseEvent assigned) {
        held.add(new Lease(assigned));
    }

    /** Drops leases whose end was reported. */
    void reported(List<Lease> reported) {
        held.removeAll(reported);
    }

    /** Stops the command of a lease that was taken away; nothing is reported. */
    void takenAway(String job, long lease) {
        for (Lease one : List.copyOf(held)) {
            if (one.is(job, lease)) {
                drop(one);
            }
        }
    }

    /** Stops the commands of all leases, which were taken away. */
    void takenAway() {
        List.copyOf(held).forEach(this::drop);
    }

    private void drop(Lease lease) {
        held.remove(lease);
        if (lease.isRunning()) {
            ending.add(lease);
            lease.run().stop(terms.grace().toNanos());
        }
    }

    /** Collects commands that have ended, kills those that do not end, and starts those that wait. */
    void advance() {
        for (Lease lease = exited.poll(); lease != null; lease = exited.poll()) {
            exited(lease);
        }
        ending.forEach(lease -> lease.run().killIfDue());
        for (Lease lease : held) {
            if (lease.isWaiting() && running() < terms.capacity()) {
                start(lease);
            }
        }
    }

    private int running() {
        return ending.size() + (int) held.stream().filter(Lease::isRunning).count();
    }

    private void start(Lease lease) {
        try {
            lease.started(CommandRun.start(terms, lease, reaper, output, () -> {
                exited.add(lease);
                wakeup.run();
            }));
        } catch (IOException e) {
            LOG.warn(
                    "The command for job {} could not be started: {}",
                    lease.given().getJob(),
                    e.getMessage());
            lease.notStarted();
            failed++;
        }
    }

    private void exited(Lease lease) {
        int code = lease.run().exitCode();
        if (ending.remove(lease)) {
            stopped++;
            LOG.info("Job {}: stopped, the lease was taken away", lease.given().getJob());
            return;
        }
        lease.ended(code);
        if (code == 0) {
            succeeded++;
        } else {
            failed++;
        }
        LOG.info(
                "Job {}: exit code {} after {} ms",
                lease.given().getJob(),
                code,
                lease.run().elapsedNs() / 1_000_000);
    }

    BotFigures figures(long heardMsAgo) {
        int waiting = (int) held.stream().filter(Lease::isWaiting).count();
        return new BotFigures(running(), waiting, succeeded, failed, stopped, heardMsAgo);
    }
}
