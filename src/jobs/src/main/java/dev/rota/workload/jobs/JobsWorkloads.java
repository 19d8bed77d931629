package dev.rota.workload.jobs;

import dev.rota.engine.Domain;
import dev.rota.jobs.scheduler.JobsDomain;
import dev.rota.workload.Loop;
import dev.rota.workload.Traffic;
import dev.rota.workload.Workloads;
import dev.rota.workload.history.HistoryWriter;
import dev.rota.workload.whatif.PartyModel;

/** The workloads of {@code jobs}: a closed loop, since its events follow from its decisions. */
public final class JobsWorkloads implements Workloads {

    @Override
    public String domain() {
        return "jobs";
    }

    @Override
    public Traffic demo(Domain configured) {
        JobsDomain jobs = (JobsDomain) configured;
        return new DemoFarm(jobs.cohorts().get(0), jobs.labelOfFirstCohort());
    }

    @Override
    public PartyModel parties() {
        return new JobsModel();
    }

    @Override
    public HistoryWriter history() {
        return new JobsHistory();
    }

    @Override
    public Loop loop(int waiting) {
        return new FarmTraffic(waiting);
    }
}
