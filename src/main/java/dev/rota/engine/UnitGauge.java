package dev.rota.engine;

import java.util.List;

/**
 * Something about a unit that its operators watch.
 *
 * @param name as Prometheus has it, without the prefix {@code rota_<domain>_}
 * @param isMoment whether it reads a moment of the unit's time, which Prometheus has in seconds
 * @param isWait whether that is since when something waits
 * @param help what it reads, in one line
 * @param labels besides the unit's, which every gauge has
 */
public record UnitGauge(String name, boolean isMoment, boolean isWait, String help, List<String> labels) {

    public UnitGauge {
        labels = List.copyOf(labels);
    }

    public static UnitGauge of(String name, String help, String... labels) {
        return new UnitGauge(name, false, false, help, List.of(labels));
    }

    /** A gauge that reads a moment; {@code _timestamp_seconds} is added to its name. */
    public static UnitGauge moment(String name, String help, String... labels) {
        return new UnitGauge(name + "_timestamp_seconds", true, false, help, List.of(labels));
    }

    /** A gauge that reads since when the one that waits longest does; {@code _timestamp_seconds} is added to its name. */
    public static UnitGauge waiting(String name, String help, String... labels) {
        return new UnitGauge(name + "_timestamp_seconds", true, true, help, List.of(labels));
    }
}
