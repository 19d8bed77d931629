package dev.rota.shards.shard;

import dev.rota.engine.Bytes;
import dev.rota.engine.schema.AvroCodec;
import dev.rota.shards.AdoptedContent;
import dev.rota.shards.Transaction;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The content of a pending transaction, without its pool, shard and id.
 *
 * @param bytes the payload; of an adopted transaction, the encoded {@link AdoptedContent}
 * @param mapped whether a mapping made the transaction: its source is its id, which nothing else has
 */
public record Content(ByteBuffer bytes, boolean adopted, boolean mapped) {

    private static final AvroCodec<AdoptedContent> CODEC = AvroCodec.of(AdoptedContent.class);

    /** Returns the content of a transaction that a producer wrote. */
    public static Content of(Transaction transaction) {
        return of(transaction, false);
    }

    /** Returns the content of a transaction. */
    public static Content of(Transaction transaction, boolean mapped) {
        if (transaction.getSource().isEmpty()) {
            return new Content(transaction.getPayload(), false, mapped);
        }
        AdoptedContent content = new AdoptedContent(
                transaction.getPayload(),
                transaction.getKey(),
                transaction.getHeaders(),
                transaction.getSource(),
                transaction.getTombstone());
        return new Content(ByteBuffer.wrap(CODEC.encode(content)), true, mapped);
    }

    /** Returns the transaction that has this content. */
    public Transaction of(String pool, String shard, String id) {
        if (!adopted) {
            return new Transaction(pool, shard, id, bytes, null, List.of(), "", false);
        }
        AdoptedContent content = CODEC.decode(Bytes.of(bytes));
        return new Transaction(
                pool,
                shard,
                id,
                content.getPayload(),
                content.getKey(),
                content.getHeaders(),
                content.getSource(),
                content.getTombstone());
    }
}
