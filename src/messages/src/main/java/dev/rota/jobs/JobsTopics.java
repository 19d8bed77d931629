package dev.rota.jobs;

import dev.rota.engine.Output;
import dev.rota.engine.Rejection;
import java.util.List;

/** The topics of the jobs scheduler that others write and read, by their names without a prefix. */
public final class JobsTopics {

    public static final String SUBMISSIONS = "jobs.submissions";

    public static final String BOTS = "jobs.bots";

    public static final String POLICIES = "jobs.policies";

    public static final Output<LeaseEvent> ASSIGNMENTS = Output.of("jobs.assignments", LeaseEvent.class);

    public static final Output<JobStateEvent> EVENTS = Output.of("jobs.events", JobStateEvent.class);

    public static final Output<OperationEvent> OPERATIONS = Output.of("jobs.operations", OperationEvent.class);

    public static final Output<CohortDemand> DEMAND = Output.of("jobs.demand", CohortDemand.class);

    public static final Output<Rejection> REJECTIONS = Output.of("jobs.rejections", Rejection.class);

    /** The topics of decisions that this scheduler alone has, in a fixed order. */
    public static final List<Output<?>> DECISIONS = List.of(ASSIGNMENTS, EVENTS, OPERATIONS, DEMAND);

    private JobsTopics() {}
}
