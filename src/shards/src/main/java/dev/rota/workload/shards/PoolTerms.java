package dev.rota.workload.shards;

import dev.rota.shards.PoolControl;
import dev.rota.shards.PoolPolicy;
import org.apache.avro.specific.SpecificRecord;

/** What a model needs to know of a pool's policy. */
final class PoolTerms {

    private long workerTimeoutMs = PoolPolicy.newBuilder().build().getWorkerTimeoutMs();
    private boolean stateless;

    void hear(SpecificRecord event) {
        if (event instanceof PoolControl control && control.getEvent() instanceof PoolPolicy policy) {
            workerTimeoutMs = policy.getWorkerTimeoutMs();
            stateless |= policy.getStateless();
        }
    }

    /** Returns the silence after which a worker is lost. */
    long workerTimeoutMs() {
        return workerTimeoutMs;
    }

    /** Returns whether a policy declared the pool stateless. */
    boolean isStateless() {
        return stateless;
    }

    PoolTerms copy() {
        PoolTerms copy = new PoolTerms();
        copy.workerTimeoutMs = workerTimeoutMs;
        copy.stateless = stateless;
        return copy;
    }
}
