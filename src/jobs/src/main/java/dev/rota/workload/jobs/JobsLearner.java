package dev.rota.workload.jobs;

import dev.rota.engine.Decision;
import dev.rota.engine.Nullable;
import dev.rota.jobs.BotClosed;
import dev.rota.jobs.BotEvent;
import dev.rota.jobs.BotSync;
import dev.rota.jobs.JobEvent;
import dev.rota.jobs.JobStateEvent;
import dev.rota.jobs.JobStateKind;
import dev.rota.jobs.JobSubmitted;
import dev.rota.jobs.LeaseEvent;
import dev.rota.jobs.LeaseEventKind;
import dev.rota.jobs.LeaseState;
import dev.rota.jobs.Property;
import dev.rota.workload.whatif.Group;
import dev.rota.workload.whatif.Happening;
import dev.rota.workload.whatif.Learner;
import dev.rota.workload.whatif.Parties;
import dev.rota.workload.whatif.Past;
import dev.rota.workload.whatif.Tally;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Learns from a cohort's record which bots there were and how long their leases ran. */
final class JobsLearner implements Learner {

    private final Tally tally;
    private final RunTimes runTimes = new RunTimes();
    private final BotFleet fleet = new BotFleet();
    /** The leases of each job that have run to their ends, if it was not forgotten after the first. */
    private final Map<Integer, Integer> ended = new TreeMap<>();

    private BotFleet fleetAtBranch = fleet;
    private Map<Integer, Integer> endedAtBranch = ended;
    private final Submitted submitted = new Submitted(runTimes);
    private final BotTimeout timeout = new BotTimeout();
    private BotTimeout timeoutAtBranch = timeout;
    /** The sessions whose syncs were refused in the record. */
    private final Set<BotFleet.Session> refused = new TreeSet<>();

    /** The bot of the last sync as it was before. */
    private @Nullable BotFleet.ModelBot before;

    /** When the jobs of a history were served that it did not see end. */
    private final Map<Integer, Long> unended = new TreeMap<>();

    /** The kind of bot that jobs of a history ran on, by their requirements. */
    private final Map<List<Property>, Optional<Group>> kinds = new HashMap<>();

    private @Nullable BotEvent closed;
    private long end;

    JobsLearner(Tally tally) {
        this.tally = tally;
    }

    @Override
    public void event(Happening event) {
        settle();
        timeout.hear(event.value());
        if (event.value() instanceof JobEvent job && job.getEvent() instanceof JobSubmitted its) {
            submitted.take(job.getJob(), its);
        } else if (event.value() instanceof BotEvent bot && bot.getEvent() instanceof BotSync) {
            synced(bot, event.time());
        } else if (event.value() instanceof BotEvent bot && bot.getEvent() instanceof BotClosed) {
            closed = bot;
        }
    }

    private void synced(BotEvent event, long time) {
        before = fleet.bot(event.getBot());
        BotFleet.ModelBot bot = fleet.sync(event, time);
        if (before != null && before != bot) {
            // they end with the decisions on this event
            bot.leases.putAll(before.leases);
        }
    }

    /** Removes the bot that left with the last event, whose leases have ended by the decisions on it. */
    private void settle() {
        if (closed != null) {
            fleet.closed(closed);
            closed = null;
        }
    }

    @Override
    public void decided(Decision decision) {
        if (decision.value() instanceof JobStateEvent event) {
            submitted.hear(event);
            if (event.getKind() == JobStateKind.QUEUED) {
                submitted.queued(event.getJob(), tally.subject(event.getJob()));
            } else if (event.getKind() != JobStateKind.ASSIGNED && event.getBot() != null) {
                ended(event, decision.time());
            }
        } else if (decision.value() instanceof LeaseEvent lease) {
            if (lease.getKind() == LeaseEventKind.ASSIGNED) {
                fleet.assigned(lease, decision.time(), decision.seq());
            } else if (lease.getKind() == LeaseEventKind.SESSION_ENDED) {
                refused.add(new BotFleet.Session(lease.getBot(), lease.getSession()));
                fleet.refused(lease.getBot(), before);
            }
        }
    }

    private void ended(JobStateEvent event, long time) {
        BotFleet.ModelBot bot = fleet.bot(String.valueOf(event.getBot()));
        BotFleet.Held held = fleet.ended(String.valueOf(event.getBot()), event.getJob());
        int job = tally.subject(event.getJob());
        if (bot == null || held == null || job < 0) {
            return;
        }
        boolean completed = event.getKind() == JobStateKind.COMPLETED;
        String status = event.getStatus();
        if (status == null) {
            // of a bot that fell silent it is known only that the lease ran until it was heard last
            boolean gone = event.getTimeout() == null
                    && (event.getKind() == JobStateKind.RETRIED || event.getKind() == JobStateKind.ABORTED);
            long until = gone ? Math.min(time, bot.lastAt) : time;
            runTimes.cutOff(job, Math.max(0, until - held.since()));
            return;
        }
        LeaseState state = !completed && status.equals("CANCELLED") ? LeaseState.CANCELLED : LeaseState.COMPLETED;
        Integer exitCode = event.getExitCode();
        runTimes.ended(
                job,
                time - held.since(),
                new RunTimes.Result(
                        state, state == LeaseState.CANCELLED ? "OK" : status, exitCode == null ? 0 : exitCode));
        if (!completed) {
            ended.merge(job, 1, Integer::sum);
        }
    }

    @Override
    public void past(Happening work, Past past, long until) {
        JobEvent job = (JobEvent) work.value();
        JobSubmitted its = (JobSubmitted) job.getEvent();
        tally.waits(new Group("instance", its.getInstance()), job.getJob(), work.time());
        int number = tally.subject(job.getJob());
        runTimes.job(number, runTimes.kind(its.getInstance(), its.getRequirements()));
        if (past.hasRun()) {
            runTimes.ended(number, past.ran(), RunTimes.Result.DONE);
        } else if (past.hasEnded() && !past.left() && past.ran() == Past.OPEN) {
            unended.put(number, work.time() + past.waited());
        }
        Past counted = past.at(until - work.time());
        tally.past(job.getJob(), work.time(), counted);
        if (counted.hasEnded() && !counted.left()) {
            long served = work.time() + counted.waited();
            long ran = past.hasRun() ? Math.min(past.ran(), until - served) : 0;
            kinds.computeIfAbsent(its.getRequirements(), fleet::kindFor).ifPresent(kind -> tally.used(kind, ran));
        }
    }

    @Override
    public void branch() {
        settle();
        timeoutAtBranch = timeout.copy();
        fleetAtBranch = fleet.copy();
        endedAtBranch = new TreeMap<>(ended);
    }

    @Override
    public void end(long time) {
        settle();
        end = time;
        unended.forEach((job, served) -> runTimes.cutOff(job, time - served));
        fleet.bots()
                .values()
                .forEach(bot -> bot.leases
                        .values()
                        .forEach(held -> runTimes.cutOff(tally.subject(held.job()), time - held.since())));
    }

    @Override
    public Parties parties(Tally tally) {
        return new JobsParties(
                tally,
                runTimes,
                fleetAtBranch.copy(),
                new TreeMap<>(endedAtBranch),
                refused,
                timeoutAtBranch.copy(),
                end);
    }
}
