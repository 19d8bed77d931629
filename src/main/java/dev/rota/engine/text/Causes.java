package dev.rota.engine.text;

/** Finds what is behind a failure. */
public final class Causes {

    private Causes() {}

    /** The last of its causes, which usually says what went wrong; itself if it has none. */
    public static Throwable deepest(Throwable failure) {
        Throwable deepest = failure;
        while (deepest.getCause() != null) {
            deepest = deepest.getCause();
        }
        return deepest;
    }
}
