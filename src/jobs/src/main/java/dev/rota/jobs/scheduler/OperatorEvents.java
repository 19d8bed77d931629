package dev.rota.jobs.scheduler;

import dev.rota.engine.Nullable;
import dev.rota.jobs.CohortPolicy;
import dev.rota.jobs.InstanceQuota;
import dev.rota.jobs.QuotaRow;
import dev.rota.jobs.Sampling;
import dev.rota.jobs.farm.Farm;
import java.util.Objects;
import java.util.stream.Stream;

/** Handles operators' events: the cohort's policy and instances' quotas. */
final class OperatorEvents {

    private final Farm farm;

    OperatorEvents(Farm farm) {
        this.farm = farm;
    }

    /** Returns whether the quota is valid, and then in force. */
    boolean quota(InstanceQuota event) {
        boolean valid = 0 <= event.getMin() && event.getMin() <= event.getMax();
        if (!event.getRemoved() && !valid) {
            farm.step()
                    .reject(
                            JobsReason.QUOTA_INVALID,
                            "expected 0 <= min <= max, but min is " + event.getMin() + " and max is " + event.getMax());
            return false;
        }
        int weight = event.getWeight();
        if (!event.getRemoved() && (weight < 1 || weight > JobsLimits.WEIGHT_MAX)) {
            farm.step()
                    .reject(
                            JobsReason.QUOTA_INVALID,
                            "expected a weight of 1 to " + JobsLimits.WEIGHT_MAX + ", but it is " + weight);
            return false;
        }
        farm.quota(
                farm.instances.of(event.getInstance()),
                event.getRemoved() ? null : new QuotaRow(event.getMin(), event.getMax(), weight));
        return true;
    }

    /** Returns whether the policy is valid, and then in force. */
    boolean policy(CohortPolicy next) {
        String wrong = wrong(next);
        if (wrong != null) {
            farm.step().reject(JobsReason.POLICY_INVALID, "expected " + wrong);
            return false;
        }
        CohortPolicy before = farm.policy();
        farm.policy(next);
        BotTimeouts.policyChanged(farm, before);
        if (!Objects.equals(before.getQueueTimeoutMs(), next.getQueueTimeoutMs())) {
            QueueTimeouts.policyChanged(farm);
        }
        if (!Objects.equals(before.getDemandEveryMs(), next.getDemandEveryMs())) {
            Demand.policyChanged(farm, farm.step());
        }
        return true;
    }

    /** Returns what is wrong with a policy, or null if it is valid. */
    private static @Nullable String wrong(CohortPolicy policy) {
        int percentage = policy.getPriorityPercentage();
        if (percentage < 0 || percentage > 100) {
            return "a priorityPercentage in 0..100, but it is " + percentage;
        }
        if (policy.getLocalityHints() > JobsLimits.LOCALITY_HINTS_MAX) {
            return "at most " + JobsLimits.LOCALITY_HINTS_MAX + " localityHints, but it is "
                    + policy.getLocalityHints();
        }
        Integer perMinute = policy.getPreemptionsPerMinute();
        Sampling sampling = policy.getSampling();
        return Stream.of(
                        below("failureBackoffMs", policy.getFailureBackoffMs(), 0),
                        below("preemptionDelayMs", policy.getPreemptionDelayMs(), 0),
                        below("leaseAckMs", policy.getLeaseAckMs(), 0),
                        below("localityHints", (long) policy.getLocalityHints(), 0),
                        below("botTimeoutMs", policy.getBotTimeoutMs(), 1),
                        below("maxJobAttempts", (long) policy.getMaxJobAttempts(), 1),
                        below("queuedJobsMax", (long) policy.getQueuedJobsMax(), 1),
                        below("queuedBytesMax", policy.getQueuedBytesMax(), 0),
                        below("executionTimeoutMs", policy.getExecutionTimeoutMs(), 1),
                        below("queueTimeoutMs", policy.getQueueTimeoutMs(), 1),
                        below("endedKeptMs", policy.getEndedKeptMs(), 1),
                        below("minRunMs", policy.getMinRunMs(), 0),
                        below("demandEveryMs", policy.getDemandEveryMs(), JobsLimits.DEMAND_EVERY_MS_MIN),
                        below("preemptionsPerMinute", perMinute == null ? null : Long.valueOf(perMinute), 0),
                        below("sampleSize", sampling == null ? null : (long) sampling.getSampleSize(), 1),
                        below("maxAttempts", sampling == null ? null : (long) sampling.getMaxAttempts(), 1))
                .filter(wrong -> !wrong.isEmpty())
                .findFirst()
                .orElse(null);
    }

    /** Returns what is wrong with a value, or nothing. */
    private static String below(String field, @Nullable Long value, long least) {
        return value != null && value < least ? field + " of at least " + least + ", but it is " + value : "";
    }
}
