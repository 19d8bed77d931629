package dev.rota.chunks.placement;

import dev.rota.chunks.AssignmentChange;
import dev.rota.chunks.AssignmentRow;
import dev.rota.engine.Parallel;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * Makes shares, one worker's after the other's. There are tens of millions of numbers, so buffers are reused from share
 * to share, and stay in the CPU cache.
 */
public final class ShareMaker {

    /** The number of workers whose shares one thread makes in a row. */
    private static final int SLICE_WORKERS = 16;

    /** The part of a share, one in this number, below which a change is a row of its own. */
    private static final int CHANGE_PART = 8;

    private final EpochHoldings placed;
    private final EpochChunks load;
    private final AssignmentDigest.OfWorker digest = new AssignmentDigest.OfWorker();

    private int[] chunks = {};
    private int[] numbers = {};
    private int[] held = {};
    private int[] fresh = {};
    private int[] gone = {};
    private long[] sizes = {};
    private byte[] packed = {};

    private ShareMaker(EpochHoldings placed) {
        this.placed = placed;
        this.load = placed.load();
    }

    /**
     * Returns the shares of all workers, in the order of ids.
     *
     * @param before returns the rows of a worker's previous share
     */
    public static WorkerShare[] shares(
            EpochHoldings placed, Function<WorkerId, List<AssignmentRow>> before, Parallel parallel) {
        WorkerShare[] shares = new WorkerShare[placed.workers()];
        parallel.run((shares.length + SLICE_WORKERS - 1) / SLICE_WORKERS, slice -> {
            ShareMaker maker = new ShareMaker(placed);
            int to = Math.min(shares.length, (slice + 1) * SLICE_WORKERS);
            for (int i = slice * SLICE_WORKERS; i < to; i++) {
                shares[i] = maker.share(i, before.apply(placed.worker(i)));
            }
        });
        return shares;
    }

    private WorkerShare share(int index, List<AssignmentRow> before) {
        WorkerId worker = placed.worker(index);
        int count = placed.count(index);
        chunks = withRoom(chunks, count);
        placed.copyChunks(index, chunks);
        sortByNumber(count);
        List<ByteBuffer> parts = pack(count);
        if (isKept(worker, parts, count, before)) {
            return WorkerShare.kept(worker, before);
        }
        if (sizes.length < count) {
            sizes = new long[count + count / 2];
        }
        gather(load.size, chunks, sizes, count);
        byte[] shareDigest = digest.of(worker, numbers, sizes, count);
        List<AssignmentRow> rows = new ArrayList<>(parts.size());
        long bytes = 0;
        for (int part = 0; part < parts.size(); part++) {
            int from = part * WorkerShare.PART_CHUNKS;
            int to = Math.min(count, from + WorkerShare.PART_CHUNKS);
            long partBytes = bytes(from, to);
            bytes = WorkerShare.saturated(bytes, partBytes);
            ByteBuffer ofAll = ByteBuffer.wrap(part == 0 ? shareDigest : new byte[0]);
            rows.add(new AssignmentRow(worker.text(), to - from, partBytes, parts.get(part), ofAll));
        }
        return compared(worker, rows, count, bytes, before);
    }

    /** Sorts the chunks by their numbers, and fills in the numbers. */
    private void sortByNumber(int count) {
        numbers = withRoom(numbers, count);
        gather(load.number, chunks, numbers, count);
        if (isAscending(count)) {
            return;
        }
        long[] pairs = new long[count];
        for (int i = 0; i < count; i++) {
            pairs[i] = ((long) numbers[i] << Integer.SIZE) | chunks[i];
        }
        Arrays.sort(pairs);
        for (int i = 0; i < count; i++) {
            numbers[i] = (int) (pairs[i] >> Integer.SIZE);
            chunks[i] = (int) pairs[i];
        }
    }

    /**
     * Gathers values in a loop that does nothing else. Chunks lie far apart in the load, so the cache misses overlap.
     */
    static void gather(int[] all, int[] places, int[] gathered, int count) {
        for (int i = 0; i < count; i++) {
            gathered[i] = all[places[i]];
        }
    }

    private static void gather(long[] all, int[] places, long[] gathered, int count) {
        for (int i = 0; i < count; i++) {
            gathered[i] = all[places[i]];
        }
    }

    private boolean isAscending(int count) {
        for (int i = 1; i < count; i++) {
            if (numbers[i - 1] >= numbers[i]) {
                return false;
            }
        }
        return true;
    }

    /** Returns the numbers as rows contain them, one buffer per part. */
    private List<ByteBuffer> pack(int count) {
        int most = PackedNumbers.BYTES_MAX * Math.min(count, WorkerShare.PART_CHUNKS);
        if (packed.length < most) {
            packed = new byte[most + most / 2];
        }
        List<ByteBuffer> parts = new ArrayList<>(1);
        for (int from = 0; from == 0 || from < count; from += WorkerShare.PART_CHUNKS) {
            int length = PackedNumbers.pack(numbers, from, Math.min(count, from + WorkerShare.PART_CHUNKS), packed);
            parts.add(ByteBuffer.wrap(Arrays.copyOf(packed, length)));
        }
        return parts;
    }

    /** Returns whether the rows of the previous share need no change; the id may have another spelling now. */
    private static boolean isKept(WorkerId worker, List<ByteBuffer> parts, int count, List<AssignmentRow> before) {
        if (before.size() != parts.size()
                || !before.get(0).getDigest().hasRemaining()
                || !before.get(0).getWorker().equals(worker.text())
                || count != PackedNumbers.count(before)) {
            return false;
        }
        for (int part = 0; part < parts.size(); part++) {
            if (!parts.get(part).equals(before.get(part).getNumbers())) {
                return false;
            }
        }
        return true;
    }

    private long bytes(int from, int to) {
        long bytes = 0;
        for (int i = from; i < to; i++) {
            bytes = WorkerShare.saturated(bytes, sizes[i]);
        }
        return bytes;
    }

    /** Finds the new and the removed numbers. Most numbers stay, so runs of them are skipped. */
    private WorkerShare compared(
            WorkerId worker, List<AssignmentRow> rows, int count, long bytes, List<AssignmentRow> before) {
        int heldCount = PackedNumbers.count(before);
        held = withRoom(held, heldCount);
        gone = withRoom(gone, heldCount);
        fresh = withRoom(fresh, count);
        PackedNumbers.unpack(before, held);
        int added = 0;
        long bytesAdded = 0;
        int removed = 0;
        int at = 0;
        int atHeld = 0;
        for (int same = same(at, count, atHeld, heldCount); same >= 0; same = same(at, count, atHeld, heldCount)) {
            at += same;
            atHeld += same;
            if (atHeld == heldCount || (at < count && numbers[at] < held[atHeld])) {
                bytesAdded = WorkerShare.saturated(bytesAdded, sizes[at]);
                fresh[added++] = numbers[at++];
            } else {
                gone[removed++] = held[atHeld++];
            }
        }
        boolean isLittle = before.size() == 1
                && rows.size() == 1
                && before.get(0).getWorker().equals(worker.text())
                && added + removed < heldCount / CHANGE_PART;
        AssignmentChange change =
                isLittle ? change(added, removed, bytes, rows.get(0).getDigest()) : null;
        return new WorkerShare(worker, rows, count, bytes, added, bytesAdded, removed, change);
    }

    private AssignmentChange change(int added, int removed, long bytes, ByteBuffer shareDigest) {
        return new AssignmentChange(
                removed,
                PackedNumbers.pack(gone, 0, removed),
                added,
                PackedNumbers.pack(fresh, 0, added),
                bytes,
                shareDigest);
    }

    private static int[] withRoom(int[] buffer, int count) {
        return buffer.length < count ? new int[count + count / 2] : buffer;
    }

    /** Returns how many numbers are the same from there on; negative if all are. */
    private int same(int at, int count, int atHeld, int heldCount) {
        return Arrays.mismatch(numbers, at, count, held, atHeld, heldCount);
    }
}
