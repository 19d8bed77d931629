package dev.rota.engine.rows;

/** Thrown at a store whose rows a newer build has written. This build must neither read nor rebuild them. */
public final class NewerRows extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NewerRows(String message) {
        super(message, null, false, false);
    }
}
