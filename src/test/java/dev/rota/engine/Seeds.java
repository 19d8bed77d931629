package dev.rota.engine;

/** How many random histories a model is compared on: a part of them in each build, all of them before work lands. */
public final class Seeds {

    private static final int PERCENT = Integer.getInteger("seeds.percent", 5);

    private Seeds() {}

    /** The share of all seeds that {@code -Dseeds.percent} asks for. */
    public static int of(int all) {
        return of(all, 1);
    }

    /** The same, but at least so many. */
    public static int of(int all, int atLeast) {
        return Math.max(atLeast, all * PERCENT / 100);
    }
}
