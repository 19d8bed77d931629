package dev.rota.jobs.explain;

import dev.rota.engine.Answer;
import dev.rota.engine.Decision;
import dev.rota.engine.Inquiry;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.engine.Subject;
import dev.rota.engine.Tables;
import dev.rota.engine.text.Phrases;
import dev.rota.engine.text.Printable;
import dev.rota.jobs.JobStateEvent;
import dev.rota.jobs.farm.Bot;
import dev.rota.jobs.farm.Farm;
import dev.rota.jobs.farm.HoldTarget;
import dev.rota.jobs.farm.Job;

/** Explains why a job does not run on a bot. The id of the subject is {@code JOB@BOT}. */
public final class MatchExplainer implements Inquiry {

    public static final String KIND = "match";

    private static final char AT = '@';

    private final String id;
    private final FarmSource farms;
    private @Nullable Answer ending;

    public MatchExplainer(String id, FarmSource farms) {
        if (id.indexOf(AT) < 0) {
            throw new IllegalArgumentException(
                    "expected a job and a bot as JOB@BOT, but it is '" + Printable.of(id) + "'");
        }
        this.id = id;
        this.farms = farms;
    }

    /** Returns the subject for a job and a bot. */
    public static Subject subject(String job, String bot) {
        return new Subject(KIND, job + AT + bot);
    }

    @Override
    public void decided(Decision decision) {
        if (decision.value() instanceof JobStateEvent event && id.startsWith(event.getJob() + AT)) {
            Answer end = JobEnding.of(decision, event.getJob());
            ending = end == null ? ending : end;
        }
    }

    @Override
    public @Nullable Answer answer(Tables tables, long now, Parallel parallel) {
        Farm farm = farms.of(tables).asOf(now);
        // both ids may contain the character: the first way to split it that names a known job and a known bot counts
        Job known = null;
        String other = "";
        for (int at = id.indexOf(AT); at >= 0; at = id.indexOf(AT, at + 1)) {
            Job job = farm.job(id.substring(0, at));
            Bot bot = farm.bot(id.substring(at + 1));
            if (job != null && bot != null) {
                return of(farm, job, bot);
            }
            if (job != null && known == null) {
                known = job;
                other = id.substring(at + 1);
            }
        }
        return known == null ? ending : new Answer("NO_BOT", absent(farm, known, other));
    }

    private static String absent(Farm farm, Job job, String bot) {
        String held = HoldSentence.of(farm, HoldTarget.bot(bot));
        return "job " + job.id + " cannot run on bot " + bot + ", which has no session in the cohort"
                + (held == null ? "" : "; " + held);
    }

    private static Answer of(Farm farm, Job job, Bot bot) {
        if (job.bot == bot) {
            return new Answer("ASSIGNED", new WhyAssigned(farm, job, bot).sentence());
        }
        if (job.bot != null) {
            return new Answer(
                    "ELSEWHERE",
                    "job " + job.id + " is assigned to bot " + job.bot.id + " " + Phrases.since(job.assignedAt)
                            + ", so it needs no other");
        }
        if (job.isWaiting()) {
            return new Answer("WAITING", new WhyJobWaits(farm, job).sentence());
        }
        return new WhyNotBot(farm, job, bot).explained();
    }
}
