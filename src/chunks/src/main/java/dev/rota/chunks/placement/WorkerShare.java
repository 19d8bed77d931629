package dev.rota.chunks.placement;

import dev.rota.chunks.AssignmentChange;
import dev.rota.chunks.AssignmentRow;
import dev.rota.chunks.AssignmentStatus;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.engine.Bytes;
import dev.rota.engine.Nullable;
import java.util.List;

/**
 * One worker's share of an epoch, ready to be published: its chunk numbers in parts, and the difference to its previous
 * share.
 *
 * @param count the number of its chunks
 * @param added the number of chunks that its previous share did not have
 * @param removed the number of chunks that only its previous share had
 * @param change the difference as a row; null if there is none, or if the share is written instead: for an eighth
 *     of the share or more, several parts, or another spelling of the id
 */
public record WorkerShare(
        WorkerId worker,
        List<AssignmentRow> rows,
        int count,
        long bytes,
        long added,
        long bytesAdded,
        long removed,
        @Nullable AssignmentChange change) {

    /** The maximum number of chunks per record or row; a number takes up to five bytes. */
    static final int PART_CHUNKS = 150_000;

    /** Returns a share that is the same as the previous one. */
    static WorkerShare kept(WorkerId worker, List<AssignmentRow> rows) {
        long bytes = rows.stream().mapToLong(AssignmentRow::getBytes).reduce(0, WorkerShare::saturated);
        return new WorkerShare(worker, rows, PackedNumbers.count(rows), bytes, 0, 0, 0, null);
    }

    /** Returns the record of a part, numbered from 0. */
    public WorkerAssignment record(String network, long epoch, long effectiveFrom, AssignmentStatus status, int part) {
        AssignmentRow row = rows.get(part);
        return new WorkerAssignment(
                network,
                epoch,
                worker.text(),
                status,
                new Deltas(row.getNumbers(), row.getCount()),
                count,
                bytes,
                part + 1,
                rows.size(),
                effectiveFrom);
    }

    /** Returns the digest of the whole share, as {@link AssignmentDigest} defines it. */
    public byte[] digest() {
        return Bytes.of(rows.get(0).getDigest());
    }

    /** Returns its chunk numbers, ascending. */
    public int[] numbers() {
        return PackedNumbers.of(rows);
    }

    /** Returns the sum of two sizes, saturated at {@link Long#MAX_VALUE}. */
    public static long saturated(long bytes, long more) {
        return bytes > Long.MAX_VALUE - more ? Long.MAX_VALUE : bytes + more;
    }
}
