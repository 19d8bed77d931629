package dev.rota.chunks.placement;

import dev.rota.chunks.AssignmentRow;
import dev.rota.chunks.AssignmentStatus;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.engine.Bytes;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One worker's share of an epoch, ready to be published: its chunk numbers in parts, and the difference to its
 * previous share.
 */
public final class WorkerShare {

    /** Chunks per record or row; a number takes at most five bytes. */
    static final int PART_CHUNKS = 150_000;

    private final WorkerId worker;
    private final int[] numbers;
    private final List<AssignmentRow> rows;
    private final byte[] digest;
    private final long bytes;
    private long added;
    private long bytesAdded;
    private long removed;

    /** @param before the rows of the worker's previous share */
    public WorkerShare(EpochHoldings placed, int index, List<AssignmentRow> before) {
        EpochChunks load = placed.load();
        worker = placed.worker(index);
        int[] chunks = placed.chunks(index);
        int[] listed = numbers(load, chunks);
        if (isAscending(listed)) {
            numbers = listed;
        } else {
            long[] sorted = sorted(listed, chunks);
            numbers = Arrays.stream(sorted)
                    .mapToInt(key -> (int) (key >> Integer.SIZE))
                    .toArray();
            chunks = Arrays.stream(sorted).mapToInt(key -> (int) key).toArray();
        }
        int[] held = PackedNumbers.of(before);
        if (canKeep(before) && Arrays.equals(numbers, held)) {
            digest = Bytes.of(before.get(0).getDigest());
            rows = before;
        } else {
            long[] sizes = sizes(load, chunks);
            compare(sizes, held);
            digest = AssignmentDigest.ofWorker(worker, numbers, sizes);
            rows = rows(sizes);
        }
        bytes = rows.stream().mapToLong(AssignmentRow::getBytes).reduce(0, WorkerShare::saturated);
    }

    /** Whether the rows of the same chunks need no change: the id may have another spelling now. */
    private boolean canKeep(List<AssignmentRow> before) {
        return !before.isEmpty()
                && before.get(0).getDigest().hasRemaining()
                && before.get(0).getWorker().equals(worker.text());
    }

    private List<AssignmentRow> rows(long[] sizes) {
        List<AssignmentRow> parts = new ArrayList<>();
        for (int from = 0; from == 0 || from < numbers.length; from += PART_CHUNKS) {
            parts.add(row(sizes, from, Math.min(numbers.length, from + PART_CHUNKS)));
        }
        return parts;
    }

    private static boolean isAscending(int[] numbers) {
        for (int i = 1; i < numbers.length; i++) {
            if (numbers[i - 1] >= numbers[i]) {
                return false;
            }
        }
        return true;
    }

    /** Pairs of number and chunk, ascending by number. */
    private static long[] sorted(int[] numbers, int[] chunks) {
        long[] pairs = new long[numbers.length];
        for (int i = 0; i < pairs.length; i++) {
            pairs[i] = ((long) numbers[i] << Integer.SIZE) | chunks[i];
        }
        Arrays.sort(pairs);
        return pairs;
    }

    /** Chunks lie far apart in the load: nothing but these accesses, so that their cache misses overlap. */
    private static int[] numbers(EpochChunks load, int[] chunks) {
        int[] numbers = new int[chunks.length];
        for (int i = 0; i < chunks.length; i++) {
            numbers[i] = load.number[chunks[i]];
        }
        return numbers;
    }

    private static long[] sizes(EpochChunks load, int[] chunks) {
        long[] sizes = new long[chunks.length];
        for (int i = 0; i < chunks.length; i++) {
            sizes[i] = load.size[chunks[i]];
        }
        return sizes;
    }

    /** Counts what is new and what is gone. Most numbers stay, so runs of them are skipped. */
    private void compare(long[] sizes, int[] held) {
        int at = 0;
        int atHeld = 0;
        while (true) {
            int same = Arrays.mismatch(numbers, at, numbers.length, held, atHeld, held.length);
            if (same < 0) {
                return;
            }
            at += same;
            atHeld += same;
            if (atHeld == held.length || (at < numbers.length && numbers[at] < held[atHeld])) {
                added++;
                bytesAdded = saturated(bytesAdded, sizes[at++]);
            } else {
                removed++;
                atHeld++;
            }
        }
    }

    private AssignmentRow row(long[] sizes, int from, int to) {
        long partBytes = 0;
        for (int i = from; i < to; i++) {
            partBytes = saturated(partBytes, sizes[i]);
        }
        ByteBuffer ofAll = ByteBuffer.wrap(from == 0 ? digest : new byte[0]);
        return new AssignmentRow(worker.text(), to - from, partBytes, PackedNumbers.pack(numbers, from, to), ofAll);
    }

    /** The record of a part, numbered from 0. */
    public WorkerAssignment record(String network, long epoch, long effectiveFrom, AssignmentStatus status, int part) {
        AssignmentRow row = rows.get(part);
        int from = part * PART_CHUNKS;
        return new WorkerAssignment(
                network,
                epoch,
                worker.text(),
                status,
                new Deltas(numbers, from, from + row.getCount(), row.getNumbers()),
                numbers.length,
                bytes,
                part + 1,
                rows.size(),
                effectiveFrom);
    }

    /** The digest of the whole share, as {@link AssignmentDigest} defines it. */
    public byte[] digest() {
        return digest;
    }

    /** Its chunk numbers, ascending. */
    public int[] numbers() {
        return numbers;
    }

    public List<AssignmentRow> rows() {
        return rows;
    }

    public int count() {
        return numbers.length;
    }

    public long bytes() {
        return bytes;
    }

    public long added() {
        return added;
    }

    public long bytesAdded() {
        return bytesAdded;
    }

    public long removed() {
        return removed;
    }

    /** A sum of sizes, saturated at {@link Long#MAX_VALUE}. */
    public static long saturated(long one, long other) {
        return one > Long.MAX_VALUE - other ? Long.MAX_VALUE : one + other;
    }
}
