package dev.rota.jobs.explain;

import dev.rota.engine.DomainView;
import dev.rota.engine.EventInquiry;
import dev.rota.engine.Inquiry;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.engine.Tables;
import dev.rota.engine.Trial;
import dev.rota.engine.text.Phrases;
import dev.rota.jobs.BotEvent;
import dev.rota.jobs.InstanceQuota;
import dev.rota.jobs.JobEvent;
import dev.rota.jobs.JobSubmitted;
import dev.rota.jobs.Operation;
import dev.rota.jobs.PolicyEvent;
import dev.rota.jobs.Strategy;
import dev.rota.jobs.farm.Bot;
import dev.rota.jobs.farm.Farm;
import dev.rota.jobs.farm.FarmReading;
import dev.rota.jobs.farm.Job;
import dev.rota.jobs.farm.JobKind;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/** Shows what a cohort would decide on an event: of a job that is submitted, its bot or what keeps it queued. */
public final class JobsEventInquiry extends EventInquiry {

    /** The number of bots that are named if one of them is drawn. */
    private static final int BOTS_NAMED_MAX = 50;

    private static final String DRAWN = "DRAWN";

    private final @Nullable JobEvent job;

    public JobsEventInquiry(DomainView domain, SpecificRecord event) {
        super(domain, event, explainer(event));
        this.job = event instanceof JobEvent asked ? asked : null;
    }

    private static @Nullable Inquiry explainer(SpecificRecord event) {
        if (event instanceof JobEvent job) {
            return new JobExplainer(job.getJob(), FarmReading::of);
        } else if (event instanceof BotEvent bot) {
            return new BotExplainer(bot.getBot(), FarmReading::of);
        } else if (event instanceof PolicyEvent policy && policy.getEvent() instanceof InstanceQuota quota) {
            return new InstanceExplainer(quota.getInstance(), FarmReading::of);
        } else if (event instanceof PolicyEvent policy && policy.getEvent() instanceof Operation operation) {
            return operation.getBot() != null
                    ? new BotExplainer(operation.getBot(), FarmReading::of)
                    : operation.getInstance() != null
                            ? new InstanceExplainer(operation.getInstance(), FarmReading::of)
                            : null;
        }
        return null;
    }

    /**
     * The place of a submitted job.
     * @param bot the bot that it would be assigned to at once; null if it would be queued, or if the bot is drawn
     * @param drawnFrom the number of matching bots with room if the bot is drawn; otherwise null
     * @param bots the first of those bots by id
     * @param aheadByPriority if it would be queued, the number of jobs before it by priority whose kinds share a bot
     *     with its own; null if the policy never orders by priority
     * @param aheadByAge the same by age
     * @param victim the assigned job that would be evicted for it: at once, or from {@code evictableFrom} on
     */
    public record JobPlace(
            @Nullable String bot,
            @Nullable Strategy strategy,
            @Nullable Integer drawnFrom,
            List<String> bots,
            @Nullable Long aheadByPriority,
            @Nullable Long aheadByAge,
            @Nullable String victim,
            @Nullable Long evictableFrom) {}

    @Override
    protected @Nullable Effect effect(Tables before, Trial tried, long now, Parallel parallel) {
        Effect effect = super.effect(before, tried, now, parallel);
        if (effect == null || job == null || !(job.getEvent() instanceof JobSubmitted submitted)) {
            return effect;
        }
        Farm farm = FarmReading.of(tried.tables()).asOf(now);
        Job placed = farm.job(job.getJob());
        if (placed == null || placed.isWaiting()) {
            return effect;
        }
        if (tried.isDrawn()) {
            Effect drawn = drawn(FarmReading.of(before).asOf(now), submitted, placed);
            if (drawn != null) {
                return drawn;
            }
        }
        return placed.bot == null
                ? queued(effect, farm, placed)
                : new Effect(
                        effect.state(),
                        effect.sentence(),
                        new JobPlace(
                                placed.bot.id, placed.strategy, null, List.of(), null, null, placed.preempted, null));
    }

    /**
     * Returns the outcomes between which random numbers decide, or null if they have no effect on the job: no matching
     * bot has room, and it may not preempt.
     */
    private @Nullable Effect drawn(Farm farm, JobSubmitted submitted, Job placed) {
        JobKind kind = farm.kinds.of(submitted.getInstance(), submitted.getRequirements());
        List<String> bots = kind.matching(farm.platforms.version()).stream()
                .filter(Bot::isHealthy)
                .map(bot -> bot.id)
                .toList();
        if (bots.isEmpty() && placed.bot == null && !kind.instance.isBelowMin()) {
            return null;
        }
        List<String> named = bots.stream().limit(BOTS_NAMED_MAX).toList();
        return new Effect(
                DRAWN,
                "job " + placed.id + " of instance " + submitted.getInstance()
                        + (placed.bot == null ? " may be" : " is") + " assigned to "
                        + (bots.isEmpty()
                                ? "a bot by preemption, by an order of jobs that is drawn"
                                : "one of " + Phrases.count(bots.size(), "matching bot") + " with room, drawn ("
                                        + Phrases.row(named, " or ") + (named.size() < bots.size() ? " or another" : "")
                                        + ")"),
                new JobPlace(null, null, bots.size(), named, null, null, null, null));
    }

    private Effect queued(Effect effect, Farm farm, Job waiting) {
        WhyJobQueued why = new WhyJobQueued(farm, waiting);
        Job victim = why.victim();
        JobsAhead ahead = JobsAhead.of(farm, waiting);
        return new Effect(
                effect.state(),
                effect.sentence() + "; " + ahead.sentence(),
                new JobPlace(
                        null,
                        null,
                        null,
                        List.of(),
                        ahead.byPriority(),
                        ahead.byAge(),
                        victim == null ? null : victim.id,
                        victim == null ? null : why.preemptsFrom()));
    }
}
