package dev.rota.engine;

/** How many random histories a model is compared on: a part of them in each build, all of them before work lands. */
public final class Seeds {

    private static final int PERCENT = Integer.getInteger("seeds.percent", 30);

    private Seeds() {}

    /** The share of all seeds that {@code -Dseeds.percent} asks for. */
    public static int of(int all) {
        return Math.max(1, all * PERCENT / 100);
    }
}
