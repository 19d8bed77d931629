package dev.rota.stream;

/** Appends Ticks to the log. */
public interface Ticks extends AutoCloseable {

    /** Appends one, without waiting; {@code failed} is run where it surely did not arrive. */
    void append(int partition, String unit, Runnable failed);

    @Override
    void close();
}
