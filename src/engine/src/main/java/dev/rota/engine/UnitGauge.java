package dev.rota.engine;

import java.util.List;

/**
 * A value of a unit that operators watch.
 * @param name the name in Prometheus, without the prefix {@code rota_<domain>_}
 * @param isMoment whether the value is a moment of the unit's time, which Prometheus shows in seconds
 * @param isWait whether that moment is the start of a wait
 * @param isBacklog whether the value is the work that waits, for which intake holds adopted records back
 * @param help one line that describes the value
 * @param labels the labels in addition to the unit's, which every gauge has
 */
public record UnitGauge(
        String name, boolean isMoment, boolean isWait, boolean isBacklog, String help, List<String> labels) {

    public UnitGauge {
        labels = List.copyOf(labels);
    }

    public static UnitGauge of(String name, String help, String... labels) {
        return new UnitGauge(name, false, false, false, help, List.of(labels));
    }

    /** Creates a gauge of the work that waits, as the sum over its labels; a domain that adopts topics has one. */
    public static UnitGauge backlog(String name, String help, String... labels) {
        return new UnitGauge(name, false, false, true, help, List.of(labels));
    }

    /** Creates a gauge of a moment; {@code _timestamp_seconds} is appended to its name. */
    public static UnitGauge moment(String name, String help, String... labels) {
        return new UnitGauge(name + "_timestamp_seconds", true, false, false, help, List.of(labels));
    }

    /**
     * Creates a gauge of the moment at which the longest current wait began; {@code _timestamp_seconds} is appended to
     * its name.
     */
    public static UnitGauge waiting(String name, String help, String... labels) {
        return new UnitGauge(name + "_timestamp_seconds", true, true, false, help, List.of(labels));
    }
}
