package dev.rota.jobs.scheduler;

import dev.rota.engine.Nullable;
import dev.rota.jobs.Action;
import dev.rota.jobs.HoldRow;
import dev.rota.jobs.JobsTopics;
import dev.rota.jobs.Operation;
import dev.rota.jobs.OperationEvent;
import dev.rota.jobs.OperationKind;
import dev.rota.jobs.farm.Farm;
import dev.rota.jobs.farm.HoldTarget;
import dev.rota.jobs.farm.Instance;
import java.util.NavigableMap;

/** Handles operators' holds: of a bot, of an instance, of the whole cohort. */
final class Operations {

    private final Farm farm;

    Operations(Farm farm) {
        this.farm = farm;
    }

    /** Handles an event; returns whether it is accepted. A HOLD of what is already held changes nothing. */
    boolean take(Operation operation) {
        HoldTarget whom = HoldTarget.of(operation.getBot(), operation.getInstance());
        HoldRow hold = farm.holds.of(whom);
        if (operation.getAction() == Action.RESUME) {
            return resume(whom, hold);
        }
        boolean drain = operation.getAction() == Action.DRAIN;
        if (hold == null && farm.holds.all().size() >= JobsLimits.HOLDS_MAX) {
            farm.step()
                    .reject(
                            JobsReason.HOLDS_FULL,
                            "expected fewer than " + JobsLimits.HOLDS_MAX + " holds in a cohort, but there are "
                                    + farm.holds.all().size());
            return false;
        }
        if (hold == null || hold.getDraining() != drain) {
            farm.hold(whom, new HoldRow(hold == null ? farm.now() : hold.getSince(), drain, false));
            say(farm, drain ? OperationKind.DRAINING : OperationKind.HELD, whom);
        }
        return true;
    }

    private boolean resume(HoldTarget whom, @Nullable HoldRow hold) {
        if (hold == null) {
            farm.step()
                    .reject(
                            JobsReason.NOT_HELD,
                            "expected " + whom.name() + " to be held or draining, but it is neither");
            return false;
        }
        farm.hold(whom, null);
        say(farm, OperationKind.RESUMED, whom);
        return true;
    }

    /**
     * Reports at the end of a step the instances that wait for a quota, by name, and the drained holds. If iterations
     * continue in a following step, that step reports, so the order is that of one step.
     */
    static void report(Farm farm) {
        if (farm.isUnfinished() || farm.dependencies.areEndingsLeft() || !withoutQuota(farm)) {
            return;
        }
        for (HoldTarget whom : farm.holds.takeFreed()) {
            HoldRow hold = farm.holds.of(whom);
            if (hold != null && hold.getDraining() && !hold.getDrained() && farm.isIdle(whom)) {
                farm.hold(whom, new HoldRow(hold.getSince(), true, true));
                say(farm, OperationKind.DRAINED, whom);
            }
        }
    }

    /** Reports the instances that wait for a quota; returns whether the step had room for all. */
    private static boolean withoutQuota(Farm farm) {
        NavigableMap<String, Instance> waiting = farm.instances.unannounced();
        while (!waiting.isEmpty()) {
            if (!farm.step().hasRoom()) {
                farm.step().continueWith(CohortTimers.REPORT.key());
                return false;
            }
            Instance instance = waiting.pollFirstEntry().getValue();
            instance.announced(farm.step());
            say(
                    farm,
                    OperationKind.WITHOUT_QUOTA,
                    HoldTarget.instance(instance.name),
                    "the assigner is COHORT, and the instance has no quota: none of its jobs starts");
        }
        return true;
    }

    private static void say(Farm farm, OperationKind kind, HoldTarget whom) {
        say(farm, kind, whom, "");
    }

    private static void say(Farm farm, OperationKind kind, HoldTarget whom, String reason) {
        farm.step()
                .emit(
                        JobsTopics.OPERATIONS,
                        farm.step().unit(),
                        new OperationEvent(farm.step().unit(), kind, whom.bot(), whom.instance(), reason));
    }
}
