package dev.rota.engine.rows;

/** Counts a unit's rows in all tables, timers included: a unit without rows is dropped. */
public final class RowCount {

    private long rows;

    public RowCount(long rows) {
        this.rows = rows;
    }

    public long rows() {
        return rows;
    }

    void changed(boolean wasThere, boolean isThere) {
        rows += (isThere ? 1 : 0) - (wasThere ? 1 : 0);
    }
}
