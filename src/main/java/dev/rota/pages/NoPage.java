package dev.rota.pages;

/** Thrown if a request has no page; the message is for people. */
public final class NoPage extends Exception {
    private static final long serialVersionUID = 1L;

    private static final int FULL = 503;

    private final int status;

    private NoPage(int status, String message) {
        super(message, null, false, false);
        this.status = status;
    }

    /** There is nothing at this address. */
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

    /** Nothing is wrong with the request; it may be made again. */
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
