package dev.rota.workload;

import dev.rota.chunks.ChunksDomain;
import dev.rota.cores.CoresDomain;
import dev.rota.engine.Domain;
import dev.rota.jobs.JobsDomain;
import dev.rota.shards.ShardsDomain;
import dev.rota.workload.chunks.ChunksWorkloads;
import dev.rota.workload.cores.CoresWorkloads;
import dev.rota.workload.jobs.JobsWorkloads;
import dev.rota.workload.shards.ShardsWorkloads;

/** The workloads of each domain. To give a domain a demo or a benchmark, add a case here. */
public final class WorkloadRegistry {

    private WorkloadRegistry() {}

    /** Returns the workloads of a configured domain; a domain without a case has none. */
    public static Workloads of(Domain domain) {
        if (domain instanceof CoresDomain) {
            return new CoresWorkloads();
        } else if (domain instanceof ChunksDomain) {
            return new ChunksWorkloads();
        } else if (domain instanceof ShardsDomain) {
            return new ShardsWorkloads();
        } else if (domain instanceof JobsDomain jobs) {
            return new JobsWorkloads(jobs);
        }
        return new Workloads() {};
    }
}
