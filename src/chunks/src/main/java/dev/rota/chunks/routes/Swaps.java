package dev.rota.chunks.routes;

import dev.rota.chunks.SwapRow;
import dev.rota.chunks.catalog.ChunkId;
import dev.rota.chunks.catalog.Dataset;
import dev.rota.chunks.policy.Policy;
import dev.rota.chunks.policy.Weights;
import dev.rota.chunks.tables.ChunksTables;
import dev.rota.chunks.tables.ListedChunks;
import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import dev.rota.engine.Step;
import dev.rota.engine.Tables;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Chunks that wait to be replaced by others. Readers see the old ones until enough workers have confirmed all new ones;
 * then they see the new ones instead, in one view. All other chunks are shown when they are ready.
 */
public final class Swaps {

    /** The number of new chunks that are shown of each swap. */
    private static final int SHOWN_MAX = 5;

    private final Supplier<Policy> policy;
    private final ListedChunks chunks;
    private final VisibleChunks visible;
    private final TreeMap<Integer, Swap> all = new TreeMap<>();
    private final TreeMap<Integer, Swap> byNumber = new TreeMap<>();
    private final BitSet heldBack = new BitSet();

    /** A replacement: ids by number. */
    private record Swap(int key, String dataset, SortedMap<Integer, String> old, SortedMap<Integer, String> fresh) {}

    private Swaps(Supplier<Policy> policy, ListedChunks chunks, VisibleChunks visible) {
        this.policy = policy;
        this.chunks = chunks;
        this.visible = visible;
    }

    static Swaps read(Tables tables, Supplier<Policy> policy, ListedChunks chunks, VisibleChunks visible) {
        Swaps swaps = new Swaps(policy, chunks, visible);
        tables.table(ChunksTables.SWAPS)
                .forEach(
                        Key.EMPTY,
                        (key, row) -> swaps.keep(new Swap(
                                key.read().number32(),
                                row.getDataset(),
                                swaps.numbered(row.getDataset(), row.getOld()),
                                swaps.numbered(row.getDataset(), row.getFresh()))));
        return swaps;
    }

    private SortedMap<Integer, String> numbered(String dataset, List<String> ids) {
        SortedMap<Integer, String> numbered = new TreeMap<>();
        for (String id : ids) {
            int number = chunks.number(dataset, id);
            if (number == Dataset.NONE) {
                throw new IllegalStateException("expected chunk " + id + " of a swap to be listed, but it is not");
            }
            numbered.put(number, id);
        }
        return numbered;
    }

    private void keep(Swap swap) {
        all.put(swap.key, swap);
        swap.old.keySet().forEach(number -> byNumber.put(number, swap));
        swap.fresh.keySet().forEach(number -> byNumber.put(number, swap));
        swap.fresh.keySet().forEach(heldBack::set);
    }

    /** Opens a swap of listed chunks, and completes it at once if the policy places none of the new ones. */
    public void open(Step step, String dataset, List<String> old, List<String> fresh) {
        SortedMap<Integer, String> added = numbered(dataset, fresh);
        Swap swap = new Swap(added.firstKey(), dataset, numbered(dataset, old), added);
        keep(swap);
        write(step, swap, false);
        complete(step, swap);
    }

    /** Returns whether a chunk takes part in an open swap. */
    public boolean has(int number) {
        return byNumber.containsKey(number);
    }

    /** Returns whether two chunks take part in the same open swap. */
    public boolean areInOne(int number, int other) {
        Swap swap = byNumber.get(number);
        Swap second = byNumber.get(other);
        return swap != null && second != null && swap.key == second.key;
    }

    /** Returns a copy of the numbers of chunks that wait to replace others. */
    public BitSet heldBack() {
        return (BitSet) heldBack.clone();
    }

    /** Returns the number of open swaps. */
    public int count() {
        return all.size();
    }

    /** Returns up to {@code max} open swaps, those with the lowest numbers first. */
    public List<OpenSwap> open(int max) {
        return all.values().stream().limit(max).map(this::open).toList();
    }

    private OpenSwap open(Swap swap) {
        @Nullable Weights.Spans spans = spans(swap.dataset);
        List<Map.Entry<Integer, String>> waiting = swap.fresh.entrySet().stream()
                .filter(fresh -> !canReplace(spans, fresh))
                .toList();
        return new OpenSwap(
                swap.dataset,
                swap.old.size(),
                swap.fresh.size(),
                waiting.size(),
                waiting.stream()
                        .limit(SHOWN_MAX)
                        .map(fresh -> new OpenSwap.Fresh(fresh.getValue(), visible.routes(fresh.getKey())))
                        .toList());
    }

    /** Shows those of some chunks that have become ready, and swaps those that replace others. */
    void show(Step step, int[] numbers) {
        boolean completes = false;
        for (int number : numbers) {
            if (!visible.has(number) && visible.isReady(number)) {
                if (heldBack.get(number)) {
                    completes = true;
                } else {
                    visible.show(number);
                }
            }
        }
        if (completes) {
            completeReady(step);
        }
    }

    /** Completes the swaps all of whose new chunks can be shown. */
    void completeReady(Step step) {
        List.copyOf(all.values()).forEach(swap -> complete(step, swap));
    }

    private void complete(Step step, Swap swap) {
        if (!all.containsKey(swap.key)) {
            // the removal of another's old chunks has ended it
            return;
        }
        @Nullable Weights.Spans spans = spans(swap.dataset);
        if (swap.fresh.entrySet().stream().allMatch(fresh -> canReplace(spans, fresh))) {
            swap.fresh.keySet().forEach(visible::show);
            swap.old.keySet().forEach(visible::hide);
            endAndRemoveOld(step, swap);
        }
    }

    private @Nullable Weights.Spans spans(String dataset) {
        Dataset known = chunks.dataset(dataset);
        return known == null ? null : new Weights(policy.get().rules()).of(known);
    }

    /** Returns whether a new chunk can be shown as far as it depends on that chunk. */
    private boolean canReplace(@Nullable Weights.Spans spans, Map.Entry<Integer, String> fresh) {
        return !isPlaced(spans, fresh.getValue()) || visible.isReady(fresh.getKey());
    }

    private static boolean isPlaced(@Nullable Weights.Spans spans, String id) {
        return spans != null
                && spans.kind(ChunkId.known(id.getBytes(StandardCharsets.UTF_8)).first()) != Dataset.NONE;
    }

    /** Completes all swaps, since routes end. */
    void completeAll(Step step) {
        for (Swap swap : List.copyOf(all.values())) {
            // the removal of another's old chunks may have ended it
            if (all.containsKey(swap.key)) {
                endAndRemoveOld(step, swap);
            }
        }
    }

    private void endAndRemoveOld(Step step, Swap swap) {
        end(step, swap);
        Dataset dataset = chunks.dataset(swap.dataset);
        if (dataset != null && !swap.old.isEmpty()) {
            removed(step, chunks.remove(step, dataset, List.copyOf(swap.old.values())));
        }
    }

    /**
     * Hides chunks that are not listed any more. A swap without old chunks ends, and its new ones become visible like all
     * others; one without new chunks ends, and its old ones stay.
     */
    void removed(Step step, int[] numbers) {
        for (int number : numbers) {
            visible.unlist(number);
        }
        List<Integer> free = new ArrayList<>();
        for (int number : numbers) {
            Swap swap = byNumber.remove(number);
            if (swap == null) {
                continue;
            }
            swap.old.remove(number);
            swap.fresh.remove(number);
            heldBack.clear(number);
            if (swap.old.isEmpty() || swap.fresh.isEmpty()) {
                end(step, swap);
                free.addAll(swap.fresh.keySet());
            } else {
                write(step, swap, true);
            }
        }
        show(step, free.stream().mapToInt(number -> number).sorted().toArray());
        if (!all.isEmpty()) {
            completeReady(step);
        }
    }

    private void end(Step step, Swap swap) {
        all.remove(swap.key);
        byNumber.keySet().removeAll(swap.old.keySet());
        byNumber.keySet().removeAll(swap.fresh.keySet());
        swap.fresh.keySet().forEach(heldBack::clear);
        step.table(ChunksTables.SWAPS).drop(Key.of(swap.key));
    }

    private static void write(Step step, Swap swap, boolean wasThere) {
        step.table(ChunksTables.SWAPS)
                .put(
                        Key.of(swap.key),
                        new SwapRow(swap.dataset, List.copyOf(swap.old.values()), List.copyOf(swap.fresh.values())),
                        wasThere);
    }
}
