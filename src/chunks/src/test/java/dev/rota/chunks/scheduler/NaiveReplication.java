package dev.rota.chunks.scheduler;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.SortedMap;
import java.util.TreeMap;

/** Computes how many replicas each weight gets. */
final class NaiveReplication {

    private NaiveReplication() {}

    /** Returns the usable part of a capacity: a product of doubles, rounded down. */
    static BigInteger usable(double saturation, BigInteger capacity) {
        return new BigDecimal(Math.floor(saturation * capacity.doubleValue())).toBigIntegerExact();
    }

    /**
     * Applies the formula to at least one chunk.
     *
     * @param sizes bytes of the chunks of each weight
     * @param m the least number of replicas
     * @param x the number of workers
     */
    static SortedMap<Integer, Integer> factors(SortedMap<Integer, BigInteger> sizes, BigInteger usable, int m, int x)
            throws NaiveNotEnough {
        BigInteger least = BigInteger.ZERO;
        BigInteger rem = BigInteger.ZERO;
        for (int weight : sizes.keySet()) {
            least = least.add(times(m, bytes(sizes, weight)));
            rem = rem.add(times(weight, bytes(sizes, weight)));
        }
        if (x < m || least.compareTo(usable) > 0) {
            throw new NaiveNotEnough("less room than the least replication takes");
        }
        BigInteger fixed = BigInteger.ZERO;
        double mult = 0;
        for (int weight : sizes.keySet()) {
            if (bytes(sizes, weight).signum() == 0) {
                continue;
            }
            mult = usable.subtract(fixed).max(BigInteger.ZERO).doubleValue() / rem.doubleValue();
            if (Math.floor(mult * weight) >= m) {
                break;
            }
            fixed = fixed.add(times(m, bytes(sizes, weight)));
            rem = rem.subtract(times(weight, bytes(sizes, weight)));
        }
        SortedMap<Integer, Integer> factors = new TreeMap<>();
        for (int weight : sizes.keySet()) {
            double wanted = Math.max(m, Math.floor(mult * weight));
            boolean all = bytes(sizes, weight).signum() == 0 || wanted >= x;
            factors.put(weight, all ? x : (int) wanted);
        }
        return factors;
    }

    private static BigInteger bytes(SortedMap<Integer, BigInteger> sizes, int weight) {
        return sizes.getOrDefault(weight, BigInteger.ZERO);
    }

    private static BigInteger times(int number, BigInteger bytes) {
        return BigInteger.valueOf(number).multiply(bytes);
    }
}
