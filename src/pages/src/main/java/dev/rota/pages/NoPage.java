package dev.rota.pages;

/** Thrown if a request cannot be answered with a page. The message is shown to the user. */
public final class NoPage extends Exception {
    private static final long serialVersionUID = 1L;

    private static final int FULL = 503;

    private final int status;

    private NoPage(int status, String message) {
        super(message, null, false, false);
        this.status = status;
    }

    /** Returns the exception for an address without content. */
    public static NoPage notFound(String message) {
        return new NoPage(404, message);
    }

    public static NoPage wrong(String message) {
        return new NoPage(400, message);
    }

    static NoPage forbidden(String message) {
        return new NoPage(403, message);
    }

    static NoPage busy(String message) {
        return new NoPage(409, message);
    }

    /**
     * Returns the exception for a valid request that the server cannot serve at the moment. The client may repeat it.
     */
    static NoPage full(String message) {
        return new NoPage(FULL, message);
    }

    boolean isFull() {
        return status == FULL;
    }

    int status() {
        return status;
    }
}
