package dev.rota.jobs.scheduler;

import dev.rota.engine.Step;
import dev.rota.jobs.farm.Bot;
import dev.rota.jobs.farm.Farm;
import java.util.List;

/**
 * The parts of a step that follow the handler of an event or of timers. {@link #place} does, in this order:
 *
 * <ol>
 *   <li>queues or aborts the jobs that waited for one that has ended ({@link Releases})
 *   <li>finishes the fetches of earlier steps ({@link Fetch})
 *   <li>makes jobs wait whose look has come ({@link dev.rota.jobs.farm.Looks})
 *   <li>looks at the jobs that wait, and assigns them ({@link Iterations})
 *   <li>aborts jobs that have been queued too long, and are still ({@link QueueTimeouts})
 *   <li>records which instances are not served, and sets the timer of the next look ({@link LookTimer})
 * </ol>
 *
 * The remainder of a full step is in the rows: the waiting jobs, and the time up to which they have been looked at. It
 * continues in the following step. {@link #end} ends every step:
 *
 * <ol>
 *   <li>sets the timer of the demand, if it may have changed ({@link Demand})
 *   <li>sets the timer of queue time-outs, if jobs have become queued ({@link QueueTimeouts})
 *   <li>reports instances that wait for a quota, and drained holds ({@link Operations})
 *   <li>writes the rows ({@link Farm})
 * </ol>
 */
final class Round {

    final Farm farm;
    final Leases leases;
    private final QueueTimeouts timeouts;

    Round(Farm farm) {
        this.farm = farm;
        this.leases = new Leases(farm);
        this.timeouts = new QueueTimeouts(farm, leases);
    }

    /** Judges the bots, and the queued jobs, whose timers have fired, and then places jobs if that may have an effect. */
    void pass(List<Bot> rung, boolean look, boolean queue) {
        BotTimeouts deadlines = new BotTimeouts(farm, leases);
        if (!deadlines.pass(rung)) {
            if (queue) {
                timeouts.judgeLater();
            }
            farm.looks.leaveUnfinished();
            return;
        }
        boolean late = queue && timeouts.judge();
        if (look || late || (queue && farm.dependencies.hasTimedOut()) || deadlines.anyFreed()) {
            place();
        }
    }

    /** Places jobs, and aborts those that are late. */
    void place() {
        boolean fetched = Releases.run(farm, leases) && Fetch.resume(farm, leases);
        farm.looks.wakeDue();
        if (fetched && Iterations.run(farm, leases)) {
            timeouts.abort();
            farm.looks.settle();
            new LookTimer(farm).set();
        } else {
            farm.looks.leaveUnfinished();
            timeouts.afterwards();
        }
        if (farm.isUnfinished() || farm.dependencies.isPending()) {
            farm.step().continueWith(CohortTimers.REST.key());
        }
    }

    /** Ends a step, which may have changed nothing. */
    static void end(Farm farm, Step step) {
        if (farm.takeMoved()) {
            Demand.watch(farm, step);
        }
        QueueTimeouts.watch(farm);
        Operations.report(farm);
        farm.write(step);
    }
}
