package dev.rota.shards;

import dev.rota.engine.Nullable;

/** A shard on a worker, with the batch that is out. */
record Turn(TurnRow row, Worker worker) {

    long token() {
        return row.getToken();
    }

    String shard() {
        return row.getShard();
    }

    /** The number of the batch. */
    int batch() {
        return row.getBatch();
    }

    /** The batch's transactions: the first of the shard's pending ones. */
    int size() {
        return row.getSize();
    }

    /** What the batch was cut in. */
    @Nullable
    Long environmentNumber() {
        return row.getEnvironmentNumber();
    }

    /** Of the batch. */
    long deadline() {
        return row.getDeadline();
    }
}
