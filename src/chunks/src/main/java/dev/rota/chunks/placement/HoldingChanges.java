package dev.rota.chunks.placement;

import dev.rota.chunks.AssignmentRow;
import dev.rota.engine.Parallel;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The differences between the assignment in force and an epoch's target. Most copies are in both, so they are found by
 * comparing numbers, worker by worker, and only the chunks that move are looked up in the load.
 */
final class HoldingChanges {

    /** The number of workers that one thread compares in a row. */
    private static final int SLICE_WORKERS = 16;

    private static final int[] NONE = {};

    private final OfWorker[] workers;
    private final int[] ranks;
    private final int[] moving;

    /** The indexes of chunks among those that move, or -1, by chunk. */
    private final int[] indexes;

    /**
     * The changes of a worker's chunks, each list in the order of dataset and id.
     *
     * @param wanted the chunks of the target
     * @param added those of them that are not in force
     * @param extra the chunks in force that the target does not have
     */
    record OfWorker(int[] wanted, int[] added, int[] extra) {}

    /** The changes of a worker whose extra chunks are not looked up yet: some may not be placed any more. */
    private record Comparison(int[] wanted, int[] added, int[] extraNumbers) {}

    private HoldingChanges(EpochChunks load, Comparison[] compared) {
        NumberedChunks extras = extras(load, compared);
        boolean isSame =
                Arrays.stream(compared).allMatch(each -> each.added.length == 0 && !extras.hasAny(each.extraNumbers));
        ranks = isSame ? NONE : load.globalRanks();
        workers = Arrays.stream(compared)
                .map(each ->
                        new OfWorker(each.wanted, each.added, isSame ? NONE : extras.ranked(each.extraNumbers, ranks)))
                .toArray(OfWorker[]::new);
        moving = isSame ? NONE : moved();
        indexes = new int[isSame ? 0 : load.count];
        Arrays.fill(indexes, -1);
        for (int i = 0; i < moving.length; i++) {
            indexes[moving[i]] = i;
        }
    }

    /**
     * Compares all workers.
     *
     * @param workers all workers that take part, in the order of ids
     */
    static HoldingChanges of(
            EpochHoldings target, List<NetworkWorker> workers, NextHoldings.InForce inForce, Parallel parallel) {
        Map<WorkerId, Integer> numbers = new TreeMap<>();
        IntStream.range(0, target.workers()).forEach(i -> numbers.put(target.worker(i), i));
        List<List<AssignmentRow>> shares =
                workers.stream().map(worker -> inForce.share(worker.id)).toList();
        Comparison[] compared = new Comparison[workers.size()];
        parallel.run((compared.length + SLICE_WORKERS - 1) / SLICE_WORKERS, slice -> {
            BitSet held = new BitSet();
            int to = Math.min(compared.length, (slice + 1) * SLICE_WORKERS);
            for (int i = slice * SLICE_WORKERS; i < to; i++) {
                Integer number = numbers.get(workers.get(i).id);
                int[] wanted = number == null ? NONE : target.chunks(number);
                compared[i] = compare(target.load(), wanted, PackedNumbers.of(shares.get(i)), held);
            }
        });
        return new HoldingChanges(target.load(), compared);
    }

    /**
     * Compares a worker's chunks.
     *
     * @param rest an empty set to be used, and left empty
     */
    private static Comparison compare(EpochChunks load, int[] wanted, int[] held, BitSet rest) {
        for (int number : held) {
            rest.set(number);
        }
        int[] numbers = new int[wanted.length];
        ShareMaker.gather(load.number, wanted, numbers, wanted.length);
        int[] added = new int[wanted.length];
        int addedCount = 0;
        for (int i = 0; i < wanted.length; i++) {
            if (rest.get(numbers[i])) {
                rest.clear(numbers[i]);
            } else {
                added[addedCount++] = wanted[i];
            }
        }
        int[] extra = new int[held.length - wanted.length + addedCount];
        int extraCount = 0;
        for (int number : held) {
            if (rest.get(number)) {
                rest.clear(number);
                extra[extraCount++] = number;
            }
        }
        return new Comparison(wanted, Arrays.copyOf(added, addedCount), extra);
    }

    private static NumberedChunks extras(EpochChunks load, Comparison[] compared) {
        BitSet extra = new BitSet();
        for (Comparison each : compared) {
            Arrays.stream(each.extraNumbers).forEach(extra::set);
        }
        return NumberedChunks.of(load, chunk -> extra.get(load.number[chunk]) && !load.isLeftOut(chunk));
    }

    private int[] moved() {
        BitSet moved = new BitSet();
        for (OfWorker each : workers) {
            Arrays.stream(each.added).forEach(moved::set);
            Arrays.stream(each.extra).forEach(moved::set);
        }
        return NumberedChunks.byRank(moved.stream().toArray(), ranks);
    }

    /** Returns whether the target is in force. */
    boolean isEmpty() {
        return moving.length == 0;
    }

    /** Returns the chunks that a worker gains or loses, in the order of dataset and id. */
    int[] moving() {
        return moving;
    }

    /** Returns the changes of a worker by its number. */
    OfWorker of(int worker) {
        return workers[worker];
    }

    /** Returns the index of a chunk among those that move, or a negative number. */
    int index(int chunk) {
        return indexes.length == 0 ? -1 : indexes[chunk];
    }

    /** Returns the indexes of chunks that move. */
    int[] indexes(int[] chunks) {
        return Arrays.stream(chunks).map(chunk -> indexes[chunk]).toArray();
    }

    /**
     * Returns a worker's chunks after a step, in the order of dataset and id.
     *
     * @param waiting the indexes of copies of the target that it does not have yet, ascending
     * @param kept the indexes of the extra copies that it keeps, ascending
     */
    int[] after(int worker, int[] waiting, int[] kept) {
        int[] wanted = workers[worker].wanted;
        int[] placed = waiting.length == 0
                ? wanted
                : Arrays.stream(wanted)
                        .filter(chunk -> !AscendingInts.has(waiting, indexes[chunk]))
                        .toArray();
        return kept.length == 0
                ? placed
                : EpochHoldings.merged(
                        placed, Arrays.stream(kept).map(index -> moving[index]).toArray(), ranks);
    }
}
