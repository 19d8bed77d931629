package dev.rota.stream;

import dev.rota.engine.Rejection;
import dev.rota.serde.UnreadableValue;
import dev.rota.shards.ShardBlock;
import dev.rota.trials.Await;
import java.util.function.IntConsumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reads the outcomes of transactions: blocks, dead letters and rejections. */
final class TransactionOutcomes {

    private static final int STRETCH = 10_000;

    private final Tenant tenant;
    private final IntConsumer heard;
    private final TopicTail blocks;
    private final TopicTail deadLetters;
    private final TopicTail rejections;
    private int ended;

    TransactionOutcomes(Tenant tenant) {
        this(tenant, ended -> {});
    }

    /** @param heard receives the number of transactions that have ended since its last call */
    TransactionOutcomes(Tenant tenant, IntConsumer heard) {
        this.tenant = tenant;
        this.heard = heard;
        this.blocks = tenant.tail("shards.blocks");
        this.deadLetters = tenant.tail("shards.dead-letters");
        this.rejections = tenant.rejections();
    }

    /** Reads until {@code target} transactions have ended. */
    void await(int target) {
        await(target, () -> {});
    }

    /**
     * Reads until {@code target} transactions have ended, and runs an action in between. Fails if none ends for too
     * long.
     */
    void await(int target, Runnable meanwhile) {
        while (ended < target) {
            int next = Math.min(target, ended + STRETCH);
            Await.untilTransactionsEnd(() -> next + " transactions ended, but there are " + ended, () -> {
                hear();
                meanwhile.run();
                return ended >= next;
            });
        }
    }

    /** Reads new outcomes. */
    void hear() {
        int before = ended;
        for (ConsumerRecord<byte[], byte[]> record : blocks.more()) {
            ended += ((ShardBlock) read(record)).getReceipts().size();
        }
        ended += deadLetters.more().size();
        String transactions = tenant.names().topic("shards.transactions") + "/";
        for (ConsumerRecord<byte[], byte[]> record : rejections.more()) {
            ended += ((Rejection) read(record)).getSource().startsWith(transactions) ? 1 : 0;
        }
        heard.accept(ended - before);
    }

    private SpecificRecord read(ConsumerRecord<byte[], byte[]> record) {
        try {
            return tenant.wire().read(record.topic(), record.value());
        } catch (UnreadableValue | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
