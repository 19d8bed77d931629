package dev.rota.trials;

/**
 * Chooses the random histories for a model: a share of them in each build, others in each landing, all of them before a
 * release.
 */
public final class Seeds {

    private static final int PERCENT = Integer.getInteger("seeds.percent", 2);

    private static final long FIRST = Long.getLong("seeds.first", 0);

    private Seeds() {}

    /** Returns the first seed, which {@code -Dseeds.first} sets, of tests that are right with any seeds. */
    public static long first() {
        return FIRST;
    }

    /** Returns the share of all seeds that {@code -Dseeds.percent} sets. */
    public static int of(int all) {
        return of(all, 1);
    }

    /** Returns the share of all seeds that {@code -Dseeds.percent} sets, but at least {@code atLeast}. */
    public static int of(int all, int atLeast) {
        return Math.max(atLeast, all * PERCENT / 100);
    }
}
