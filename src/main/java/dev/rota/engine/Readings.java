package dev.rota.engine;

/** Takes what a unit's gauges read. */
@FunctionalInterface
public interface Readings {

    /**
     * Adds what a gauge reads.
     *
     * @param value a count, an amount, or a moment in milliseconds: see {@link UnitGauge#isMoment}
     */
    void add(UnitGauge gauge, long value, String... labels);
}
