package dev.rota.shards;

/**
 * So many buckets that share out fingerprints by linear hashing (Litwin, 1980): one more splits a single bucket, one
 * less merges two, and the others keep what they have.
 */
record Buckets(int count) {

    /** A bucket for all. */
    static final Buckets ONE = new Buckets(1);

    /** The bucket of a fingerprint: its lowest bits, one bit fewer for those whose bucket is not split yet. */
    int of(int fingerprint) {
        int half = Integer.highestOneBit(count);
        int bucket = fingerprint & (2 * half - 1);
        return bucket < count ? bucket : bucket - half;
    }

    /** The bucket that shares its fingerprints with a further one. */
    int split() {
        return count - Integer.highestOneBit(count);
    }

    Buckets more() {
        return new Buckets(count + 1);
    }

    Buckets fewer() {
        return new Buckets(count - 1);
    }
}
