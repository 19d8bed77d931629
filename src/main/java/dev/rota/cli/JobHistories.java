package dev.rota.cli;

import dev.rota.client.JobDecisions;
import dev.rota.client.JobStep;
import dev.rota.jobs.JobsDomain;
import dev.rota.serde.UnreadableValue;
import dev.rota.serde.Wire;
import dev.rota.settings.Settings;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.apache.kafka.common.acl.AclOperation;

/** The histories of jobs, read from a cluster. */
final class JobHistories implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(100);

    private final Wire wire;
    private final JobDecisions decisions;

    private JobHistories(Wire wire, JobDecisions decisions) {
        this.wire = wire;
        this.decisions = decisions;
    }

    /** @param jobs empty: all */
    static JobHistories of(Settings settings, Collection<String> jobs) {
        JobsDomain domain = new JobsDomain();
        try (Cluster cluster = Cluster.of(settings)) {
            String events = cluster.names(domain).topic(JobsDomain.EVENTS.topic());
            cluster.require(events, AclOperation.READ);
            cluster.requireTopic(events);
        }
        Wire wire = Wires.impatient(settings);
        try {
            return new JobHistories(wire, JobDecisions.history(settings, wire, jobs));
        } catch (RuntimeException e) {
            wire.close();
            throw e;
        }
    }

    List<JobStep> poll() throws InterruptedException {
        try {
            return decisions.steps(POLL);
        } catch (UnreadableValue e) {
            throw new Unusable("expected decisions that can be read, but " + e.sentence());
        }
    }

    JobDecisions decisions() {
        return decisions;
    }

    @Override
    public void close() {
        decisions.close();
        wire.close();
    }
}
