package dev.rota.shards.shard;

/** A transaction that is not in a block yet. */
public record PendingTransaction(String id, Content content) {

    /** Returns the size of the content. */
    public int bytes() {
        return content.bytes().remaining();
    }
}
