package dev.rota.chunks.placement;

import dev.rota.engine.Nullable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Computes the replication factor of each weight: proportional to the weight, within the workers' capacity, and at
 * least the minimum. Integers are exact however large they are, and are converted to doubles where the formula does so.
 */
final class Replication {

    /**
     * The factors by weight, or why there are none.
     *
     * @param multiplier the replicas for each unit of weight, before rounding
     */
    record Factors(
            SortedMap<Integer, Integer> byWeight,
            double multiplier,
            @Nullable String shortage) {}

    private Replication() {}

    /**
     * Computes the factors.
     *
     * @param bytes the total size of the placed chunks, by weight
     * @param workers the number of workers that take part
     * @param capacity their total capacity
     */
    static Factors of(
            SortedMap<Integer, BigInteger> bytes, int workers, BigInteger capacity, double saturation, int min) {
        TreeMap<Integer, Integer> factors = new TreeMap<>();
        if (bytes.isEmpty()) {
            return new Factors(factors, 0, null);
        }
        if (workers < min) {
            return tooLittle("expected at least " + min + " workers, one for each replica, but there are " + workers);
        }
        BigInteger usable = new BigDecimal(Math.floor(saturation * capacity.doubleValue())).toBigInteger();
        BigInteger total = bytes.values().stream().reduce(BigInteger.ZERO, BigInteger::add);
        BigInteger minimum = total.multiply(BigInteger.valueOf(min));
        if (minimum.compareTo(usable) > 0) {
            return tooLittle("expected room for " + min + " replicas of all chunks, " + minimum
                    + " bytes, but there are " + usable + " bytes to use");
        }
        double multiplier = multiplier(bytes, usable, min);
        for (Map.Entry<Integer, BigInteger> weight : bytes.entrySet()) {
            double wanted = weight.getValue().signum() == 0
                    ? Double.POSITIVE_INFINITY
                    : Math.floor(multiplier * weight.getKey());
            factors.put(weight.getKey(), (int) Math.min(workers, Math.max(min, wanted)));
        }
        return new Factors(factors, multiplier, null);
    }

    /** Returns the multiplier. Weights whose share is below the minimum get the minimum; the others share the rest. */
    private static double multiplier(SortedMap<Integer, BigInteger> bytes, BigInteger usable, int min) {
        BigInteger rest = BigInteger.ZERO;
        for (Map.Entry<Integer, BigInteger> weight : bytes.entrySet()) {
            rest = rest.add(weighted(weight));
        }
        BigInteger fixed = BigInteger.ZERO;
        double multiplier = 0;
        for (Map.Entry<Integer, BigInteger> weight : bytes.entrySet()) {
            if (weight.getValue().signum() == 0) {
                continue;
            }
            multiplier = usable.subtract(fixed).max(BigInteger.ZERO).doubleValue() / rest.doubleValue();
            if (Math.floor(multiplier * weight.getKey()) >= min) {
                return multiplier;
            }
            fixed = fixed.add(weight.getValue().multiply(BigInteger.valueOf(min)));
            rest = rest.subtract(weighted(weight));
        }
        return multiplier;
    }

    private static BigInteger weighted(Map.Entry<Integer, BigInteger> weight) {
        return weight.getValue().multiply(BigInteger.valueOf(weight.getKey()));
    }

    private static Factors tooLittle(String sentence) {
        return new Factors(new TreeMap<>(), 0, sentence);
    }
}
