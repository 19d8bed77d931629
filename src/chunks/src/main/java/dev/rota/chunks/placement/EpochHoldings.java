package dev.rota.chunks.placement;

import dev.rota.chunks.catalog.Dataset;
import dev.rota.chunks.catalog.IdStore;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/** The result of an epoch's passes: each worker's chunks. Reliable workers keep the chunks of the first pass. */
public final class EpochHoldings implements ReferenceDigest.Holdings {

    private static final int SLICES = 16;

    private final EpochChunks load;
    private final List<NetworkWorker> workers;

    /**
     * The workers' chunks, one worker's after the other's, in one array: there may be tens of millions, which are
     * costly to move.
     */
    private int[] chunks = {};

    /** The index of each worker's first chunk, and the end. */
    private final int[] begins;

    private final SortedMap<Integer, Integer> achieved = new TreeMap<>();
    private final List<DecidingPass> sources = new ArrayList<>();

    /** Visits a copy; the worker is a number in the order of ids. */
    interface CopyVisitor {
        void visit(int worker, int chunk);
    }

    private EpochHoldings(EpochChunks load, List<NetworkWorker> workers) {
        this.load = load;
        this.workers = workers;
        this.begins = new int[workers.size() + 1];
    }

    /**
     * Combines the results of one or two passes.
     *
     * @param workers the workers that took part, in the order of ids
     * @param first the only pass, or that of reliable workers
     * @param second the pass of all workers, which counts for workers that are not reliable
     */
    public static EpochHoldings of(
            EpochChunks load, List<NetworkWorker> workers, Pass first, @Nullable Pass second, Parallel parallel) {
        EpochHoldings placed = new EpochHoldings(load, workers);
        if (!load.isEmpty()) {
            placed.sources.add(placed.source(first, second == null, true));
            if (second != null) {
                placed.sources.add(placed.source(second, true, false));
            }
            placed.collect(parallel);
        }
        return placed;
    }

    /**
     * Creates known holdings.
     *
     * @param chunks the chunks by worker, in the order of dataset and id
     * @param fewest the fewest holders of any chunk, by kind
     */
    static EpochHoldings of(EpochChunks load, List<NetworkWorker> workers, int[][] chunks, int[] fewest) {
        EpochHoldings holdings = new EpochHoldings(load, workers);
        holdings.fill(chunks);
        holdings.achieve(new int[][] {fewest});
        return holdings;
    }

    private void fill(int[][] lists) {
        for (int worker = 0; worker < lists.length; worker++) {
            begins[worker + 1] = begins[worker] + lists[worker].length;
        }
        chunks = new int[begins[lists.length]];
        for (int worker = 0; worker < lists.length; worker++) {
            System.arraycopy(lists[worker], 0, chunks, begins[worker], lists[worker].length);
        }
    }

    /** Visits the placed copies: pass by pass, replica by replica, in the load's order. */
    void forEachCopy(CopyVisitor visitor) {
        for (DecidingPass source : sources) {
            int most = source.pass.most();
            int[] begins = source.pass.begins();
            for (int replica = 0; replica < most; replica++) {
                for (int chunk = 0; chunk < load.count; chunk++) {
                    int at = begins[chunk] + replica;
                    int worker = at < begins[chunk + 1] ? source.holder(at) : Dataset.NONE;
                    if (worker != Dataset.NONE) {
                        visitor.visit(worker, chunk);
                    }
                }
            }
        }
    }

    /** Returns the placed chunks of a worker, in the order of dataset and id; empty if the worker did not take part. */
    int[] chunks(WorkerId worker) {
        for (int i = 0; i < workers.size(); i++) {
            if (worker(i).equals(worker)) {
                return chunks(i);
            }
        }
        return new int[0];
    }

    /** Returns the placed chunks of a worker by its number, in the order of dataset and id. */
    int[] chunks(int worker) {
        return chunks(worker, 0, count(worker));
    }

    /** Returns these holdings with the kept copies of chunks that are not placed. */
    public EpochHoldings with(KeptCopies kept) {
        EpochHoldings both = new EpochHoldings(load, workers);
        both.achieved.putAll(achieved);
        int[] ranks = load.globalRanks();
        int[][] lists = new int[workers.size()][];
        for (int i = 0; i < lists.length; i++) {
            int[] copies = kept.chunks(workers.get(i).id);
            lists[i] = copies.length > 0 ? merged(chunks(i), copies, ranks) : chunks(i);
        }
        both.fill(lists);
        return both;
    }

    /** Merges two lists of different chunks in global order. */
    static int[] merged(int[] chunks, int[] more, int[] ranks) {
        int[] both = new int[chunks.length + more.length];
        int i = 0;
        int j = 0;
        for (int to = 0; to < both.length; to++) {
            boolean isFirst = j == more.length || (i < chunks.length && ranks[chunks[i]] < ranks[more[j]]);
            both[to] = isFirst ? chunks[i++] : more[j++];
        }
        return both;
    }

    private DecidingPass source(Pass pass, boolean unreliable, boolean reliable) {
        Rings rings = pass.rings();
        DecidingPass source = new DecidingPass(pass, rings.slots());
        TreeMap<WorkerId, Integer> members = new TreeMap<>();
        pass.workers().forEach(worker -> members.put(worker.id, (int) rings.slot(worker.id)));
        for (int i = 0; i < workers.size(); i++) {
            NetworkWorker worker = workers.get(i);
            if (worker.isReliable() ? reliable : unreliable) {
                Integer slot = members.get(worker.id);
                source.worker[Objects.requireNonNull(slot)] = i;
            }
        }
        return source;
    }

    /**
     * Counts, then fills the array, both by slices of the global order: each slice has its own part of each worker's
     * chunks.
     */
    private void collect(Parallel parallel) {
        int[] order = load.inGlobalOrder();
        int slices = Math.min(SLICES, load.count);
        int[][] counts = new int[slices][workers.size()];
        int[][] fewest = new int[slices][load.kinds.size()];
        parallel.run(slices, slice -> {
            Arrays.fill(fewest[slice], Integer.MAX_VALUE);
            count(order, begin(slice, slices), begin(slice + 1, slices), counts[slice], fewest[slice]);
        });
        achieve(fewest);
        int next = 0;
        for (int worker = 0; worker < workers.size(); worker++) {
            begins[worker] = next;
            for (int[] counted : counts) {
                int count = counted[worker];
                counted[worker] = next;
                next += count;
            }
        }
        begins[workers.size()] = next;
        chunks = new int[next];
        parallel.run(slices, slice -> {
            for (DecidingPass source : sources) {
                source.list(order, begin(slice, slices), begin(slice + 1, slices), chunks, counts[slice]);
            }
        });
    }

    private int begin(int slice, int slices) {
        return (int) ((long) load.count * slice / slices);
    }

    /** Counts holders per worker, and the fewest of any chunk by kind. */
    private void count(int[] order, int from, int to, int[] counts, int[] fewest) {
        for (int i = from; i < to; i++) {
            int chunk = order[i];
            int holders = 0;
            for (DecidingPass source : sources) {
                holders += source.count(chunk, counts);
            }
            int kind = load.kind[chunk];
            if (holders < fewest[kind] && !load.isLeftOut(chunk)) {
                fewest[kind] = holders;
            }
        }
    }

    private void achieve(int[][] fewest) {
        for (int[] ofSlice : fewest) {
            for (int kind = 0; kind < ofSlice.length; kind++) {
                if (ofSlice[kind] < Integer.MAX_VALUE) {
                    achieved.merge(load.kinds.get(kind).weight(), ofSlice[kind], Math::min);
                }
            }
        }
    }

    public EpochChunks load() {
        return load;
    }

    @Override
    public int workers() {
        return workers.size();
    }

    /** Returns a worker that took part, by its number in the order of ids. */
    public NetworkWorker participant(int number) {
        return workers.get(number);
    }

    @Override
    public WorkerId worker(int number) {
        return workers.get(number).id;
    }

    @Override
    public int count(int worker) {
        return begins[worker + 1] - begins[worker];
    }

    /** Copies a worker's chunks, in the order of dataset and id, to the beginning of an array. */
    void copyChunks(int worker, int[] target) {
        System.arraycopy(chunks, begins[worker], target, 0, count(worker));
    }

    @Override
    public int[] chunks(int worker, int from, int to) {
        return Arrays.copyOfRange(chunks, begins[worker] + from, begins[worker] + to);
    }

    /** Returns the workers that hold a chunk, in the order of ids. */
    public List<WorkerId> holders(int chunk) {
        List<WorkerId> holders = new ArrayList<>();
        for (int worker = 0; worker < workers.size(); worker++) {
            if (Arrays.stream(chunks, begins[worker], begins[worker + 1]).anyMatch(held -> held == chunk)) {
                holders.add(worker(worker));
            }
        }
        return holders;
    }

    @Override
    public Dataset dataset(int chunk) {
        return load.datasets.get(load.dataset[chunk]);
    }

    @Override
    public int id(int chunk) {
        return load.id[chunk];
    }

    @Override
    public IdStore ids() {
        return load.ids;
    }

    /** Returns the fewest holders of any chunk, by weight. */
    public SortedMap<Integer, Integer> achieved() {
        return achieved;
    }
}
