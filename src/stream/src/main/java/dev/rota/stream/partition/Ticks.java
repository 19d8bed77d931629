package dev.rota.stream.partition;

import dev.rota.engine.log.AttendedTime;

/** Appends Ticks to the log. */
public interface Ticks extends AutoCloseable {

    /**
     * Appends a Tick without waiting.
     *
     * @param attended the time in which silence counts
     * @param failed runs if it certainly was not written
     */
    void append(int partition, String unit, AttendedTime attended, Runnable failed);

    @Override
    void close();
}
