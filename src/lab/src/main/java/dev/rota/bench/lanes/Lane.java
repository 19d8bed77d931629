package dev.rota.bench.lanes;

/** A measured path from inputs to outputs. */
public interface Lane extends AutoCloseable {

    /** Starts the lane. Returns when it is ready. */
    void start() throws InterruptedException;

    /** Returns the number of input records that the lane has appended to the log. */
    long taken();

    /** Returns the number of rows written to the store and its changelog. */
    long rowsWritten();

    @Override
    void close();
}
