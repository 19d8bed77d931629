package dev.rota.cli.jobs;

import dev.rota.cli.cluster.Cluster;
import dev.rota.cli.cluster.Wires;
import dev.rota.cli.options.Unusable;
import dev.rota.client.JobDecisions;
import dev.rota.client.JobStep;
import dev.rota.engine.text.Printable;
import dev.rota.jobs.JobsTopics;
import dev.rota.jobs.scheduler.JobsDomain;
import dev.rota.serde.UnreadableValue;
import dev.rota.serde.Wire;
import dev.rota.settings.Settings;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.acl.AclOperation;

/** The histories of jobs, read from a cluster. */
final class JobHistories implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(100);

    private final Wire wire;
    private final JobDecisions decisions;

    private final Collection<String> asked;
    private boolean said;

    private JobHistories(Wire wire, JobDecisions decisions, Collection<String> asked) {
        this.asked = asked;
        this.wire = wire;
        this.decisions = decisions;
    }

    /** @param jobs the ids of the jobs; empty for all jobs */
    static JobHistories of(Settings settings, Collection<String> jobs) {
        JobsDomain domain = new JobsDomain();
        try (Cluster cluster = Cluster.of(settings)) {
            String events = cluster.names(domain).topic(JobsTopics.EVENTS.topic());
            cluster.require(events, AclOperation.READ);
            cluster.requireTopic(events);
        }
        Wire wire = Wires.impatient(settings);
        try {
            return new JobHistories(wire, JobDecisions.history(settings, wire, jobs), jobs);
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

    /**
     * Prints once, when all existing events have been read, the jobs without any event: the wait for a mistyped id
     * looks like the wait for a job that is submitted later.
     *
     * @param known the jobs with events
     */
    void printUnknown(Set<String> known) {
        if (said || !decisions.isCaughtUp()) {
            return;
        }
        said = true;
        List<String> unknown =
                asked.stream().filter(job -> !known.contains(job)).toList();
        if (unknown.isEmpty()) {
            return;
        }
        String first = Printable.of(unknown.get(0));
        System.err.println("rota: no event of "
                + (unknown.size() == 1 ? "job " + first : unknown.size() + " jobs (" + first + ", …)")
                + " so far; waiting");
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
