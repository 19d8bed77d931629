package dev.rota.engine;

/** Receives the values of a unit's gauges. */
@FunctionalInterface
public interface Readings {

    /**
     * Adds the value of a gauge.
     * @param value a count, an amount, or a moment in milliseconds: see {@link UnitGauge#isMoment}
     */
    void add(UnitGauge gauge, long value, String... labels);
}
