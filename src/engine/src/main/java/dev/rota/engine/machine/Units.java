package dev.rota.engine.machine;

import dev.rota.engine.Domain;
import dev.rota.engine.Key;
import dev.rota.engine.Limits;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.engine.Position;
import dev.rota.engine.Readings;
import dev.rota.engine.Times;
import dev.rota.engine.Trial;
import dev.rota.engine.UnitGauge;
import dev.rota.engine.UnitState;
import dev.rota.engine.rows.EngineTables;
import dev.rota.engine.rows.OverlayRows;
import dev.rota.engine.rows.Rows;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;

/**
 * The units of a log partition. A unit with rows counts towards the partition's limit and may be cached. Of a unit
 * without rows only the head is kept, from which its sequence and chain continue if it returns.
 */
final class Units {

    /** The number of cached units; others are reloaded from their rows. */
    private static final int CACHED_MAX = 10_000;

    /** The number of units whose state one reading of the gauges may load while records wait. */
    private static final int LOADED_AT_ONCE_MAX = 5;

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

    /** Decides on events as if they were a unit's next records, apart from its rows and from what is cached of it. */
    Trial trial(String name, List<SpecificRecord> events) {
        UnitState state = state(name);
        if (state == null) {
            throw new IllegalArgumentException("expected a unit of the log, but " + name + " is not one");
        }
        OverlayRows apart = new OverlayRows(rows);
        return new Unit(domain, name, apart, parallel, state, partition.rules(), limit).trial(events, apart);
    }

    private UnitState born(String name, Position at) {
        // The nameless unit has a time only after its first record.
        long now = name.isEmpty() ? Long.MIN_VALUE : Math.max(at.time(), partition.unbornNow(name));
        return new UnitState(0L, 0L, now, Chain.first(), Times.NEVER, Times.NEVER, 0L, at.time(), false, 0L);
    }

    /** Returns a unit's state, or null if no record was ever chained under this name. */
    @Nullable
    UnitState state(String name) {
        UnitState living = (UnitState) rows.get(EngineTables.UNITS, livingKey(name));
        return living != null ? living : (UnitState) rows.get(EngineTables.UNITS, headKey(name));
    }

    /** Returns whether a unit has rows already, or the partition has room for one more unit. */
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
        boolean lived = unit.lives;
        if (lives) {
            rows.put(EngineTables.UNITS, unit.livingKey, unit.state());
            cached.put(name, unit);
        } else {
            rows.put(EngineTables.UNITS, headKey(name), unit.state());
            cached.remove(name);
        }
        if (lives != lived) {
            rows.remove(EngineTables.UNITS, lives ? headKey(name) : unit.livingKey);
            if (!name.isEmpty()) {
                partition.units(partition.units() + (lives ? 1 : -1));
            }
        }
        unit.lives = lives;
        dueUnits.set(name, unit.nextDue(), unit.nextAttendedDue());
    }

    /**
     * Reads the gauges of the first {@code max} units by name. Units without a record since the start are included:
     * each call loads a few of them. Returns whether the gauges of all were read.
     */
    boolean read(int max, Function<String, Readings> ofUnit) {
        int loads = LOADED_AT_ONCE_MAX;
        boolean all = true;
        for (String name : first(max)) {
            Unit unit = open(name, UnitReports.NOWHERE);
            boolean may = unit.isInMemory() || loads-- > 0;
            all &= may && unit.read(ofUnit.apply(name));
        }
        return all;
    }

    /**
     * Returns the backlogs of units: the sum over the gauges that {@link UnitGauge#isBacklog}, 0 for a unit without rows.
     * Units whose state is not in memory are absent, apart from a few, which are loaded.
     */
    SortedMap<String, Long> backlogs(Collection<String> names) {
        int loads = LOADED_AT_ONCE_MAX;
        SortedMap<String, Long> backlogs = new TreeMap<>();
        for (String name : names) {
            long[] sum = {0};
            boolean isRead = true;
            if (cached.containsKey(name) || rows.get(EngineTables.UNITS, livingKey(name)) != null) {
                Unit unit = open(name, UnitReports.NOWHERE);
                isRead = (unit.isInMemory() || loads-- > 0)
                        && unit.read((gauge, value, labels) -> sum[0] += gauge.isBacklog() ? value : 0);
            }
            if (isRead) {
                backlogs.put(name, sum[0]);
            }
        }
        return backlogs;
    }

    /** Returns the names of the first {@code max} units with rows, without the nameless unit, which has no gauges. */
    private List<String> first(int max) {
        byte[] all = {EngineTables.UNITS_NUMBER};
        List<String> names = new ArrayList<>();
        try (Rows.Cursor cursor = rows.scan(EngineTables.UNITS, all, all)) {
            while (names.size() < max && cursor.next()) {
                String name = name(cursor.key());
                if (!name.isEmpty()) {
                    names.add(name);
                }
            }
        }
        return names;
    }

    /** Returns the name of the unit whose state row has this key. */
    static String name(byte[] livingKey) {
        Key.Reader key = new Key(livingKey).read();
        key.kind();
        return key.text();
    }

    DueUnits due() {
        return dueUnits;
    }

    static byte[] livingKey(String name) {
        return EngineTables.key(EngineTables.UNITS_NUMBER).text(name).end().bytes();
    }

    private static byte[] headKey(String name) {
        return EngineTables.key(EngineTables.HEADS_NUMBER).text(name).end().bytes();
    }
}
