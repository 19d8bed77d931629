package dev.rota.client;

/**
 * Thrown by a handler if its attempt has failed. The receipt contains the message; that of any other exception contains
 * its class too.
 */
public final class AttemptFailed extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public AttemptFailed(String reason) {
        super(reason);
    }
}
