package dev.rota.chunks.assignment;

import dev.rota.chunks.AssignmentChange;
import dev.rota.chunks.AssignmentRow;
import dev.rota.chunks.placement.ShareChanges;
import dev.rota.chunks.placement.WorkerId;
import dev.rota.chunks.placement.WorkerShare;
import dev.rota.chunks.tables.ChunksTables;
import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import dev.rota.engine.Table;
import dev.rota.engine.Tables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The assignment in force: the rows of each worker's share, with which the next epoch is compared.
 *
 * <p>An epoch of a large network changes little of each share. The change is a row of its own; the rows of the whole
 * share are rewritten now and then, at each epoch those of some workers. In memory, shares are as the last epoch left
 * them.
 */
public final class AssignmentInForce {

    /**
     * The number of changes of a share that are rows before the share is rewritten. Up to 15 more are, depending on the
     * worker, so that not all shares are rewritten at one epoch.
     */
    private static final int CHANGES_MIN = 8;

    private static final int CHANGES_SPREAD = 0xF;

    private final TreeMap<WorkerId, List<AssignmentRow>> shares = new TreeMap<>();
    /** The rows of changes, for workers whose shares have changed since their rows were written. */
    private final Map<WorkerId, ChangeRows> changes = new HashMap<>();

    /**
     * The rows of a share's changes.
     *
     * @param count the number of rows
     * @param numbers the number of chunk numbers in them
     */
    private record ChangeRows(int count, int numbers) {
        static final ChangeRows NONE = new ChangeRows(0, 0);

        ChangeRows with(AssignmentChange change) {
            return new ChangeRows(count + 1, numbers + change.getRemoved() + change.getAdded());
        }
    }

    /** Reads all shares, in parts. No row may change until all are read. */
    public static final class PartialRead {
        private final Tables tables;
        private final AssignmentInForce published = new AssignmentInForce();
        private boolean haveRows;
        private Key next = Key.EMPTY;
        /** The worker whose changes are being read, with the changes so far. */
        private @Nullable WorkerId changed;

        private ShareChanges read = new ShareChanges();

        public PartialRead(Tables tables) {
            this.tables = tables;
        }

        /** Reads rows of about {@code bytesMax}; returns whether all have been read. */
        public boolean read(long bytesMax) {
            long left = haveRows ? bytesMax : bytesMax - readRows(bytesMax);
            return haveRows && readChanges(left);
        }

        private long readRows(long bytesMax) {
            long bytes = 0;
            try (Table.Cursor<AssignmentRow> cursor =
                    tables.table(ChunksTables.ASSIGNMENTS).scan(Key.EMPTY, next)) {
                while (bytes < bytesMax) {
                    Table.Entry<AssignmentRow> entry = cursor.next();
                    if (entry == null) {
                        haveRows = true;
                        next = Key.EMPTY;
                        return bytes;
                    }
                    WorkerId worker = WorkerId.of(entry.row().getWorker());
                    List<AssignmentRow> share = published.shares.computeIfAbsent(worker, id -> new ArrayList<>());
                    share.add(entry.row());
                    bytes += ChunksTables.ROW_BYTES_MIN
                            + entry.row().getNumbers().remaining();
                    next = key(worker, share.size());
                }
            }
            return bytes;
        }

        private boolean readChanges(long bytesMax) {
            long bytes = 0;
            try (Table.Cursor<AssignmentChange> cursor =
                    tables.table(ChunksTables.ASSIGNMENT_CHANGES).scan(Key.EMPTY, next)) {
                while (bytes < bytesMax) {
                    Table.Entry<AssignmentChange> entry = cursor.next();
                    WorkerId worker = entry == null
                            ? null
                            : WorkerId.ofHex(entry.key().read().text());
                    if (changed != null && !changed.equals(worker)) {
                        bytes += published.apply(changed, read);
                        read = new ShareChanges();
                    }
                    changed = worker;
                    if (entry == null || worker == null) {
                        return true;
                    }
                    read.add(entry.row());
                    ChangeRows rows = published.note(worker, entry.row());
                    bytes += ChunksTables.ROW_BYTES_MIN
                            + entry.row().getAddedNumbers().remaining()
                            + entry.row().getRemovedNumbers().remaining();
                    next = key(worker, rows.count());
                }
            }
            return false;
        }

        public AssignmentInForce published() {
            return published;
        }
    }

    /** Applies the changes of later epochs to a worker's share; returns how many bytes their rows take. */
    private long apply(WorkerId worker, ShareChanges since) {
        AssignmentRow now = since.applied(of(worker).get(0));
        shares.put(worker, List.of(now));
        return now.getNumbers().remaining();
    }

    private ChangeRows note(WorkerId worker, AssignmentChange change) {
        ChangeRows rows = changes.getOrDefault(worker, ChangeRows.NONE).with(change);
        changes.put(worker, rows);
        return rows;
    }

    /** Reads the rows of one worker's share. */
    public static List<AssignmentRow> share(Tables tables, WorkerId worker) {
        Key prefix = Key.of().text(worker.hex()).end();
        List<AssignmentRow> rows = new ArrayList<>();
        tables.table(ChunksTables.ASSIGNMENTS).forEach(prefix, (key, row) -> rows.add(row));
        ShareChanges since = new ShareChanges();
        tables.table(ChunksTables.ASSIGNMENT_CHANGES).forEach(prefix, (key, row) -> since.add(row));
        return since.isEmpty() ? rows : List.of(since.applied(rows.get(0)));
    }

    /** Returns the rows of a worker's share; empty if it has none. */
    public List<AssignmentRow> of(WorkerId worker) {
        return shares.getOrDefault(worker, List.of());
    }

    public Map<WorkerId, List<AssignmentRow>> all() {
        return shares;
    }

    /** Replaces a share in memory. */
    private void keep(WorkerId worker, List<AssignmentRow> rows) {
        // the id may have another spelling now
        shares.remove(worker);
        if (!rows.isEmpty()) {
            shares.put(worker, rows);
        }
    }

    /** Replaces a worker's share: writes the change, or the rows that differ. */
    public void replace(Tables tables, WorkerShare share) {
        WorkerId worker = share.worker();
        AssignmentChange change = share.change();
        if (change != null && isToBeAdded(worker, change, share.count())) {
            int place = note(worker, change).count() - 1;
            tables.table(ChunksTables.ASSIGNMENT_CHANGES).put(key(worker, place), change, false);
        } else if (!share.rows().equals(of(worker))) {
            write(tables, worker, share.rows());
        }
        keep(worker, share.rows());
    }

    /** Removes the share of a worker. */
    public void drop(Tables tables, WorkerId worker) {
        write(tables, worker, List.of());
        keep(worker, List.of());
    }

    /**
     * Returns whether a change becomes a row of its own: not if there are many, or if they have half as many numbers as
     * the share.
     */
    private boolean isToBeAdded(WorkerId worker, AssignmentChange change, int count) {
        ChangeRows rows = changes.getOrDefault(worker, ChangeRows.NONE).with(change);
        return rows.count() <= CHANGES_MIN + (worker.hashCode() & CHANGES_SPREAD) && rows.numbers() < count / 2;
    }

    private void write(Tables tables, WorkerId worker, List<AssignmentRow> rows) {
        Table<AssignmentRow> table = tables.table(ChunksTables.ASSIGNMENTS);
        List<AssignmentRow> before = of(worker);
        ChangeRows changed = changes.getOrDefault(worker, ChangeRows.NONE);
        changes.remove(worker);
        for (int part = 0; part < rows.size(); part++) {
            boolean wasThere = part < before.size();
            if (changed.count() > 0 || !wasThere || !before.get(part).equals(rows.get(part))) {
                table.put(key(worker, part), rows.get(part), wasThere);
            }
        }
        for (int part = rows.size(); part < before.size(); part++) {
            table.drop(key(worker, part));
        }
        for (int place = 0; place < changed.count(); place++) {
            tables.table(ChunksTables.ASSIGNMENT_CHANGES).drop(key(worker, place));
        }
    }

    private static Key key(WorkerId worker, int part) {
        return Key.of().text(worker.hex()).number(part).end();
    }
}
