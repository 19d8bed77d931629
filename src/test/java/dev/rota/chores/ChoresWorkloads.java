package dev.rota.chores;

import dev.rota.workload.Loop;
import dev.rota.workload.Traffic;
import dev.rota.workload.Workloads;
import java.util.List;

/** The workloads of {@link ChoresDomain}: a closed loop. */
public final class ChoresWorkloads implements Workloads {

    @Override
    public Traffic demo() {
        return timeMs -> List.of();
    }

    @Override
    public Loop loop(int waiting) {
        return new ChoresLoop(waiting);
    }
}
