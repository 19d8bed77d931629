package dev.rota.workload.shards;

import dev.rota.shards.ShardsTopics;
import dev.rota.shards.Transaction;
import dev.rota.shards.scheduler.Transactions;
import dev.rota.workload.Traffic;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * Transactions of many shards, few of which are busy: the k-th has a share proportional to k^-1.2, a Zipf
 * distribution.
 */
final class SkewedTransactions implements Traffic {

    private static final double EXPONENT = 1.2;
    private static final int PAYLOAD_BYTES = 200;

    /** The cumulative shares of the shards. */
    private final double[] shares;

    private long said;

    SkewedTransactions(int shards) {
        this.shares = new double[shards];
        double sum = 0;
        for (int shard = 0; shard < shards; shard++) {
            sum += StrictMath.pow(shard + 1, -EXPONENT);
            shares[shard] = sum;
        }
    }

    @Override
    public List<Fact> at(long timeMs) {
        said++;
        int found = Arrays.binarySearch(shares, spread(said) * shares[shares.length - 1]);
        String shard = "shard-" + (found < 0 ? -found - 1 : found);
        Transaction transaction =
                Transactions.of("default", shard, "tx-" + said, ByteBuffer.wrap(new byte[PAYLOAD_BYTES]));
        return List.of(new Fact(ShardsTopics.TRANSACTIONS, shard, transaction));
    }

    /** Returns a pseudo-random number between 0 and 1, the same in all runs. */
    private static double spread(long number) {
        long mixed = number * 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return ((mixed ^ (mixed >>> 31)) >>> 11) * 0x1.0p-53;
    }
}
