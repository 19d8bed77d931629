package dev.rota.jobs.scheduler;

import dev.rota.engine.DueTimers;
import dev.rota.engine.Handlers;
import dev.rota.engine.Inquiry;
import dev.rota.engine.Nullable;
import dev.rota.engine.PageSnapshot;
import dev.rota.engine.Readings;
import dev.rota.engine.Scheduler;
import dev.rota.engine.Step;
import dev.rota.engine.Tables;
import dev.rota.engine.Times;
import dev.rota.jobs.BotClosed;
import dev.rota.jobs.BotEvent;
import dev.rota.jobs.BotSync;
import dev.rota.jobs.CohortPolicy;
import dev.rota.jobs.InstanceQuota;
import dev.rota.jobs.JobCancelled;
import dev.rota.jobs.JobEvent;
import dev.rota.jobs.JobReprioritised;
import dev.rota.jobs.JobSubmitted;
import dev.rota.jobs.Operation;
import dev.rota.jobs.PolicyEvent;
import dev.rota.jobs.farm.Bot;
import dev.rota.jobs.farm.Farm;
import dev.rota.jobs.farm.FarmGauges;
import dev.rota.jobs.farm.FarmReading;
import java.util.List;
import java.util.function.BiFunction;

/** Schedules one cohort: each event or timer changes the farm, then the iterations place queued jobs. */
final class JobsScheduler implements Scheduler {

    /**
     * The number of rows that are read between two records, for a snapshot of a cohort that is not in memory: some 10
     * ms.
     */
    private static final int READ_ROWS_AT_ONCE = 2_000;

    /** Takes a snapshot of a cohort for its pages, between two steps. */
    @FunctionalInterface
    interface Snapshots {
        PageSnapshot take(Farm farm, String cohort, long now);
    }

    private final BiFunction<Inquiry.Asked, Farm, Inquiry> inquiries;
    private final Snapshots snapshots;

    /** A cache of the cohort's rows. */
    private @Nullable Farm known;

    /** Reads the cohort's rows for a snapshot, before an event needs them. */
    private @Nullable FarmReading reading;

    /** @param inquiries answer questions from the farm in memory, between two steps */
    JobsScheduler(BiFunction<Inquiry.Asked, Farm, Inquiry> inquiries, Snapshots snapshots) {
        this.inquiries = inquiries;
        this.snapshots = snapshots;
    }

    @Override
    public Handlers handlers() {
        return Handlers.of()
                .on(
                        JobEvent.class,
                        JobSubmitted.class,
                        accepted((farm, job, submitted) ->
                                new Submissions(farm, new Leases(farm)).submit(job.getJob(), submitted)))
                .on(
                        JobEvent.class,
                        JobCancelled.class,
                        accepted(
                                (farm, job, cancelled) -> new Submissions(farm, new Leases(farm)).cancel(job.getJob())))
                .on(
                        JobEvent.class,
                        JobReprioritised.class,
                        accepted((farm, job, next) ->
                                new Submissions(farm, new Leases(farm)).reprioritise(job.getJob(), next.getPriority())))
                .on(
                        BotEvent.class,
                        BotSync.class,
                        accepted((farm, bot, sync) -> new Sync(farm, new Leases(farm)).take(bot, sync)))
                .on(BotEvent.class, BotClosed.class, accepted((farm, bot, closed) -> close(farm, bot)))
                .on(
                        PolicyEvent.class,
                        CohortPolicy.class,
                        accepted((farm, cohort, policy) -> new OperatorEvents(farm).policy(policy)))
                .on(
                        PolicyEvent.class,
                        InstanceQuota.class,
                        accepted((farm, cohort, quota) -> new OperatorEvents(farm).quota(quota)))
                .on(
                        PolicyEvent.class,
                        Operation.class,
                        accepted((farm, cohort, operation) -> new Operations(farm).take(operation)))
                .timers(
                        this::due,
                        CohortTimers.LOOK,
                        CohortTimers.BOT,
                        CohortTimers.QUEUE,
                        CohortTimers.REPORT,
                        CohortTimers.SESSIONS,
                        CohortTimers.REST,
                        CohortTimers.DEMAND)
                .after(this::write);
    }

    /** Changes the farm by one kind of event. */
    @FunctionalInterface
    private interface Change<R, E> {

        /** Returns whether the event is accepted. */
        boolean by(Farm farm, R event, E kind);
    }

    /** Returns a handler that assigns jobs after an event that is accepted. */
    private <R, E> Handlers.MemberHandler<R, E> accepted(Change<R, E> change) {
        return (step, event, kind) -> {
            Farm farm = farm(step);
            long nextLook = farm.row().getNextLook();
            // if too many timers were due at once, a look may be left over from before
            farm.begin(step, lookedUntilNow(farm, step));
            if (!change.by(farm, event, kind)) {
                return;
            }
            if (nextLook <= step.now()) {
                // that look is due at once; bots whose deadlines are due with it must be removed before any job is
                // placed
                farm.leaveUnfinished();
            } else {
                assign(farm, new QueueTimeouts(farm, new Leases(farm)));
            }
            farm.takeMoved();
            Demand.watch(farm, step);
        };
    }

    private void write(Step step) {
        Farm farm = farm(step);
        QueueTimeouts.watch(farm);
        Operations.report(farm);
        farm.write(step);
    }

    private static boolean close(Farm farm, BotEvent event) {
        Bot bot = farm.bot(event.getBot());
        if (bot == null || !bot.session.equals(event.getSession())) {
            farm.step()
                    .reject(
                            JobsReason.BOT_SESSION_STALE,
                            "expected the session that bot " + event.getBot() + " is in, but it is "
                                    + event.getSession());
            return false;
        }
        new Bots(farm, new Leases(farm)).gone(bot, "the bot closed its session");
        return true;
    }

    private void due(Step step, DueTimers due) {
        Farm farm = farm(step);
        boolean look = due.has(CohortTimers.LOOK);
        boolean queue = due.has(CohortTimers.QUEUE);
        List<Bot> rung =
                due.of(CohortTimers.BOT).stream().map(id -> bot(farm, id)).toList();
        if (due.has(CohortTimers.REST)) {
            resume(step, farm);
        }
        due.of(CohortTimers.SESSIONS).forEach(bot -> new Sessions(step).forget(bot));
        if (look) {
            farm.begin(step, farm.row().getNextLook() - 1);
            farm.cohortRow().nextLook(Times.NEVER);
        } else if (!rung.isEmpty()) {
            farm.begin(step, lookedBefore(farm, step));
        } else if (queue || due.has(CohortTimers.REPORT)) {
            // as before an event: no look up to now is due, except one that is left over
            farm.begin(step, lookedUntilNow(farm, step));
        }
        if (look || queue || !rung.isEmpty()) {
            pass(farm, rung, look, queue);
        }
        boolean moved = farm.takeMoved();
        if (due.has(CohortTimers.DEMAND)) {
            // a queue timer that has fired is due at once again only if a following step judges or aborts late jobs
            Demand.look(farm, step, queue && farm.row().getQueueAlarm() <= step.now());
        } else if (moved) {
            Demand.watch(farm, step);
        }
    }

    /**
     * Returns the time up to which looks were taken before the timers of bots fire. Silence is judged at Ticks alone,
     * so another step may have come before this one at the same time, or unattended time may have delayed the timers:
     * then the looks of that time were taken, except one that is left over. Otherwise they are part of this step.
     */
    private static long lookedBefore(Farm farm, Step step) {
        return step.previous() < step.now() ? step.now() - 1 : lookedUntilNow(farm, step);
    }

    /** Returns the time up to which looks were taken: now, unless one is left over. */
    private static long lookedUntilNow(Farm farm, Step step) {
        return Math.min(step.now(), farm.row().getNextLook() - 1);
    }

    private static void pass(Farm farm, List<Bot> rung, boolean look, boolean queue) {
        Leases leases = new Leases(farm);
        BotTimeouts deadlines = new BotTimeouts(farm, leases);
        QueueTimeouts timeouts = new QueueTimeouts(farm, leases);
        if (!deadlines.pass(rung)) {
            if (queue) {
                timeouts.judgeLater();
            }
            farm.leaveUnfinished();
            return;
        }
        boolean late = queue && timeouts.judge();
        if (look || late || (queue && farm.dependencies().hasTimedOut()) || deadlines.anyFreed()) {
            assign(farm, timeouts);
        }
    }

    /** Continues what an earlier step had no room for, unless an event has done so since. */
    private static void resume(Step step, Farm farm) {
        boolean look = farm.row().getNextLook() <= step.now();
        if (farm.isUnfinished() || (farm.dependencies().isPending() && !look)) {
            farm.begin(step, step.now());
            assign(farm, new QueueTimeouts(farm, new Leases(farm)));
        }
    }

    private static Bot bot(Farm farm, String id) {
        Bot bot = farm.bot(id);
        if (bot == null) {
            throw new IllegalStateException("expected bot " + id + " behind its timer, but there is none");
        }
        return bot;
    }

    /**
     * Releases jobs, finishes fetches, runs the iterations, and aborts queued jobs that are late. The remainder of a full step is in
     * the rows: the waiting jobs, and the time up to which they have been looked at. It continues in the following
     * step.
     */
    private static void assign(Farm farm, QueueTimeouts timeouts) {
        Leases leases = new Leases(farm);
        boolean released = Releases.run(farm, leases);
        boolean fetched = released && (farm.fetching().isEmpty() || Fetch.resume(farm, leases));
        farm.service().wakeDue();
        if (!fetched || !Iterations.run(farm, leases)) {
            farm.leaveUnfinished();
            farm.step().continueWith(CohortTimers.REST.key());
            timeouts.afterwards();
            return;
        }
        timeouts.abort();
        if (farm.dependencies().isPending()) {
            farm.step().continueWith(CohortTimers.REST.key());
        }
        farm.finish();
        farm.service().settle();
        new LookTimer(farm).set();
    }

    @Override
    public @Nullable Inquiry inquiry(Inquiry.Asked asked) {
        return known == null ? null : inquiries.apply(asked, known);
    }

    @Override
    public @Nullable PageSnapshot snapshot(Tables tables, long now) {
        Farm farm = readSome(tables);
        return farm == null ? null : snapshots.take(farm, tables.unit(), now);
    }

    @Override
    public boolean read(Tables tables, long now, Readings readings) {
        Farm farm = readSome(tables);
        if (farm != null) {
            FarmGauges.read(farm, now, readings);
        }
        return farm != null;
    }

    /** Reads a part of the cohort; returns the farm once all of it is in memory, or null until then. */
    private @Nullable Farm readSome(Tables tables) {
        if (known == null) {
            reading = reading == null ? new FarmReading(tables) : reading;
            known = reading.readSome(READ_ROWS_AT_ONCE);
            reading = known == null ? reading : null;
        }
        return known;
    }

    private Farm farm(Step step) {
        if (known == null) {
            // what was read for a snapshot may change in this step
            reading = null;
            known = FarmReading.of(step);
        }
        return known;
    }
}
