package dev.rota.shards.scheduler;

import dev.rota.shards.Transaction;
import java.nio.ByteBuffer;
import java.util.List;

/** Creates transactions that were not adopted from a record of another topic. */
public final class Transactions {

    private Transactions() {}

    public static Transaction of(String pool, String shard, String id, ByteBuffer payload) {
        return new Transaction(pool, shard, id, payload, null, List.of(), "", false);
    }
}
