package dev.rota.jobs.scheduler;

import dev.rota.engine.Ids;
import dev.rota.engine.IntakeReason;
import dev.rota.engine.Nullable;
import dev.rota.engine.RefusedException;
import dev.rota.jobs.BotEvent;
import dev.rota.jobs.BotSync;
import dev.rota.jobs.CohortPolicy;
import dev.rota.jobs.Dependency;
import dev.rota.jobs.InstanceQuota;
import dev.rota.jobs.JobEvent;
import dev.rota.jobs.JobSubmitted;
import dev.rota.jobs.LeaseReport;
import dev.rota.jobs.Operation;
import dev.rota.jobs.PolicyEvent;
import dev.rota.jobs.Property;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Validates events as far as that needs no state, and determines the cohort. */
final class JobsAdmission {

    private final Cohorts cohorts;

    JobsAdmission(Cohorts cohorts) {
        this.cohorts = cohorts;
    }

    String job(JobEvent event) throws RefusedException {
        Ids.id("job", event.getJob());
        Ids.id("label", event.getLabel());
        if (event.getEvent() instanceof JobSubmitted submitted) {
            Ids.id("instance", submitted.getInstance());
            properties("requirements", submitted.getRequirements());
            String hint = submitted.getLocalityHint();
            if (hint != null && !hint.isEmpty()) {
                Ids.id("localityHint", hint);
            }
            if (submitted.getOwner() != null) {
                Ids.id("owner", submitted.getOwner());
            }
            timeout("executionTimeoutMs", submitted.getExecutionTimeoutMs());
            timeout("queueTimeoutMs", submitted.getQueueTimeoutMs());
            Ids.text("source", submitted.getSource());
            dependencies(submitted.getAfter());
            ByteBuffer payload = submitted.getPayload();
            if (payload != null && payload.remaining() > JobsLimits.PAYLOAD_BYTES_MAX) {
                throw invalid("expected a payload of at most " + JobsLimits.PAYLOAD_BYTES_MAX + " bytes, but it has "
                        + payload.remaining());
            }
        }
        return cohort(cohorts.ofJob(event.getLabel()), "the label " + event.getLabel());
    }

    String bot(BotEvent event) throws RefusedException {
        Ids.id("bot", event.getBot());
        Ids.id("session", event.getSession());
        Ids.id("instance", event.getInstance());
        for (String label : event.getLabels()) {
            Ids.id("a label", label);
        }
        if (event.getEvent() instanceof BotSync sync) {
            if (sync.getCapacity() < 0) {
                throw invalid("expected a capacity of at least 0, but it is " + sync.getCapacity());
            }
            if (sync.getCapacity() > JobsLimits.CAPACITY_MAX) {
                throw invalid("expected a capacity of at most " + JobsLimits.CAPACITY_MAX + ", but it is "
                        + sync.getCapacity());
            }
            if (sync.getLeases().size() > JobsLimits.LEASES_REPORTED_MAX) {
                throw invalid("expected at most " + JobsLimits.LEASES_REPORTED_MAX + " leases, but there are "
                        + sync.getLeases().size());
            }
            properties("properties", sync.getProperties());
            for (LeaseReport report : sync.getLeases()) {
                Ids.id("a lease's job", report.getJob());
            }
        }
        return cohort(cohorts.ofBot(event.getLabels()), "the labels " + event.getLabels());
    }

    String policy(PolicyEvent event) throws RefusedException {
        String cohort = Ids.unit("cohort", event.getCohort());
        if (event.getEvent() instanceof InstanceQuota quota) {
            Ids.id("instance", quota.getInstance());
        } else if (event.getEvent() instanceof Operation operation) {
            operation(operation);
        } else if (event.getEvent() instanceof CohortPolicy policy && policy.getSampling() != null) {
            weight("priorityWeight", policy.getSampling().getPriorityWeight());
            weight("localityWeight", policy.getSampling().getLocalityWeight());
            weight("capacityWeight", policy.getSampling().getCapacityWeight());
        }
        return cohort(cohorts.has(cohort) ? cohort : null, "the name " + cohort);
    }

    private static void operation(Operation operation) throws RefusedException {
        String bot = operation.getBot();
        String instance = operation.getInstance();
        if (bot != null && instance != null) {
            throw invalid("expected a bot, an instance, or neither for the whole cohort, but both are named");
        }
        if (bot != null) {
            Ids.id("bot", bot);
        }
        if (instance != null) {
            Ids.id("instance", instance);
        }
    }

    private static String cohort(@Nullable String cohort, String what) throws RefusedException {
        if (cohort == null) {
            throw new RefusedException(IntakeReason.NO_COHORT, "expected a configured cohort, but none has " + what);
        }
        return cohort;
    }

    static void properties(String field, List<Property> properties) throws RefusedException {
        if (properties.size() > JobsLimits.PROPERTIES_MAX) {
            throw invalid("expected at most " + JobsLimits.PROPERTIES_MAX + " " + field + ", but there are "
                    + properties.size());
        }
        for (Property property : properties) {
            Ids.id("a name in " + field, property.getName());
            if (!property.getValue().isEmpty()) {
                Ids.id("a value in " + field, property.getValue());
            }
        }
    }

    private static void dependencies(List<Dependency> after) throws RefusedException {
        if (after.size() > JobsLimits.DEPENDENCIES_MAX) {
            throw invalid("expected at most " + JobsLimits.DEPENDENCIES_MAX + " jobs in after, but there are "
                    + after.size());
        }
        Set<String> named = new HashSet<>();
        for (Dependency dependency : after) {
            Ids.id("a job in after", dependency.getJob());
            if (!named.add(dependency.getJob())) {
                throw invalid("expected each job once in after, but " + dependency.getJob() + " is named twice");
            }
        }
    }

    static void timeout(String field, @Nullable Long ms) throws RefusedException {
        if (ms != null && ms < 1) {
            throw invalid("expected " + field + " to be at least 1, or null for the policy's, but it is " + ms);
        }
    }

    private static void weight(String field, double weight) throws RefusedException {
        if (!Double.isFinite(weight)) {
            throw invalid("expected " + field + " to be a finite number, but it is " + weight);
        }
    }

    private static RefusedException invalid(String sentence) {
        return new RefusedException(IntakeReason.VALUE_INVALID, sentence);
    }
}
