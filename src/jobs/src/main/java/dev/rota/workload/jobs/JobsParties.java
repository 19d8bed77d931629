package dev.rota.workload.jobs;

import dev.rota.engine.Decision;
import dev.rota.engine.Nullable;
import dev.rota.engine.Times;
import dev.rota.jobs.BotClosed;
import dev.rota.jobs.BotEvent;
import dev.rota.jobs.BotSync;
import dev.rota.jobs.JobEvent;
import dev.rota.jobs.JobStateEvent;
import dev.rota.jobs.JobStateKind;
import dev.rota.jobs.JobSubmitted;
import dev.rota.jobs.JobsTopics;
import dev.rota.jobs.LeaseEvent;
import dev.rota.jobs.LeaseReport;
import dev.rota.jobs.LeaseState;
import dev.rota.workload.jobs.BotFleet.Session;
import dev.rota.workload.whatif.Happening;
import dev.rota.workload.whatif.Parties;
import dev.rota.workload.whatif.Tally;
import java.util.Comparator;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The bots of a cohort in one world. A bot comes, changes and goes as recorded, holds what it is assigned, and reports
 * each lease when it has run its time.
 */
final class JobsParties implements Parties {

    /** A third of the time after which it would be gone: how often a bot syncs after the end of the record. */
    private static final int SYNCS_IN_TIMEOUT = 3;

    private static final LeaseReport NO_REPORT = LeaseReport.newBuilder()
            .setJob("")
            .setLease(0L)
            .setState(LeaseState.ACTIVE)
            .build();

    /** The end of a lease. */
    private record Due(long time, long seq, String bot, String session, LeaseReport report) {}

    private final Tally tally;
    private final RunTimes runTimes;
    private final BotFleet fleet;
    private final Map<Integer, Integer> ended;
    private final Submitted submitted;
    private final Set<Session> refused;
    private final BotTimeout timeout;
    private final long recordEnd;

    private final PriorityQueue<Due> ends = new PriorityQueue<>(
            Comparator.comparingLong(Due::time).thenComparingLong(Due::seq).thenComparing(Due::bot));
    private final PriorityQueue<Due> syncs =
            new PriorityQueue<>(Comparator.comparingLong(Due::time).thenComparing(Due::bot));
    /** The last sync of each session. */
    private final Map<Session, Long> lastSync = new TreeMap<>();

    /** The sessions that have events in this world. */
    private final Set<Session> foreseen = new TreeSet<>();

    /** The sessions that last beyond the end of the record. */
    private final Set<Session> staying = new TreeSet<>();

    private final Map<String, String> lastSession = new TreeMap<>();
    /** The sessions that ended in this world and not in the record, with the ones that took their place. */
    private final Map<Session, String> renewed = new TreeMap<>();

    private final SortedMap<String, Long> sources = new TreeMap<>();
    private boolean begun;

    JobsParties(
            Tally tally,
            RunTimes runTimes,
            BotFleet fleet,
            Map<Integer, Integer> ended,
            Set<Session> refused,
            BotTimeout timeout,
            long recordEnd) {
        this.tally = tally;
        this.runTimes = runTimes;
        this.fleet = fleet;
        this.ended = ended;
        this.submitted = new Submitted(runTimes);
        this.refused = refused;
        this.timeout = timeout;
        this.recordEnd = recordEnd;
        fleet.bots().forEach((name, bot) -> {
            lastSession.put(name, bot.session);
            lastSync.put(new Session(name, bot.session), bot.lastAt);
        });
    }

    @Override
    public void foresee(Happening event) {
        timeout.hear(event.value());
        if (event.value() instanceof BotEvent bot) {
            Session session = new Session(bot.getBot(), bot.getSession());
            lastSync.put(session, event.time());
            foreseen.add(session);
            if (bot.getEvent() instanceof BotClosed) {
                lastSession.remove(bot.getBot());
            } else {
                lastSession.put(bot.getBot(), bot.getSession());
            }
        }
    }

    /** Begins the world: lets the bots that are there at the end of the record stay, and leases run on. */
    private void begin() {
        begun = true;
        lastSession.forEach((bot, its) -> {
            Session session = new Session(bot, its);
            long last = lastSync.getOrDefault(session, recordEnd);
            if (recordEnd - last < timeout.ms()) {
                staying.add(session);
                if (!foreseen.contains(session)) {
                    stay(session, last);
                }
            }
        });
        fleet.bots().forEach((name, bot) -> bot.leases.values().forEach(held -> runs(name, bot.session, held)));
    }

    /** Lets a bot sync after the end of the record, or after its last event if that is later. */
    private void stay(Session session, long last) {
        long time = Math.max(recordEnd, Times.after(last, syncEveryMs()));
        syncs.add(new Due(time, 0, session.bot(), session.session(), NO_REPORT));
    }

    private long syncEveryMs() {
        return Math.max(1, timeout.ms() / SYNCS_IN_TIMEOUT);
    }

    @Override
    public @Nullable Happening recorded(Happening event) {
        if (event.value() instanceof JobEvent job && job.getEvent() instanceof JobSubmitted its) {
            submitted.take(job.getJob(), its);
        } else if (event.value() instanceof BotEvent recorded) {
            BotEvent bot = inItsSession(recorded);
            if (bot.getEvent() instanceof BotSync) {
                Session session = new Session(recorded.getBot(), recorded.getSession());
                if (staying.contains(session) && event.time() >= lastSync.getOrDefault(session, Times.NEVER)) {
                    lastSync.put(session, Times.NEVER);
                    Session its = new Session(bot.getBot(), bot.getSession());
                    staying.add(its);
                    stay(its, event.time());
                }
                return event.with(fleet.sync(bot, event.time()).sync(null));
            }
            fleet.closed(bot);
            return event.with(bot);
        }
        return event;
    }

    private BotEvent inItsSession(BotEvent bot) {
        String session = bot.getSession();
        for (String next = session; next != null; next = renewed.get(new Session(bot.getBot(), session))) {
            session = next;
        }
        return session.equals(bot.getSession())
                ? bot
                : BotEvent.newBuilder()
                        .setBot(bot.getBot())
                        .setSession(session)
                        .setInstance(bot.getInstance())
                        .setLabels(bot.getLabels())
                        .setEvent(bot.getEvent())
                        .build();
    }

    @Override
    public long next() {
        if (!begun) {
            begin();
        }
        while (!ends.isEmpty() && held(ends.element()) == null) {
            ends.remove();
        }
        while (!syncs.isEmpty() && bot(syncs.element()) == null) {
            syncs.remove();
        }
        return Math.min(
                ends.isEmpty() ? Times.NEVER : ends.element().time(),
                syncs.isEmpty() ? Times.NEVER : syncs.element().time());
    }

    @Override
    public Happening act(long time) {
        boolean end = !ends.isEmpty()
                && (syncs.isEmpty() || ends.element().time() <= syncs.element().time());
        Due due = end ? ends.remove() : syncs.remove();
        BotFleet.ModelBot bot = bot(due);
        if (bot == null) {
            throw new IllegalStateException("expected bot " + due.bot() + ", but it has left");
        }
        if (!end) {
            syncs.add(new Due(Times.after(due.time(), syncEveryMs()), 0, due.bot(), due.session(), NO_REPORT));
        }
        return new Happening(time, JobsTopics.BOTS, bot.sync(end ? due.report() : null), false);
    }

    private @Nullable BotFleet.ModelBot bot(Due due) {
        BotFleet.ModelBot bot = fleet.bot(due.bot());
        return bot != null && bot.session.equals(due.session()) ? bot : null;
    }

    private @Nullable BotFleet.Held held(Due due) {
        BotFleet.ModelBot bot = bot(due);
        BotFleet.Held held = bot == null ? null : bot.leases.get(due.report().getJob());
        return held != null && held.lease() == due.report().getLease() ? held : null;
    }

    @Override
    public void decided(Decision decision) {
        if (decision.value() instanceof LeaseEvent lease) {
            hear(lease, decision.time(), decision.seq());
        } else if (decision.value() instanceof JobStateEvent event) {
            hear(event);
        }
    }

    private void hear(LeaseEvent lease, long time, long seq) {
        switch (lease.getKind()) {
            case ASSIGNED -> {
                BotFleet.Held held = fleet.assigned(lease, time, seq);
                if (held != null) {
                    runs(lease.getBot(), lease.getSession(), held);
                }
            }
            case SESSION_ENDED -> sessionEnded(new Session(lease.getBot(), lease.getSession()), time);
            case EVICTED, CANCELLED -> {
                BotFleet.ModelBot bot = fleet.bot(lease.getBot());
                BotFleet.Held held = bot == null ? null : bot.leases.get(lease.getJob());
                if (held != null && held.lease() == lease.getLease()) {
                    fleet.ended(lease.getBot(), lease.getJob());
                }
            }
        }
    }

    /** Opens a new session: at once if no recorded event will, else with the next one. */
    private void sessionEnded(Session ended, long time) {
        BotFleet.ModelBot bot = fleet.bot(ended.bot());
        Session next = new Session(ended.bot(), ended.session() + "~");
        if (bot != null && bot.session.equals(ended.session()) && syncs.stream().anyMatch(each -> isOf(each, ended))) {
            fleet.sync(bot.in(next.session()), time);
            staying.add(next);
            syncs.add(new Due(time, 0, next.bot(), next.session(), NO_REPORT));
        } else if (!refused.contains(ended)) {
            renewed.putIfAbsent(ended, next.session());
        }
    }

    private static boolean isOf(Due due, Session session) {
        return due.bot().equals(session.bot()) && due.session().equals(session.session());
    }

    private void hear(JobStateEvent event) {
        int job = tally.subject(event.getJob());
        submitted.hear(event);
        if (event.getKind() == JobStateKind.QUEUED) {
            submitted.queued(event.getJob(), job);
        } else if (event.getKind() != JobStateKind.ASSIGNED && event.getBot() != null) {
            fleet.ended(String.valueOf(event.getBot()), event.getJob());
            if (event.getStatus() != null && event.getKind() == JobStateKind.RETRIED) {
                ended.merge(job, 1, Integer::sum);
            }
        }
    }

    /** Sets the end of a lease, unless its bot is gone before. */
    private void runs(String bot, String session, BotFleet.Held held) {
        int job = tally.subject(held.job());
        RunTimes.End end = runTimes.end(job, held.job(), ended.getOrDefault(job, 0));
        if (end == null) {
            sources.merge("unknown", 1L, Long::sum);
            return;
        }
        sources.merge(end.source(), 1L, Long::sum);
        long time = Times.after(held.since(), end.runMs());
        if (time <= lastSync(bot, session)) {
            RunTimes.Result result = end.result();
            ends.add(new Due(
                    time,
                    held.seq(),
                    bot,
                    session,
                    LeaseReport.newBuilder()
                            .setJob(held.job())
                            .setLease(held.lease())
                            .setState(result.state())
                            .setStatus(result.status())
                            .setExitCode(result.exitCode())
                            .build()));
        }
    }

    private long lastSync(String bot, String session) {
        Session ended = new Session(bot, session);
        // a session that took the place of a recorded one lasts as long as the bot does
        return staying.contains(ended) ? Times.NEVER : lastSync.getOrDefault(ended, Times.NEVER);
    }

    @Override
    public SortedMap<String, Long> sources() {
        return sources;
    }
}
