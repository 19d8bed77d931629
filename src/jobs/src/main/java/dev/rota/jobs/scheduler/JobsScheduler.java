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
import java.util.Objects;
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
                        accepted((round, job, submitted) -> submissions(round).submit(job.getJob(), submitted)))
                .on(
                        JobEvent.class,
                        JobCancelled.class,
                        accepted((round, job, cancelled) -> submissions(round).cancel(job.getJob())))
                .on(
                        JobEvent.class,
                        JobReprioritised.class,
                        accepted((round, job, next) ->
                                submissions(round).reprioritise(job.getJob(), next.getPriority())))
                .on(
                        BotEvent.class,
                        BotSync.class,
                        accepted((round, bot, sync) -> new Sync(round.farm, round.leases).take(bot, sync)))
                .on(
                        BotEvent.class,
                        BotClosed.class,
                        accepted((round, bot, closed) -> new Bots(round.farm, round.leases).close(bot)))
                .on(
                        PolicyEvent.class,
                        CohortPolicy.class,
                        accepted((round, cohort, policy) -> new OperatorEvents(round.farm).policy(policy)))
                .on(
                        PolicyEvent.class,
                        InstanceQuota.class,
                        accepted((round, cohort, quota) -> new OperatorEvents(round.farm).quota(quota)))
                .on(
                        PolicyEvent.class,
                        Operation.class,
                        accepted((round, cohort, operation) -> new Operations(round.farm).take(operation)))
                .timers(
                        this::due,
                        CohortTimers.LOOK,
                        CohortTimers.BOT,
                        CohortTimers.QUEUE,
                        CohortTimers.REPORT,
                        CohortTimers.SESSIONS,
                        CohortTimers.REST,
                        CohortTimers.DEMAND)
                .after(step -> Round.end(farm(step), step));
    }

    private static Submissions submissions(Round round) {
        return new Submissions(round.farm, round.leases);
    }

    /** Changes the farm by one kind of event. */
    @FunctionalInterface
    private interface Change<R, E> {

        /** Returns whether the event is accepted. */
        boolean by(Round round, R event, E kind);
    }

    /** Returns a handler that places jobs after an event that is accepted. */
    private <R, E> Handlers.MemberHandler<R, E> accepted(Change<R, E> change) {
        return (step, event, kind) -> {
            Farm farm = farm(step);
            long nextLook = farm.row().nextLook();
            // if too many timers were due at once, a look may be left over from before
            farm.begin(step, lookedUntilNow(farm, step));
            Round round = new Round(farm);
            if (!change.by(round, event, kind)) {
                return;
            }
            farm.changes();
            if (nextLook <= step.now()) {
                // that look is due at once; bots whose deadlines are due with it must be removed before any job is
                // placed
                farm.looks.leaveUnfinished();
            } else {
                round.place();
            }
        };
    }

    private void due(Step step, DueTimers due) {
        Farm farm = farm(step);
        boolean look = due.has(CohortTimers.LOOK);
        boolean queue = due.has(CohortTimers.QUEUE);
        List<Bot> rung = due.of(CohortTimers.BOT).stream()
                .map(id -> Objects.requireNonNull(farm.bot(id), "a bot has a timer only while it is there"))
                .toList();
        if (due.has(CohortTimers.REST)) {
            resume(step, farm);
        }
        due.of(CohortTimers.SESSIONS).forEach(bot -> new Sessions(step).forget(bot));
        if (look) {
            farm.begin(step, farm.row().nextLook() - 1);
            farm.row().nextLook(Times.NEVER);
        } else if (!rung.isEmpty()) {
            farm.begin(step, lookedBefore(farm, step));
        } else if (queue || due.has(CohortTimers.REPORT)) {
            // as before an event: no look up to now is due, except one that is left over
            farm.begin(step, lookedUntilNow(farm, step));
        }
        if (look || queue || !rung.isEmpty()) {
            new Round(farm).pass(rung, look, queue);
        }
        if (due.has(CohortTimers.DEMAND)) {
            farm.takeMoved();
            // a queue timer that has fired is due at once again only if a following step judges or aborts late jobs
            Demand.look(farm, step, queue && farm.row().queueAlarm() <= step.now());
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
        return Math.min(step.now(), farm.row().nextLook() - 1);
    }

    /** Continues what an earlier step had no room for, unless an event has done so since. */
    private static void resume(Step step, Farm farm) {
        boolean look = farm.row().nextLook() <= step.now();
        if (farm.isUnfinished() || (farm.dependencies.isPending() && !look)) {
            farm.begin(step, step.now());
            new Round(farm).place();
        }
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
