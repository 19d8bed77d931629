package dev.rota.audit;

/** Thrown if an audit is impossible. The message is one line that says why. */
public final class AuditRefused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    AuditRefused(String message) {
        super(message, null, false, false);
    }
}
