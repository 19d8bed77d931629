package dev.rota.chunks.catalog;

import java.math.BigInteger;

/** A sum of sizes, exact though it may pass a long: high and low bits of the sizes are summed apart. */
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
