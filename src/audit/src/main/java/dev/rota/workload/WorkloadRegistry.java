package dev.rota.workload;

import dev.rota.engine.Domain;
import dev.rota.engine.plugin.Services;

/** The workloads of each domain. */
public final class WorkloadRegistry {

    private WorkloadRegistry() {}

    /** Returns the workloads of a domain, which are empty if it has none. */
    public static Workloads of(Domain domain) {
        return Services.all(Workloads.class).stream()
                .filter(workloads -> workloads.domain().equals(domain.name()))
                .findFirst()
                .orElse(domain::name);
    }
}
