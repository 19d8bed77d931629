package dev.rota.engine.rows;

import dev.rota.engine.Domain;
import dev.rota.engine.Table;
import dev.rota.engine.TableType;
import dev.rota.engine.Tables;
import org.apache.avro.specific.SpecificRecord;

/** A domain's tables, restricted to one unit. */
public final class UnitTables implements Tables {

    private final Domain domain;
    private final String unit;
    private final UnitTable<?>[] tables = new UnitTable<?>[256];

    public UnitTables(Domain domain, String unit, Rows rows, RowCount count) {
        this.domain = domain;
        this.unit = unit;
        for (TableType<?> type : domain.tables()) {
            tables[type.number()] = new UnitTable<>(type, unit, rows, count);
        }
    }

    /** Returns the same tables for reading only: writes throw. */
    public static UnitTables readOnly(Domain domain, String unit, Rows rows) {
        return new UnitTables(domain, unit, new ReadOnlyRows(rows), new RowCount(0));
    }

    @Override
    public String unit() {
        return unit;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <R extends SpecificRecord> Table<R> table(TableType<R> type) {
        UnitTable<?> table = tables[type.number()];
        if (table == null) {
            throw new IllegalArgumentException(
                    "expected a table of " + domain.name() + ", but " + type.name() + " is not one");
        }
        return (Table<R>) table;
    }
}
