package dev.rota.worker;

/** Thrown if a worker cannot start or continue as requested. The message is one line that states why. */
public final class WorkerRefused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public WorkerRefused(String message) {
        super(message, null, false, false);
    }
}
