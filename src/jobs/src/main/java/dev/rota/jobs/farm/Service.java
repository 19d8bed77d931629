package dev.rota.jobs.farm;

import dev.rota.jobs.QuotaRow;

/** Determines which instances are served: jobs of the others are not looked at. */
public final class Service {

    /** The tier of an instance that is not served. */
    public static final int UNSERVED = 2;

    private final Cohort cohort;
    private final Holds holds;

    Service(Cohort cohort, Holds holds) {
        this.cohort = cohort;
        this.holds = holds;
    }

    /** Returns whether the jobs of an instance are looked at. */
    public boolean serves(Instance instance) {
        return !isHeld(instance)
                && switch (cohort.policy().getAssigner()) {
                    case PRIORITY_AGE -> true;
                    case COHORT -> instance.isBelowMax();
                    case SHARES -> !instance.isAtMax();
                };
    }

    /** Returns how many more jobs of an instance may be assigned, by its maximum and by holds. */
    public int roomOf(Instance instance) {
        QuotaRow quota = instance.quota();
        if (!serves(instance)) {
            return 0;
        }
        return quota == null ? Integer.MAX_VALUE : Math.max(0, quota.getMax() - instance.usage);
    }

    /** Returns whether an operator holds an instance, or the whole cohort. */
    public boolean isHeld(Instance instance) {
        return instance.held || holds.has(HoldTarget.COHORT);
    }

    /** Returns the tier of an instance. Where there are quotas, instances below their minimum come first. */
    public int tier(Instance instance) {
        if (!serves(instance)) {
            return UNSERVED;
        }
        return cohort.hasTiers() && !instance.isBelowMin() ? 1 : 0;
    }
}
