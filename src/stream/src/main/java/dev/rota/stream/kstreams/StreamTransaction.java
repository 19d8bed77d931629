package dev.rota.stream.kstreams;

/**
 * A transaction of a stream thread, from the end of the last one to its own end. Each thread has one at a time, that of
 * its producer.
 */
final class StreamTransaction {

    private static final ThreadLocal<StreamTransaction> CURRENT = ThreadLocal.withInitial(StreamTransaction::new);

    private boolean committed;

    private StreamTransaction() {}

    /** Returns the one that contains what this thread writes now. */
    static StreamTransaction current() {
        return CURRENT.get();
    }

    /** Ends the current one: what this thread writes next belongs to another. */
    static void end(boolean committed) {
        CURRENT.get().committed = committed;
        CURRENT.set(new StreamTransaction());
    }

    /** Returns whether it is known that the brokers have committed it. */
    boolean isCommitted() {
        return committed;
    }
}
