package dev.rota.chunks;

import dev.rota.chunks.placement.WorkerId;
import dev.rota.engine.Key;
import dev.rota.engine.Table;
import dev.rota.engine.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The assignment in force: the rows of each worker's share. The next epoch is compared with it. */
public final class AssignmentInForce {

    private final TreeMap<WorkerId, List<AssignmentRow>> shares = new TreeMap<>();

    /** Reads all shares, in parts. No row may change until all are read. */
    static final class PartialRead {
        private final Table<AssignmentRow> table;
        private final AssignmentInForce published = new AssignmentInForce();
        private Key next = Key.EMPTY;

        PartialRead(Tables tables) {
            table = tables.table(ChunksTables.ASSIGNMENTS);
        }

        /** Reads rows of about {@code bytesMax}; returns whether all have been read. */
        boolean read(long bytesMax) {
            long bytes = 0;
            try (Table.Cursor<AssignmentRow> cursor = table.scan(Key.EMPTY, next)) {
                while (bytes < bytesMax) {
                    Table.Entry<AssignmentRow> entry = cursor.next();
                    if (entry == null) {
                        return true;
                    }
                    WorkerId worker = WorkerId.of(entry.row().getWorker());
                    List<AssignmentRow> share = published.shares.computeIfAbsent(worker, id -> new ArrayList<>());
                    share.add(entry.row());
                    bytes += Network.ROW_BYTES_MIN + entry.row().getNumbers().remaining();
                    next = key(worker, share.size());
                }
            }
            return false;
        }

        AssignmentInForce published() {
            return published;
        }
    }

    /** Reads the rows of one worker's share. */
    static List<AssignmentRow> share(Tables tables, WorkerId worker) {
        List<AssignmentRow> rows = new ArrayList<>();
        try (Table.Cursor<AssignmentRow> cursor = tables.table(ChunksTables.ASSIGNMENTS)
                .scan(Key.of().text(worker.hex()).end())) {
            for (Table.Entry<AssignmentRow> entry = cursor.next(); entry != null; entry = cursor.next()) {
                rows.add(entry.row());
            }
        }
        return rows;
    }

    /** The rows of a worker's share; empty if it has none. */
    public List<AssignmentRow> of(WorkerId worker) {
        return shares.getOrDefault(worker, List.of());
    }

    public Map<WorkerId, List<AssignmentRow>> all() {
        return shares;
    }

    /** Assumes a share without writing it, for plans. */
    public void suppose(WorkerId worker, List<AssignmentRow> rows) {
        shares.remove(worker);
        if (!rows.isEmpty()) {
            shares.put(worker, rows);
        }
    }

    /** Replaces a worker's share and writes the rows that differ. */
    void replace(Tables tables, WorkerId worker, List<AssignmentRow> rows) {
        Table<AssignmentRow> table = tables.table(ChunksTables.ASSIGNMENTS);
        List<AssignmentRow> before = of(worker);
        for (int part = 0; part < rows.size(); part++) {
            boolean wasThere = part < before.size();
            if (!wasThere || !before.get(part).equals(rows.get(part))) {
                table.put(key(worker, part), rows.get(part), wasThere);
            }
        }
        for (int part = rows.size(); part < before.size(); part++) {
            table.drop(key(worker, part));
        }
        // the id may have another spelling now
        shares.remove(worker);
        if (!rows.isEmpty()) {
            shares.put(worker, rows);
        }
    }

    private static Key key(WorkerId worker, int part) {
        return Key.of().text(worker.hex()).number(part).end();
    }
}
