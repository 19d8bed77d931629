package dev.rota.bench.lanes;

/** One measured way from inputs to outputs. */
public interface Lane extends AutoCloseable {

    /** Starts; returns when it is ready. */
    void start() throws InterruptedException;

    /** How many input records it has appended to the log. */
    long taken();

    /** Rows written to the store and its changelog. */
    long rowsWritten();

    @Override
    void close();
}
