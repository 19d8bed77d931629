package dev.rota.engine;

/** The engine's own tables, in the same store as the domain's. */
final class EngineTables {

    /** {@code [] => what holds for the partition} */
    static final AvroCodec<PartitionRow> PARTITION = AvroCodec.of(PartitionRow.class);

    static final byte[] PARTITION_KEY = {1};

    /** {@code [2, unit] => sequence number, time and chain head of a unit that has rows} */
    static final AvroCodec<UnitState> UNITS = AvroCodec.of(UnitState.class);

    static final int UNITS_NUMBER = 2;

    /** {@code [3, topic id, partition] => the last offset taken} */
    static final AvroCodec<SourceRow> SOURCES = AvroCodec.of(SourceRow.class);

    static final int SOURCES_NUMBER = 3;

    /** {@code [4, registry's number] => schema} */
    static final AvroCodec<SchemaRow> SCHEMAS = AvroCodec.of(SchemaRow.class);

    static final int SCHEMAS_NUMBER = 4;

    /** {@code [5, fingerprint] => registry's number} */
    static final AvroCodec<SchemaIdRow> SCHEMA_IDS = AvroCodec.of(SchemaIdRow.class);

    static final int SCHEMA_IDS_NUMBER = 5;

    /** {@code [6, unit, due, key] => timer} */
    static final TableType<TimerRow> TIMERS = TableType.of(6, "timers", TimerRow.class);

    /** {@code [7, unit] => the same of a unit that has no rows any more} */
    static final int HEADS_NUMBER = 7;

    /** {@code [8, unit, due, key] => attended timer} */
    static final TableType<TimerRow> ATTENDED_TIMERS = TableType.of(8, "attended timers", TimerRow.class);

    /** {@code [9] => the attended time of the last attended Tick} */
    static final AvroCodec<AttendedRow> ATTENDED = AvroCodec.of(AttendedRow.class);

    static final byte[] ATTENDED_KEY = {9};

    private EngineTables() {}

    static Key.Builder key(int number) {
        return Key.of().kind(number);
    }
}
