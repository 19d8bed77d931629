package dev.rota.audit.findings;

import dev.rota.engine.Ids;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** An audit's findings about one log partition. */
public final class Findings {

    /** The number of a partition's divergences that are kept; further ones are only counted. */
    static final int DIVERGENCES_MAX = 100;

    /** The number of builds that are told apart. */
    private static final int BUILDS_MAX = 100;

    private final int partition;
    private final Map<String, UnitFindings> units = new TreeMap<>(Ids.BY_BYTES);
    private final Map<String, BuildFindings> builds = new TreeMap<>();
    private final List<Divergence> divergences = new ArrayList<>();
    private final List<UnitFindings> unitsAhead = new ArrayList<>();
    private long confirmed = -1;
    private long moreDivergences;
    private final List<String> notCompared = new ArrayList<>();
    private boolean needsNewerBuild;
    private long from;
    private long to;
    private long pending;
    private long undecided;
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

    /** Returns the findings about the unit of a log record that may turn out not to be decided yet. */
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

    /** Returns the last log record known to be decided, or -1 if there is none. */
    public long confirmed() {
        return confirmed;
    }

    /** Notes which build announced rules. */
    public void rules(int number, long offset, String build) {
        if (!build.isEmpty()) {
            build(build).rules(number, offset);
        }
    }

    /** Notes which build wrote a right checkpoint. */
    public void checkpoint(long cause, String build) {
        build(build).checkpoint(cause);
    }

    /** Returns a build's findings. Those beyond a limit are one, since audits do not cover the names in checkpoints. */
    private BuildFindings build(String name) {
        return builds.computeIfAbsent(
                builds.size() < BUILDS_MAX || builds.containsKey(name) ? name : "(others)", BuildFindings::new);
    }

    /** Returns the builds that the evidence names, in the order of their names. */
    public List<BuildFindings> builds() {
        return List.copyOf(builds.values());
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

    /** Records something that this build cannot recompute: a newer build must verify it. */
    public void needsNewerBuild(String what) {
        needsNewerBuild = true;
        notCompared.add(what);
    }

    /** Returns whether the partition continues with rules that this build does not support. */
    public boolean needsNewerBuild() {
        return needsNewerBuild;
    }

    public void range(long first, long end, long pendingRecords, long undecidedRecords) {
        from = first;
        to = end;
        pending = pendingRecords;
        undecided = undecidedRecords;
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

    /** Returns the number of divergences beyond the kept ones. */
    public long moreDivergences() {
        return moreDivergences;
    }

    /** Returns the ranges that were left out, with the reason: deleted by retention, or not supported by this build. */
    public List<String> notCompared() {
        return List.copyOf(notCompared);
    }

    public long from() {
        return from;
    }

    /** Returns the first log offset not shown to be decided. */
    public long to() {
        return to;
    }

    /** Returns the number of log records from {@link #to()} on, which no output shows to be decided. */
    public long pending() {
        return pending;
    }

    /**
     * Returns the number of pending log records from the first one on whose decisions no output shows. Those before it
     * need none, such as a heartbeat that changes nothing, a repetition, or a Tick at which nothing fires.
     */
    public long undecided() {
        return undecided;
    }

    /** Returns the number of records that intake had appended twice, which the scheduler dropped. */
    public long duplicates() {
        return duplicates;
    }

    /** Returns the number of log records compared with their input record. */
    public long sourcesCompared() {
        return sourcesCompared;
    }

    /** Returns the number of log records whose input no longer exists. */
    public long sourcesGone() {
        return sourcesGone;
    }

    public boolean hold() {
        return divergences.isEmpty() && units.values().stream().allMatch(unit -> unit.divergence() == null);
    }
}
