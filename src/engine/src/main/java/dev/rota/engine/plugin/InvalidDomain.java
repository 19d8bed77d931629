package dev.rota.engine.plugin;

/** Thrown for a scheduler on the class path that cannot be used. The message is one sentence for its author. */
public final class InvalidDomain extends RuntimeException {

    private static final long serialVersionUID = 1L;

    InvalidDomain(String message) {
        super(message, null, false, false);
    }

    /** Returns what an exception says, in one line. */
    static String oneLine(Throwable e) {
        return e.toString().replaceAll("\\s*[\\r\\n]+\\s*", " ");
    }
}
