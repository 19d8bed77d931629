package dev.rota.chunks.assignment;

import dev.rota.chunks.AssignmentRow;
import dev.rota.chunks.NetworkRow;
import dev.rota.chunks.UnconfirmedRow;
import dev.rota.chunks.placement.AscendingInts;
import dev.rota.chunks.placement.NetworkWorker;
import dev.rota.chunks.placement.PackedNumbers;
import dev.rota.chunks.placement.WorkerId;
import dev.rota.chunks.placement.WorkerShare;
import dev.rota.chunks.tables.ChunksTables;
import dev.rota.engine.Key;
import dev.rota.engine.Table;
import dev.rota.engine.Tables;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The copies in force that their workers have not confirmed, as chunk numbers by worker and by the epoch that assigned
 * them. Confirming an epoch drops the rows of all epochs up to it. A worker that has never confirmed an epoch has no
 * rows and costs nothing; all its copies are unconfirmed.
 */
public final class Confirmations {

    /** The number of chunk numbers per row. */
    private static final int PART_CHUNKS = 150_000;

    private static final int[] NONE = {};

    private final Table<UnconfirmedRow> table;
    private final Tables tables;

    public Confirmations(Tables tables) {
        this.tables = tables;
        this.table = tables.table(ChunksTables.UNCONFIRMED);
    }

    /**
     * Handles a worker's confirmation that it holds all chunks that an epoch assigned to it. Epochs that do not exist
     * yet, and epochs before the last one that it confirmed, are ignored: pings can be late. A refused epoch counts as
     * the one in force at that time. 0 takes back all confirmations.
     *
     * <p>Before a worker's first confirmation it is not known which epoch assigned which chunk. If that confirmation is
     * not of the assignment in force, all of the share is unconfirmed until the worker confirms the assignment in
     * force.
     *
     * @return the numbers that it has confirmed by this, ascending
     */
    public int[] confirm(NetworkWorker worker, long epoch, NetworkRow network) {
        long held = Math.min(epoch, network.getPublished());
        Long before = worker.confirmedEpoch;
        boolean unknown = network.getPublished() == 0 || epoch > network.getEpochs();
        if (unknown || (before != null && (held == before || (held < before && epoch != 0)))) {
            return NONE;
        }
        worker.confirmedEpoch = held;
        worker.hasConfirmed |= held > 0;
        if (before == null ? held < network.getPublished() : epoch == 0) {
            forget(worker.id);
            worker.missing = insert(
                    worker.id, network.getPublished(), PackedNumbers.of(AssignmentInForce.share(tables, worker.id)));
            return NONE;
        }
        if (before == null) {
            return PackedNumbers.of(AssignmentInForce.share(tables, worker.id));
        }
        int[] confirmed = dropUpTo(worker.id, held);
        worker.missing -= confirmed.length;
        return confirmed;
    }

    private int[] dropUpTo(WorkerId worker, long epoch) {
        List<Table.Entry<UnconfirmedRow>> dropped = rows(worker).stream()
                .filter(entry -> epochOf(entry.key()) <= epoch)
                .toList();
        dropped.forEach(entry -> table.drop(entry.key()));
        return numbers(dropped);
    }

    /**
     * Adapts to a new share of a worker: chunks that it has lost need no confirmation, new chunks do.
     *
     * @param before the rows of its previous share
     */
    public void follow(NetworkWorker worker, WorkerShare share, List<AssignmentRow> before, long epoch) {
        if (worker.confirmedEpoch == null) {
            return;
        }
        if (share.removed() > 0) {
            for (Table.Entry<UnconfirmedRow> entry : rows(worker.id)) {
                retain(worker, entry, share.numbers());
            }
        }
        if (share.added() > 0) {
            worker.missing +=
                    insert(worker.id, epoch, AscendingInts.without(share.numbers(), PackedNumbers.of(before)));
        }
    }

    private void retain(NetworkWorker worker, Table.Entry<UnconfirmedRow> entry, int[] share) {
        int[] kept = AscendingInts.common(numbers(entry.row()), share);
        if (kept.length == 0) {
            table.drop(entry.key());
        } else if (kept.length < entry.row().getCount()) {
            table.put(entry.key(), row(kept, 0, kept.length), true);
        }
        worker.missing -= entry.row().getCount() - kept.length;
    }

    /** Drops a worker's rows. */
    public void forget(WorkerId worker) {
        rows(worker).forEach(entry -> table.drop(entry.key()));
    }

    /**
     * Returns the numbers of a worker's chunks that it has not confirmed, ascending. Not for workers that have never
     * confirmed an epoch.
     */
    public int[] unconfirmed(WorkerId worker) {
        return numbers(rows(worker));
    }

    private static int[] numbers(List<Table.Entry<UnconfirmedRow>> rows) {
        return rows.stream()
                .flatMapToInt(entry -> Arrays.stream(numbers(entry.row())))
                .sorted()
                .toArray();
    }

    private int insert(WorkerId worker, long epoch, int[] numbers) {
        for (int from = 0; from < numbers.length; from += PART_CHUNKS) {
            Key key = Key.of()
                    .text(worker.hex())
                    .number(epoch)
                    .number(from / PART_CHUNKS)
                    .end();
            table.put(key, row(numbers, from, Math.min(numbers.length, from + PART_CHUNKS)), false);
        }
        return numbers.length;
    }

    private static UnconfirmedRow row(int[] numbers, int from, int to) {
        return new UnconfirmedRow(to - from, PackedNumbers.pack(numbers, from, to));
    }

    private static int[] numbers(UnconfirmedRow row) {
        return PackedNumbers.unpack(row.getNumbers(), row.getCount());
    }

    public List<Table.Entry<UnconfirmedRow>> rows(WorkerId worker) {
        List<Table.Entry<UnconfirmedRow>> rows = new ArrayList<>();
        table.forEach(Key.of().text(worker.hex()).end(), (key, row) -> rows.add(new Table.Entry<>(key, row)));
        return rows;
    }

    public static long epochOf(Key key) {
        Key.Reader reader = key.read();
        reader.text();
        return reader.number64();
    }
}
