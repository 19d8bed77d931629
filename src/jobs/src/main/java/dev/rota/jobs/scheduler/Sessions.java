package dev.rota.jobs.scheduler;

import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import dev.rota.engine.Step;
import dev.rota.engine.Table;
import dev.rota.engine.Times;
import dev.rota.jobs.EndedSessions;
import dev.rota.jobs.farm.JobsTables;
import java.util.ArrayList;
import java.util.List;

/** Remembers each bot's ended sessions, so that a bot that returns in one of them is informed. */
final class Sessions {

    private final Step step;
    private final Table<EndedSessions> table;

    Sessions(Step step) {
        this.step = step;
        this.table = step.table(JobsTables.SESSIONS);
    }

    boolean isOver(String bot, String session) {
        EndedSessions ended = known(bot);
        return ended != null && ended.getSessions().contains(session);
    }

    /** Keeps a bot's ended sessions while the bot is in the cohort. */
    void arrived(String bot) {
        EndedSessions ended = known(bot);
        if (ended != null) {
            keep(bot, ended, ended.getSessions(), Times.NEVER);
        }
    }

    /** Ends a session. Its sessions are forgotten after a while, unless another session of the bot arrives. */
    void over(String bot, String session) {
        EndedSessions ended = known(bot);
        List<String> sessions = ended == null ? new ArrayList<>() : new ArrayList<>(ended.getSessions());
        sessions.remove(session);
        sessions.add(session);
        if (sessions.size() > JobsLimits.ENDED_SESSIONS_MAX) {
            sessions.remove(0);
        }
        keep(bot, ended, sessions, Times.after(step.now(), JobsLimits.ENDED_SESSIONS_KEPT_MS));
    }

    /** Forgets a bot's sessions, after their timer has fired. */
    void forget(String bot) {
        table.delete(Key.of(bot));
    }

    private void keep(String bot, @Nullable EndedSessions before, List<String> sessions, long forgetAt) {
        step.timers()
                .move(before == null ? Times.NEVER : before.getForgetAt(), forgetAt, CohortTimers.SESSIONS.key(bot));
        table.upsert(Key.of(bot), new EndedSessions(sessions, forgetAt));
    }

    private @Nullable EndedSessions known(String bot) {
        return table.get(Key.of(bot));
    }
}
