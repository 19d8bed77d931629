package dev.rota.jobs.scheduler;

import dev.rota.engine.Ids;
import dev.rota.engine.Nullable;
import dev.rota.jobs.Action;
import dev.rota.jobs.Operation;
import dev.rota.jobs.OperationKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Models operators' holds. */
public final class NaiveHolds {

    /** The target of a hold: a bot, an instance, or the whole cohort if both are null. */
    public record Whom(@Nullable String bot, @Nullable String instance) {

        /** Orders the cohort before bots before instances, each by id. */
        static final Comparator<Whom> ORDER = Comparator.<Whom>comparingInt(
                        whom -> whom.bot != null ? 1 : whom.instance != null ? 2 : 0)
                .thenComparing(whom -> whom.bot == null ? "" : whom.bot, Ids.BY_BYTES)
                .thenComparing(whom -> whom.instance == null ? "" : whom.instance, Ids.BY_BYTES);
    }

    private final NaiveFarm farm;
    private final List<Whom> held = new ArrayList<>();

    /** Holds to report once no job runs on their target. */
    private final List<Whom> draining = new ArrayList<>();

    /** Holds that have been reported as drained. */
    private final List<Whom> drained = new ArrayList<>();

    NaiveHolds(NaiveFarm farm) {
        this.farm = farm;
    }

    public List<Whom> held() {
        return held;
    }

    public boolean botHeld(String bot) {
        return held.contains(new Whom(bot, null));
    }

    /** Returns whether an instance is held, so that its jobs are not looked at. */
    public boolean instanceHeld(String instance) {
        return held.contains(new Whom(null, instance)) || held.contains(new Whom(null, null));
    }

    private boolean isDrained(Whom whom) {
        return farm.jobs.stream()
                .noneMatch(job -> job.bot != null
                        && (whom.bot() == null || whom.bot().equals(job.bot.id))
                        && (whom.instance() == null || whom.instance().equals(job.instance)));
    }

    /** Applies an operation, and returns whether it is accepted. */
    boolean take(Operation operation) {
        Whom whom = new Whom(operation.getBot(), operation.getInstance());
        boolean wasHeld = held.contains(whom);
        boolean wasDraining = draining.contains(whom) || drained.contains(whom);
        if (operation.getAction() == Action.RESUME) {
            if (!wasHeld) {
                farm.reject(JobsReason.NOT_HELD);
                return false;
            }
            forget(whom);
            farm.tell(OperationKind.RESUMED, whom);
        } else if (operation.getAction() == Action.HOLD) {
            if (!wasHeld || wasDraining) {
                forget(whom);
                held.add(whom);
                farm.tell(OperationKind.HELD, whom);
            }
        } else if (!wasDraining) {
            forget(whom);
            held.add(whom);
            draining.add(whom);
            farm.tell(OperationKind.DRAINING, whom);
        }
        return true;
    }

    private void forget(Whom whom) {
        held.remove(whom);
        draining.remove(whom);
        drained.remove(whom);
    }

    /** Reports drained holds at the end of a step. */
    void report() {
        for (Whom whom : draining.stream().sorted(Whom.ORDER).toList()) {
            if (isDrained(whom)) {
                draining.remove(whom);
                drained.add(whom);
                farm.tell(OperationKind.DRAINED, whom);
            }
        }
    }
}
