package dev.rota.bench;

/** One way from inputs to outputs, under measurement. */
interface Lane extends AutoCloseable {

    /** Starts, and returns when it is ready. */
    void start() throws InterruptedException;

    /** Input records that it has appended to the log. */
    long taken();

    /** Rows written to the store and its changelog. */
    long rowsWritten();

    @Override
    void close();
}
