package dev.rota.workload;

import dev.rota.engine.Domain;
import java.util.ServiceLoader;

/** The workloads of each domain. */
public final class WorkloadRegistry {

    private WorkloadRegistry() {}

    /** Returns the workloads of a domain, which are empty if it has none. */
    public static Workloads of(Domain domain) {
        ClassLoader loader = WorkloadRegistry.class.getClassLoader();
        for (Workloads workloads : ServiceLoader.load(Workloads.class, loader)) {
            if (workloads.domain().equals(domain.name())) {
                return workloads;
            }
        }
        return domain::name;
    }
}
