package dev.rota.engine.text;

/** Finds the root cause of a failure. */
public final class Causes {

    private Causes() {}

    /**
     * Returns the deepest cause of a failure, which is usually the most specific, or the failure itself if it has no
     * cause.
     */
    public static Throwable deepest(Throwable failure) {
        Throwable deepest = failure;
        while (deepest.getCause() != null) {
            deepest = deepest.getCause();
        }
        return deepest;
    }
}
