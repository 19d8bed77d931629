package dev.rota.audit.evidence;

/** Thrown if an audit is impossible. The message is one line with the reason. */
public final class AuditRefused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public AuditRefused(String message) {
        super(message, null, false, false);
    }
}
