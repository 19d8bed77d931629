package dev.rota.chunks.scheduler;

/** Thrown if the network's state does not allow an event, before anything has changed. */
final class NaiveRejected extends Exception {

    private static final long serialVersionUID = 1L;

    final ChunksReason reason;

    NaiveRejected(ChunksReason reason) {
        super(reason.name());
        this.reason = reason;
    }
}
