package dev.rota.audit.findings;

import dev.rota.engine.Ids;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** An audit's findings about one log partition. */
public final class Findings {

    /** Divergences of a partition as a whole that are kept; the others are counted. */
    static final int DIVERGENCES_MAX = 100;

    private final int partition;
    private final Map<String, UnitFindings> units = new TreeMap<>(Ids.BY_BYTES);
    private final List<Divergence> divergences = new ArrayList<>();
    private final List<UnitFindings> unitsAhead = new ArrayList<>();
    private long confirmed = -1;
    private long moreDivergences;
    private final List<String> notCompared = new ArrayList<>();
    private boolean needsNewerBuild;
    private long from;
    private long to;
    private long pending;
    private long duplicates;
    private long duplicatesAhead;
    private long sourcesCompared;
    private long sourcesGone;

    public Findings(int partition) {
        this.partition = partition;
    }

    public UnitFindings unit(String name) {
        return units.computeIfAbsent(name, unit -> new UnitFindings(unit, partition));
    }

    /** The findings about the unit of a log record that may turn out not to be decided yet. */
    public UnitFindings unitAhead(String name) {
        UnitFindings unit = unit(name);
        if (unit.getsAhead()) {
            unitsAhead.add(unit);
        }
        return unit;
    }

    /** Marks all log records up to this one as decided. */
    public void confirm(long offset) {
        unitsAhead.forEach(UnitFindings::confirm);
        unitsAhead.clear();
        duplicates = duplicatesAhead;
        confirmed = Math.max(confirmed, offset);
    }

    /** The last log record known to be decided; -1 if none. */
    public long confirmed() {
        return confirmed;
    }

    /** Adds a divergence of the partition as a whole, or of a record without a unit. */
    public void diverges(Divergence found) {
        if (divergences.size() < DIVERGENCES_MAX) {
            divergences.add(found);
        } else {
            moreDivergences++;
        }
    }

    public void notCompared(String what) {
        notCompared.add(what);
    }

    /** Marks what this build cannot recompute: a newer one must judge it. */
    public void needsNewerBuild(String what) {
        needsNewerBuild = true;
        notCompared.add(what);
    }

    /** Returns whether the partition continues with what this build does not know. */
    public boolean needsNewerBuild() {
        return needsNewerBuild;
    }

    public void range(long first, long end, long pendingRecords) {
        from = first;
        to = end;
        pending = pendingRecords;
    }

    public void duplicate() {
        duplicatesAhead++;
    }

    public void source(boolean there) {
        if (there) {
            sourcesCompared++;
        } else {
            sourcesGone++;
        }
    }

    public int partition() {
        return partition;
    }

    public List<UnitFindings> units() {
        return units.values().stream().filter(UnitFindings::found).toList();
    }

    public List<Divergence> divergences() {
        return List.copyOf(divergences);
    }

    /** How many more divergences there were than are kept. */
    public long moreDivergences() {
        return moreDivergences;
    }

    /** Returns the ranges that were left out, with the reason: deleted by retention, or not known to this build. */
    public List<String> notCompared() {
        return List.copyOf(notCompared);
    }

    public long from() {
        return from;
    }

    /** The first log offset not shown to be decided. */
    public long to() {
        return to;
    }

    /** The log records from there on: no output shows that they were decided. */
    public long pending() {
        return pending;
    }

    /** Records that intake had appended twice, which the scheduler dropped. */
    public long duplicates() {
        return duplicates;
    }

    /** Log records compared with their input record. */
    public long sourcesCompared() {
        return sourcesCompared;
    }

    /** Log records whose input is no longer there. */
    public long sourcesGone() {
        return sourcesGone;
    }

    public boolean hold() {
        return divergences.isEmpty() && units.values().stream().allMatch(unit -> unit.divergence() == null);
    }
}
