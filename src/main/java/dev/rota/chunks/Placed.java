package dev.rota.chunks;

import dev.rota.engine.Nullable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/** What an epoch's passes come to: for each worker its chunks. Reliable workers keep what the first pass gave them. */
final class Placed {

    /** Whose replicas of a pass count. */
    private static final class Source {
        final Pass pass;
        /** A worker's number by its slot, {@link Dataset#NONE} where this pass does not say what it holds. */
        final int[] worker;

        Source(Pass pass, int slots) {
            this.pass = pass;
            this.worker = new int[slots];
            Arrays.fill(worker, Dataset.NONE);
        }
    }

    private final Load load;
    private final List<Worker> workers;
    private final int[][] chunks;
    private final SortedMap<Integer, Integer> achieved = new TreeMap<>();

    private Placed(Load load, List<Worker> workers) {
        this.load = load;
        this.workers = workers;
        this.chunks = new int[workers.size()][0];
    }

    /**
     * @param workers who took part, in the order of ids
     * @param first the only pass, or that of reliable workers alone
     * @param second that of all, for those who are not reliable
     */
    static Placed of(Load load, List<Worker> workers, Pass first, @Nullable Pass second) {
        Placed placed = new Placed(load, workers);
        if (load.count > 0) {
            List<Source> sources = new ArrayList<>();
            sources.add(placed.source(first, second == null, true));
            if (second != null) {
                sources.add(placed.source(second, true, false));
            }
            placed.collect(sources);
        }
        return placed;
    }

    private Source source(Pass pass, boolean unreliable, boolean reliable) {
        Rings rings = pass.rings();
        Source source = new Source(pass, rings.slots());
        TreeMap<WorkerId, Integer> members = new TreeMap<>();
        pass.workers().forEach(worker -> members.put(worker.id, (int) rings.slot(worker.id)));
        for (int i = 0; i < workers.size(); i++) {
            Worker worker = workers.get(i);
            if (worker.isReliable() ? reliable : unreliable) {
                Integer slot = members.get(worker.id);
                source.worker[Objects.requireNonNull(slot)] = i;
            }
        }
        return source;
    }

    private void collect(List<Source> sources) {
        int[] counts = new int[workers.size()];
        int[] fewest = new int[load.kinds.size()];
        Arrays.fill(fewest, Integer.MAX_VALUE);
        for (int chunk = 0; chunk < load.count; chunk++) {
            int holders = 0;
            for (Source source : sources) {
                Placement placement = source.pass.placement();
                for (int i = source.pass.begins()[chunk]; i < source.pass.begins()[chunk + 1]; i++) {
                    int worker = holder(source, placement, i);
                    if (worker != Dataset.NONE) {
                        counts[worker]++;
                        holders++;
                    }
                }
            }
            fewest[load.kind[chunk]] = Math.min(fewest[load.kind[chunk]], holders);
        }
        for (int kind = 0; kind < fewest.length; kind++) {
            if (fewest[kind] < Integer.MAX_VALUE) {
                achieved.merge(load.kinds.get(kind).weight(), fewest[kind], Math::min);
            }
        }
        for (int i = 0; i < counts.length; i++) {
            chunks[i] = new int[counts[i]];
        }
        int[] filled = new int[workers.size()];
        for (int chunk : load.inGlobalOrder()) {
            for (Source source : sources) {
                Placement placement = source.pass.placement();
                for (int i = source.pass.begins()[chunk]; i < source.pass.begins()[chunk + 1]; i++) {
                    int worker = holder(source, placement, i);
                    if (worker != Dataset.NONE) {
                        chunks[worker][filled[worker]++] = chunk;
                    }
                }
            }
        }
    }

    private static int holder(Source source, Placement placement, int replica) {
        char slot = placement.holder(replica);
        return slot == Placement.NOBODY ? Dataset.NONE : source.worker[slot];
    }

    Load load() {
        return load;
    }

    /** Who took part, in the order of ids. */
    List<Worker> workers() {
        return workers;
    }

    /** The places in the load of a worker's chunks, in the order of dataset and id. */
    int[] chunks(int worker) {
        return chunks[worker];
    }

    /** The fewest holders of any chunk, by weight. */
    SortedMap<Integer, Integer> achieved() {
        return achieved;
    }
}
