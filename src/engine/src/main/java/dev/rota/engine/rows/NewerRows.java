package dev.rota.engine.rows;

/** Thrown if a newer build has written a store's rows. This build must neither read nor rebuild them. */
public final class NewerRows extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NewerRows(String message) {
        super(message, null, false, false);
    }
}
