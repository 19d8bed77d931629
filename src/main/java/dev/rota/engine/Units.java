package dev.rota.engine;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The units of a log partition. A unit that has rows counts against the partition's limit and may be cached. Of a
 * unit whose rows are gone, only the head is kept, from which its sequence and chain continue if it returns.
 */
final class Units {

    /** How many units are cached; others are reloaded from their rows. */
    private static final int CACHED_MAX = 10_000;

    private final Domain domain;
    private final Rows rows;
    private final Parallel parallel;
    private final PartitionState partition;
    private final StepLimit limit;
    private final DueUnits dueUnits;

    private final Map<String, Unit> cached = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Unit> eldest) {
            return size() > CACHED_MAX;
        }
    };

    Units(Domain domain, Rows rows, Parallel parallel, PartitionState partition, StepLimit limit) {
        this.domain = domain;
        this.rows = rows;
        this.parallel = parallel;
        this.partition = partition;
        this.limit = limit;
        this.dueUnits = new DueUnits(rows);
    }

    /** Loads a unit, or creates a new one, which is not stored until {@link #keep}. */
    Unit open(String name, Position at) {
        Unit unit = cached.get(name);
        if (unit == null) {
            UnitState state = state(name);
            unit = new Unit(
                    domain, name, rows, parallel, state == null ? born(name, at) : state, partition.rules(), limit);
            if (state != null) {
                cached.put(name, unit);
            }
        }
        return unit;
    }

    private UnitState born(String name, Position at) {
        // The nameless unit has a time once it has a record of its own; those of units that do not exist have theirs.
        long now = name.isEmpty() ? Long.MIN_VALUE : Math.max(at.time(), partition.unbornNow());
        return new UnitState(0L, 0L, now, Chain.first(), Times.NEVER, Times.NEVER, 0L, at.time(), false, 0L);
    }

    /** A unit's state; null if no record was ever chained under this name. */
    @Nullable
    UnitState state(String name) {
        UnitState living = (UnitState) rows.get(EngineTables.UNITS, livingKey(name));
        return living != null ? living : (UnitState) rows.get(EngineTables.UNITS, headKey(name));
    }

    /** Whether a unit has rows already, or the partition has room for one more unit. */
    boolean hasRoomFor(String name) {
        return cached.containsKey(name)
                || partition.units() < Limits.UNITS_PER_PARTITION_MAX
                || rows.get(EngineTables.UNITS, livingKey(name)) != null;
    }

    /** Writes the unit's state row after a record. */
    void keep(Unit unit) {
        String name = unit.unit();
        // The nameless unit has no rows; it exists as long as its partition.
        boolean lives = unit.hasRows() || name.isEmpty();
        byte[] living = livingKey(name);
        boolean lived = unit.lives();
        if (lives) {
            rows.put(EngineTables.UNITS, living, unit.state());
            cached.put(name, unit);
        } else {
            rows.put(EngineTables.UNITS, headKey(name), unit.state());
            cached.remove(name);
        }
        if (lives != lived) {
            rows.remove(EngineTables.UNITS, lives ? headKey(name) : living);
            if (!name.isEmpty()) {
                partition.units(partition.units() + (lives ? 1 : -1));
            }
        }
        unit.lives(lives);
        dueUnits.set(name, unit.nextDue(), unit.nextAttendedDue());
    }

    /** The cached units that come first by name, at most so many; the nameless one has nothing to read. */
    List<Unit> first(int max) {
        // Entries, for a lookup would change the order of use.
        return cached.entrySet().stream()
                .filter(unit -> !unit.getKey().isEmpty())
                .sorted(Map.Entry.comparingByKey())
                .limit(max)
                .map(Map.Entry::getValue)
                .toList();
    }

    DueUnits due() {
        return dueUnits;
    }

    private static byte[] livingKey(String name) {
        return EngineTables.key(EngineTables.UNITS_NUMBER).text(name).end().bytes();
    }

    private static byte[] headKey(String name) {
        return EngineTables.key(EngineTables.HEADS_NUMBER).text(name).end().bytes();
    }
}
