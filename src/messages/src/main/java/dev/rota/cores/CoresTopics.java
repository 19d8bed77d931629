package dev.rota.cores;

import dev.rota.engine.Output;
import java.util.List;

/** The topics of the cores scheduler that others write and read, by their names without a prefix. */
public final class CoresTopics {

    public static final String BLOCKS = "cores.blocks";

    public static final String CLAIMS = "cores.claims";

    public static final Output<CoreSchedule> ASSIGNMENTS = Output.of("cores.assignments", CoreSchedule.class);

    public static final Output<CoreForecast> FORECASTS = Output.of("cores.forecasts", CoreForecast.class);

    public static final Output<ValidatorGroups> GROUPS = Output.of("cores.groups", ValidatorGroups.class);

    public static final Output<ClaimEvent> CLAIM_EVENTS = Output.of("cores.claim-events", ClaimEvent.class);

    public static final Output<ValidatorDuties> DUTIES = Output.of("cores.duties", ValidatorDuties.class);

    /** The topics of decisions that this scheduler alone has, in a fixed order. */
    public static final List<Output<?>> DECISIONS = List.of(ASSIGNMENTS, FORECASTS, GROUPS, CLAIM_EVENTS, DUTIES);

    private CoresTopics() {}
}
