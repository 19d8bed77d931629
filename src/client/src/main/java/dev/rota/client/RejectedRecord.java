package dev.rota.client;

/** Thrown by a handler if a record is wrong, so that it becomes a dead letter. The message is the reason in it. */
public final class RejectedRecord extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public RejectedRecord(String reason) {
        super(reason);
    }
}
