package dev.rota.chores;

import dev.rota.workload.Loop;
import dev.rota.workload.Workloads;

/** Offers a closed loop as the workload of {@link ChoresDomain}. */
public final class ChoresWorkloads implements Workloads {

    @Override
    public String domain() {
        return "chores";
    }

    @Override
    public Loop loop(int waiting) {
        return new ChoresLoop(waiting);
    }
}
