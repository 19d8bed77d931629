package dev.rota.engine.machine;

import dev.rota.engine.Answered;
import dev.rota.engine.Inquiry;
import dev.rota.engine.Nullable;
import dev.rota.engine.PageSnapshot;
import dev.rota.engine.Position;
import dev.rota.engine.Readings;
import dev.rota.engine.Tables;
import dev.rota.engine.Trial;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;

/** What pages, gauges and questions read of a partition's units, as of the last record. It changes nothing. */
public final class UnitReports {

    /** The position of lookups, which have no record. */
    static final Position NOWHERE = new Position(0, 0, 0);

    private final Units units;
    private final Backlogs backlogs;
    private final RulesInForce rulesInForce;

    UnitReports(Units units, Backlogs backlogs, RulesInForce rulesInForce) {
        this.units = units;
        this.backlogs = backlogs;
        this.rulesInForce = rulesInForce;
    }

    /** Returns a unit's tables. */
    public Tables tables(String unit) {
        return units.open(unit, NOWHERE);
    }

    /**
     * Returns a snapshot of a unit's state for its pages. Returns null if the unit does not exist or its state is not
     * in memory yet: each call then reads a bounded part of it.
     */
    public @Nullable PageSnapshot snapshot(String unit) {
        return units.state(unit) == null ? null : units.open(unit, NOWHERE).snapshot();
    }

    /**
     * Answers a question about a unit from its state. Returns null if the scheduler does not have that state in memory,
     * or if there is no such unit.
     */
    public @Nullable Answered answer(String unit, Inquiry.Asked asked) {
        return units.state(unit) == null ? null : units.open(unit, NOWHERE).answer(asked);
    }

    /**
     * Decides on events as if they were the next records of a unit, at the unit's time, and writes nothing. Reads as
     * many rows as the scheduler does after a start.
     *
     * @throws IllegalArgumentException if there is no such unit
     */
    public Trial trial(String unit, List<SpecificRecord> events) {
        rulesInForce.requireKnown();
        return units.trial(unit, events);
    }

    /**
     * Reads the gauges of the first {@code unitsMax} units by name. After a start units are not in memory: each call
     * then reads a part. Returns whether the gauges of all were read.
     */
    public boolean gauges(int unitsMax, Function<String, Readings> ofUnit) {
        return units.read(unitsMax, ofUnit);
    }

    /**
     * Measures the backlog of units that adopted records were decided in since the last call, that had much of it then,
     * or that are named. Up to a few hundred are measured by each call, in turn.
     *
     * @param others further units of this partition
     * @param much the backlog from which on a unit is measured by the next call too
     */
    public SortedMap<String, Long> backlogs(Collection<String> others, long much) {
        return backlogs.measure(units, others, much);
    }
}
