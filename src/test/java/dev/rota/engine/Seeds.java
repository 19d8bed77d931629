package dev.rota.engine;

/**
 * Chooses the number of random histories for a model: a share of them in each build, all of them before a change is
 * merged.
 */
public final class Seeds {

    private static final int PERCENT = Integer.getInteger("seeds.percent", 5);

    private Seeds() {}

    /** Returns the share of all seeds that {@code -Dseeds.percent} sets. */
    public static int of(int all) {
        return of(all, 1);
    }

    /** Returns the share of all seeds that {@code -Dseeds.percent} sets, but at least {@code atLeast}. */
    public static int of(int all, int atLeast) {
        return Math.max(atLeast, all * PERCENT / 100);
    }
}
