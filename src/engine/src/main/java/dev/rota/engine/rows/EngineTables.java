package dev.rota.engine.rows;

import dev.rota.engine.AttendedRow;
import dev.rota.engine.Domain;
import dev.rota.engine.Key;
import dev.rota.engine.PartitionRow;
import dev.rota.engine.SchemaIdRow;
import dev.rota.engine.SchemaRow;
import dev.rota.engine.SourceRow;
import dev.rota.engine.TableType;
import dev.rota.engine.TimerRow;
import dev.rota.engine.UnitState;
import dev.rota.engine.schema.AvroCodec;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.avro.Schema;

/** The engine's own tables, which share a store with the domain's. */
public final class EngineTables {

    /** {@code [] => the state of the partition} */
    public static final AvroCodec<PartitionRow> PARTITION = AvroCodec.of(PartitionRow.class);

    static final int PARTITION_NUMBER = 1;

    public static final Key PARTITION_KEY = key(PARTITION_NUMBER).end();

    /** {@code [2, unit] => sequence number, time and chain head of a unit that has rows} */
    public static final AvroCodec<UnitState> UNITS = AvroCodec.of(UnitState.class);

    public static final int UNITS_NUMBER = 2;

    /** {@code [3, topic id, partition] => the last offset applied} */
    public static final AvroCodec<SourceRow> SOURCES = AvroCodec.of(SourceRow.class);

    public static final int SOURCES_NUMBER = 3;

    /** {@code [4, registry id] => schema} */
    public static final AvroCodec<SchemaRow> SCHEMAS = AvroCodec.of(SchemaRow.class);

    public static final int SCHEMAS_NUMBER = 4;

    /** {@code [5, fingerprint] => registry id} */
    public static final AvroCodec<SchemaIdRow> SCHEMA_IDS = AvroCodec.of(SchemaIdRow.class);

    public static final int SCHEMA_IDS_NUMBER = 5;

    /** {@code [6, unit, due, key] => timer} */
    public static final TableType<TimerRow> TIMERS = TableType.of(6, "timers", TimerRow.class);

    /** {@code [7, unit] => the same for a unit that no longer has rows} */
    public static final int HEADS_NUMBER = 7;

    /** {@code [8, index] => a row format of the store}; read before any other row, so it has no format itself */
    static final byte FORMATS_NUMBER = 8;

    /** {@code [] => the marker of a store that is being rebuilt}; see {@link RebuildMarker} */
    static final byte[] REBUILD_KEY = {9};

    /** {@code [10, unit, due, key] => attended timer} */
    public static final TableType<TimerRow> ATTENDED_TIMERS = TableType.of(10, "attended timers", TimerRow.class);

    /** {@code [11] => the attended time of the last attended Tick} */
    public static final AvroCodec<AttendedRow> ATTENDED = AvroCodec.of(AttendedRow.class);

    private static final int ATTENDED_NUMBER = 11;

    public static final Key ATTENDED_KEY = key(ATTENDED_NUMBER).end();

    /** The format number of the rows above, like {@link Domain#rowFormat} for a domain's. */
    static final int ROW_FORMAT = 1;

    /** The oldest format of the rows above that this build can read. */
    static final int ROW_FORMAT_OLDEST = 1;

    private EngineTables() {}

    /** Returns the schemas of the rows above, by table number. */
    static SortedMap<Integer, Schema> schemas() {
        SortedMap<Integer, Schema> schemas = new TreeMap<>();
        schemas.put(PARTITION_NUMBER, PARTITION.schema());
        schemas.put(UNITS_NUMBER, UNITS.schema());
        schemas.put(SOURCES_NUMBER, SOURCES.schema());
        schemas.put(SCHEMAS_NUMBER, SCHEMAS.schema());
        schemas.put(SCHEMA_IDS_NUMBER, SCHEMA_IDS.schema());
        schemas.put(TIMERS.number(), TIMERS.codec().schema());
        schemas.put(HEADS_NUMBER, UNITS.schema());
        schemas.put(ATTENDED_TIMERS.number(), ATTENDED_TIMERS.codec().schema());
        schemas.put(ATTENDED_NUMBER, ATTENDED.schema());
        return schemas;
    }

    /** Begins a key of the table with this number. */
    public static Key.Builder key(int number) {
        return Key.of().kind(number);
    }
}
