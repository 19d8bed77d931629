package dev.rota.engine;

/** How many random histories a model is compared over: a part of them each time, and all of them before work lands. */
public final class Seeds {

    private static final int PERCENT = Integer.getInteger("seeds.percent", 30);

    private Seeds() {}

    /** The part of so many that {@code -Dseeds.percent} asks for. */
    public static int of(int all) {
        return Math.max(1, all * PERCENT / 100);
    }
}
