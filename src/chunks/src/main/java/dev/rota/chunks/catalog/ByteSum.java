package dev.rota.chunks.catalog;

import java.math.BigInteger;

/** An exact sum of sizes that may exceed a long: high and low bits are summed separately. */
public final class ByteSum {

    private static final int LOW_BITS = 20;

    private long high;
    private long low;

    public void add(long size) {
        high += size >>> LOW_BITS;
        low += size & ((1L << LOW_BITS) - 1);
    }

    void remove(long size) {
        high -= size >>> LOW_BITS;
        low -= size & ((1L << LOW_BITS) - 1);
    }

    public BigInteger value() {
        return BigInteger.valueOf(high).shiftLeft(LOW_BITS).add(BigInteger.valueOf(low));
    }
}
