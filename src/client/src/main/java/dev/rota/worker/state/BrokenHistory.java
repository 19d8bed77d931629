package dev.rota.worker.state;

/** Thrown for blocks that do not follow from one another. The message is one line that states where. */
public final class BrokenHistory extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public BrokenHistory(String message) {
        super(message, null, false, false);
    }
}
