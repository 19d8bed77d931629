package dev.rota.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Bytes;
import dev.rota.engine.Nullable;
import dev.rota.shards.Header;
import dev.rota.shards.Transaction;
import java.nio.ByteBuffer;
import java.util.List;

/** A record of a stateless pool, and the output of its handler. */
public final class KeyedRecord {

    private final long token;
    private final int attempt;
    private final Transaction transaction;
    private @Nullable ByteBuffer output;

    public KeyedRecord(long token, int attempt, Transaction transaction) {
        this.token = token;
        this.attempt = attempt;
        this.transaction = transaction;
    }

    /** Returns the shard, whose records are handled in order. */
    public String shard() {
        return transaction.getShard();
    }

    /** Returns the id, which is unique in its shard. */
    public String id() {
        return transaction.getId();
    }

    /**
     * Returns the fencing token, which is that of the turn. A shard's next turn has a greater one, so a store that keeps the
     * greatest token of each shard can refuse what a worker still writes after it has lost its turn.
     */
    public long token() {
        return token;
    }

    /**
     * Returns the number of this attempt, from 1, as the policy's {@code attemptsMax} counts: the record becomes a dead
     * letter if the last one fails. A retry that was asked for is no attempt.
     */
    public int attempt() {
        return attempt;
    }

    public byte[] payload() {
        return Bytes.of(transaction.getPayload());
    }

    /** Returns the key of the record from which it was adopted, or null if it has none. */
    public @Nullable byte[] key() {
        return Bytes.orNull(transaction.getKey());
    }

    /** Returns the headers of the record from which it was adopted, in order. */
    public List<Header> headers() {
        return transaction.getHeaders();
    }

    /**
     * Returns the value of a header as text, or null if the record has none of that name or its value is null. Of several,
     * the last counts.
     */
    public @Nullable String header(String name) {
        ByteBuffer value = null;
        for (Header header : headers()) {
            value = header.getName().equals(name) ? header.getValue() : value;
        }
        return value == null ? null : UTF_8.decode(value.duplicate()).toString();
    }

    /** Returns the coordinates of the record from which it was adopted, {@code topic/partition/offset}, or "". */
    public String source() {
        return transaction.getSource();
    }

    /** Returns whether the value of the record from which it was adopted was null. */
    public boolean isTombstone() {
        return transaction.getTombstone();
    }

    /** Sets the output that the receipt of this record contains if the handler returns. It may have up to 225,000 bytes. */
    public void output(byte[] bytes) {
        output = ByteBuffer.wrap(bytes.clone());
    }

    @Nullable
    ByteBuffer output() {
        return output;
    }
}
