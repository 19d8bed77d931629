package dev.rota.worker;

/** A worker that cannot start, or not go on, as it was asked to. The message is one line that says why. */
public final class WorkerRefused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public WorkerRefused(String message) {
        super(message, null, false, false);
    }
}
