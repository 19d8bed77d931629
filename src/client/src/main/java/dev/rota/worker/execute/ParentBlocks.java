package dev.rota.worker.execute;

import dev.rota.shards.Batch;
import dev.rota.worker.state.Head;
import dev.rota.worker.state.ShardStates;

/** Compares batches with the latest blocks of their shards: a batch is executed on the state of its parent block. */
final class ParentBlocks implements Standings {

    private final ShardStates states;

    ParentBlocks(ShardStates states) {
        this.states = states;
    }

    @Override
    public Standing of(Batch batch) {
        Head head = states.head(batch.getShard());
        long parent = batch.getParentHeight();
        if (parent < head.height() || batch.getToken() < head.token()) {
            return Standing.PASSED;
        }
        return parent == head.height() ? Standing.NOW : Standing.EARLY;
    }
}
