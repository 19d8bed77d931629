package dev.rota.audit;

/** There is nothing to audit. The message is one line that says why. */
public final class AuditRefused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    AuditRefused(String message) {
        super(message, null, false, false);
    }
}
