package dev.rota.cores;

import dev.rota.engine.Domain;
import dev.rota.engine.Input;
import dev.rota.engine.Output;
import dev.rota.engine.Scheduler;
import dev.rota.engine.TableType;
import dev.rota.engine.Traffic;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The scheduler of availability cores: which para may use which core of a relay chain, and which validators back it.
 */
public final class CoresDomain implements Domain {

    static final Input<BlockEvent> BLOCKS = new Input<>("cores.blocks", BlockEvent.class, CoresAdmission::block);

    static final Input<Claim> CLAIMS = new Input<>("cores.claims", Claim.class, CoresAdmission::claim);

    static final Output<CoreSchedule> ASSIGNMENTS = Output.of("cores.assignments", CoreSchedule.class);

    static final Output<CoreForecast> FORECASTS = Output.of("cores.forecasts", CoreForecast.class);

    static final Output<ValidatorGroups> GROUPS = Output.of("cores.groups", ValidatorGroups.class);

    static final Output<ClaimEvent> CLAIM_EVENTS = Output.of("cores.claim-events", ClaimEvent.class);

    @Override
    public String name() {
        return "cores";
    }

    @Override
    public List<Input<?>> inputs() {
        return List.of(BLOCKS, CLAIMS);
    }

    @Override
    public List<Output<?>> decisions() {
        return List.of(ASSIGNMENTS, FORECASTS, GROUPS, CLAIM_EVENTS);
    }

    @Override
    public List<TableType<?>> tables() {
        return CoresTables.ALL;
    }

    @Override
    public Scheduler scheduler(int rules) {
        return new CoresScheduler();
    }

    @Override
    public Traffic demo() {
        return new DemoTraffic();
    }

    @Override
    public Map<String, Traffic> workloads() {
        Map<String, Traffic> workloads = new LinkedHashMap<>();
        workloads.put("one-large", SteadyTraffic.oneLarge());
        workloads.put("many-small", SteadyTraffic.manySmall());
        return workloads;
    }
}
