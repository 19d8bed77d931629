package dev.rota.chunks;

/** Thrown if an event is rejected in the network's state, before anything has changed. */
final class NaiveRejected extends Exception {

    private static final long serialVersionUID = 1L;

    final ChunksReason reason;

    NaiveRejected(ChunksReason reason) {
        super(reason.name());
        this.reason = reason;
    }
}
