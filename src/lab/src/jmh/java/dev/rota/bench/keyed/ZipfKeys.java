package dev.rota.bench.keyed;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Draws keys with a Zipf distribution: the share of the key with rank r is proportional to 1 / r^exponent. */
final class ZipfKeys {

    /** The sums of the shares up to each rank; the last one is 1. */
    private final double[] upTo;

    private final SplittableRandom random;

    ZipfKeys(int keys, double exponent, long seed) {
        this.random = new SplittableRandom(seed);
        this.upTo = new double[keys];
        double sum = 0;
        for (int rank = 0; rank < keys; rank++) {
            sum += Math.pow(rank + 1, -exponent);
            upTo[rank] = sum;
        }
        for (int rank = 0; rank < keys; rank++) {
            upTo[rank] /= sum;
        }
    }

    /** Returns the share of the busiest key. */
    double busiest() {
        return upTo[0];
    }

    /** Draws the keys of a number of records, as ranks from 0. */
    int[] draw(int records) {
        int[] drawn = new int[records];
        for (int i = 0; i < records; i++) {
            int found = Arrays.binarySearch(upTo, random.nextDouble());
            drawn[i] = Math.min(upTo.length - 1, found < 0 ? -found - 1 : found);
        }
        return drawn;
    }
}
