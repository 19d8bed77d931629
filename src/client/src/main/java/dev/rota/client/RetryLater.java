package dev.rota.client;

/**
 * Thrown by a handler if a record cannot be handled now. It is tried again after the policy's delay, which does not count
 * as a failed attempt.
 */
public final class RetryLater extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public RetryLater(String reason) {
        super(reason);
    }
}
