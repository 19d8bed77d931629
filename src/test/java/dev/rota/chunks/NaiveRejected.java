package dev.rota.chunks;

/** An event that makes no sense in the network's state; nothing of it has happened. */
final class NaiveRejected extends Exception {

    private static final long serialVersionUID = 1L;

    final ChunksReason reason;

    NaiveRejected(ChunksReason reason) {
        super(reason.name());
        this.reason = reason;
    }
}
