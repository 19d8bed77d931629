package dev.rota.engine;

import org.apache.avro.specific.SpecificRecord;

/** The rows of one unit. */
public interface Tables {

    /** Returns the unit's name. */
    String unit();

    <R extends SpecificRecord> Table<R> table(TableType<R> type);
}
