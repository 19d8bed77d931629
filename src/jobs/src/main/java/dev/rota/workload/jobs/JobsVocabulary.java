package dev.rota.workload.jobs;

import dev.rota.engine.Nullable;
import dev.rota.engine.Subject;
import dev.rota.jobs.BotClosed;
import dev.rota.jobs.BotEvent;
import dev.rota.jobs.BotSync;
import dev.rota.jobs.CohortPolicy;
import dev.rota.jobs.InstanceQuota;
import dev.rota.jobs.JobCancelled;
import dev.rota.jobs.JobEvent;
import dev.rota.jobs.JobReprioritised;
import dev.rota.jobs.JobsTopics;
import dev.rota.jobs.PolicyEvent;
import dev.rota.workload.whatif.Happening;
import dev.rota.workload.whatif.Vocabulary;
import java.util.function.UnaryOperator;
import org.apache.avro.specific.SpecificRecord;

/** The words in which the record of a cohort is changed. */
final class JobsVocabulary implements Vocabulary {

    @Override
    public String key(SpecificRecord event) {
        if (event instanceof JobEvent job) {
            return job.getJob();
        } else if (event instanceof BotEvent bot) {
            return bot.getBot();
        }
        return event instanceof PolicyEvent policy && policy.getEvent() instanceof InstanceQuota quota
                ? quota.getInstance()
                : "";
    }

    @Override
    public @Nullable String party(SpecificRecord event) {
        return event instanceof BotEvent bot ? bot.getBot() : null;
    }

    @Override
    public @Nullable String kind(SpecificRecord event) {
        return event instanceof BotEvent bot && bot.getEvent() instanceof BotSync ? BotKind.of(bot) : null;
    }

    @Override
    public SpecificRecord copyOfParty(SpecificRecord event, String end) {
        BotEvent bot = (BotEvent) event;
        return BotEvent.newBuilder()
                .setBot(bot.getBot() + end)
                .setSession(bot.getSession() + end)
                .setInstance(bot.getInstance())
                .setLabels(bot.getLabels())
                .setEvent(bot.getEvent())
                .build();
    }

    @Override
    public SpecificRecord leaving(SpecificRecord last) {
        BotEvent bot = (BotEvent) last;
        return BotEvent.newBuilder()
                .setBot(bot.getBot())
                .setSession(bot.getSession())
                .setInstance(bot.getInstance())
                .setLabels(bot.getLabels())
                .setEvent(new BotClosed())
                .build();
    }

    @Override
    public @Nullable SpecificRecord copyOfRequest(SpecificRecord event, String end) {
        return event instanceof JobEvent job ? new JobEvent(job.getJob() + end, job.getLabel(), job.getEvent()) : null;
    }

    @Override
    public boolean isWithdrawal(SpecificRecord event) {
        return event instanceof JobEvent job
                && (job.getEvent() instanceof JobCancelled || job.getEvent() instanceof JobReprioritised);
    }

    @Override
    public SpecificRecord withPolicy(SpecificRecord event, UnaryOperator<SpecificRecord> change) {
        return event instanceof PolicyEvent policy && policy.getEvent() instanceof CohortPolicy cohort
                ? new PolicyEvent(policy.getCohort(), change.apply(cohort))
                : event;
    }

    @Override
    public Happening policy(String unit, @Nullable SpecificRecord last, UnaryOperator<SpecificRecord> change) {
        SpecificRecord before =
                last == null ? new PolicyEvent(unit, CohortPolicy.newBuilder().build()) : last;
        return new Happening(0, JobsTopics.POLICIES, withPolicy(before, change), false);
    }

    @Override
    public Happening quota(String unit, UnaryOperator<SpecificRecord> change) {
        InstanceQuota none =
                InstanceQuota.newBuilder().setInstance("").setMin(0).setMax(0).build();
        return new Happening(0, JobsTopics.POLICIES, new PolicyEvent(unit, change.apply(none)), false);
    }

    @Override
    public Subject subject(String name) {
        return new Subject("job", name);
    }
}
