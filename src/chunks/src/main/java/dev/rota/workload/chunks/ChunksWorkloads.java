package dev.rota.workload.chunks;

import dev.rota.engine.Domain;
import dev.rota.workload.Traffic;
import dev.rota.workload.Workloads;

/** The workloads of {@code chunks}: a demo. */
public final class ChunksWorkloads implements Workloads {

    @Override
    public String domain() {
        return "chunks";
    }

    @Override
    public Traffic demo(Domain configured) {
        return new DemoNetwork();
    }

    /** An epoch follows from what is there, and nothing answers it, so there are no parties to model. */
    @Override
    public String insteadOfWhatIf() {
        return "rota chunks plan";
    }
}
