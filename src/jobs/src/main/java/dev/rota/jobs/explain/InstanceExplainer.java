package dev.rota.jobs.explain;

import dev.rota.engine.Answer;
import dev.rota.engine.Decision;
import dev.rota.engine.Inquiry;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.engine.Tables;
import dev.rota.engine.text.Phrases;
import dev.rota.jobs.HoldRow;
import dev.rota.jobs.JobStateEvent;
import dev.rota.jobs.QuotaRow;
import dev.rota.jobs.farm.Farm;
import dev.rota.jobs.farm.HoldTarget;
import dev.rota.jobs.farm.Instance;

/** Explains the jobs of an instance, and how many of them its quota allows. */
public final class InstanceExplainer implements Inquiry {

    private final String name;
    private final FarmSource farms;
    private boolean named;

    public InstanceExplainer(String name, FarmSource farms) {
        this.name = name;
        this.farms = farms;
    }

    @Override
    public void decided(Decision decision) {
        named |= decision.value() instanceof JobStateEvent event
                && event.getInstance().equals(name);
    }

    @Override
    public @Nullable Answer answer(Tables tables, long now, Parallel parallel) {
        Farm farm = farms.of(tables).asOf(now);
        Instance instance = farm.instances.known(name);
        HoldRow hold = farm.holds.of(HoldTarget.instance(name));
        String held = HoldSentence.of(farm, HoldTarget.instance(name));
        if (instance != null) {
            return new Answer(
                    hold == null ? state(instance) : HoldSentence.state(hold),
                    sentence(farm, instance) + HoldSentence.clauses(farm, HoldTarget.instance(name)));
        }
        if (hold != null) {
            return new Answer(HoldSentence.state(hold), held + "; it has no jobs and no quota");
        }
        return named ? new Answer("IDLE", "instance " + name + " has no jobs and no quota") : null;
    }

    private static String state(Instance instance) {
        if (instance.quota() == null) {
            return "WITHOUT_QUOTA";
        }
        return instance.isAtMax() ? "AT_MAXIMUM" : instance.isBelowMin() ? "BELOW_MINIMUM" : "WITHIN_QUOTA";
    }

    private static String sentence(Farm farm, Instance instance) {
        QuotaRow quota = instance.quota();
        String served = farm.service.serves(instance)
                ? ""
                : "; its queued jobs are not looked at until "
                        + (farm.service.isHeld(instance)
                                ? (instance.isHeld() ? "it is resumed" : "the cohort is resumed")
                                : quota == null ? "it has a quota" : "one of them ends");
        return "as of " + Phrases.utc(farm.now()) + " instance " + instance.name + " has "
                + Phrases.count(instance.usage, "job") + " assigned and " + instance.queued() + " queued, with "
                + (quota == null ? "no quota" : "a quota of " + quota.getMin() + " to " + quota.getMax())
                + ShareSentence.of(farm, instance) + served;
    }
}
