package dev.rota.stream;

/** Appends Ticks to the log. */
public interface Ticks extends AutoCloseable {

    /** Appends a Tick without waiting; {@code failed} is run if it certainly was not written. */
    void append(int partition, String unit, Runnable failed);

    @Override
    void close();
}
