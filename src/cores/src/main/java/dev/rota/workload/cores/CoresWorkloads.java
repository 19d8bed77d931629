package dev.rota.workload.cores;

import dev.rota.engine.Domain;
import dev.rota.workload.Traffic;
import dev.rota.workload.Workloads;
import dev.rota.workload.whatif.PartyModel;
import java.util.LinkedHashMap;
import java.util.Map;

/** The workloads of {@code cores}: one large relay chain, and many small ones. */
public final class CoresWorkloads implements Workloads {

    @Override
    public String domain() {
        return "cores";
    }

    @Override
    public Traffic demo(Domain configured) {
        return new DemoTraffic();
    }

    @Override
    public PartyModel parties() {
        return new CoresModel();
    }

    @Override
    public Map<String, Traffic> byName() {
        Map<String, Traffic> workloads = new LinkedHashMap<>();
        workloads.put("one-large", SteadyTraffic.oneLarge());
        workloads.put("many-small", SteadyTraffic.manySmall());
        return workloads;
    }
}
