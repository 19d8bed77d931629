package dev.rota.chunks.scheduler;

import dev.rota.chunks.SwapRow;
import dev.rota.chunks.catalog.ChunkId;
import dev.rota.chunks.catalog.Dataset;
import dev.rota.chunks.policy.Weights;
import dev.rota.chunks.routes.OpenSwap;
import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import dev.rota.engine.Step;
import dev.rota.engine.Table;
import dev.rota.engine.Tables;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Chunks that wait to be replaced by others. Readers see the old ones until enough workers have confirmed all new ones;
 * then they see the new ones instead, in one view.
 */
final class Swaps {

    /** The number of new chunks that are shown of each swap. */
    private static final int SHOWN_MAX = 5;

    private final Network network;
    private final TreeMap<Integer, Swap> all = new TreeMap<>();
    private final TreeMap<Integer, Swap> byNumber = new TreeMap<>();
    private final BitSet heldBack = new BitSet();

    /** One replacement: ids by number. */
    private record Swap(int key, String dataset, SortedMap<Integer, String> old, SortedMap<Integer, String> fresh) {}

    private Swaps(Network network) {
        this.network = network;
    }

    static Swaps read(Tables tables, Network network) {
        Swaps swaps = new Swaps(network);
        try (Table.Cursor<SwapRow> cursor = tables.table(ChunksTables.SWAPS).scan(Key.EMPTY)) {
            for (Table.Entry<SwapRow> entry = cursor.next(); entry != null; entry = cursor.next()) {
                SwapRow row = entry.row();
                swaps.keep(new Swap(
                        entry.key().read().number32(),
                        row.getDataset(),
                        swaps.numbered(row.getDataset(), row.getOld()),
                        swaps.numbered(row.getDataset(), row.getFresh())));
            }
        }
        return swaps;
    }

    private SortedMap<Integer, String> numbered(String dataset, List<String> ids) {
        SortedMap<Integer, String> numbered = new TreeMap<>();
        Dataset known = network.catalog().dataset(dataset);
        for (String id : ids) {
            int number = known == null ? Dataset.NONE : known.number(id.getBytes(StandardCharsets.UTF_8));
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
    void open(Step step, String dataset, List<String> old, List<String> fresh, Routes routes) {
        SortedMap<Integer, String> added = numbered(dataset, fresh);
        Swap swap = new Swap(added.firstKey(), dataset, numbered(dataset, old), added);
        keep(swap);
        write(step, swap, false);
        complete(step, swap, routes);
    }

    /** Returns whether a chunk takes part in an open swap. */
    boolean has(int number) {
        return byNumber.containsKey(number);
    }

    /** Returns whether two chunks take part in the same open swap. */
    boolean areInOne(int number, int other) {
        Swap swap = byNumber.get(number);
        Swap its = byNumber.get(other);
        return swap != null && its != null && swap.key == its.key;
    }

    /** Returns whether a chunk waits to replace others. */
    boolean holdsBack(int number) {
        return heldBack.get(number);
    }

    /** Returns a copy of the numbers of chunks that wait to replace others. */
    BitSet heldBack() {
        return (BitSet) heldBack.clone();
    }

    /** Returns the number of open swaps. */
    int count() {
        return all.size();
    }

    /** Returns up to {@code max} open swaps, those with the lowest numbers first. */
    List<OpenSwap> open(Routes routes, int max) {
        return all.values().stream().limit(max).map(swap -> open(swap, routes)).toList();
    }

    private OpenSwap open(Swap swap, Routes routes) {
        @Nullable Weights.Spans spans = spans(swap.dataset);
        List<Map.Entry<Integer, String>> waiting = swap.fresh.entrySet().stream()
                .filter(fresh -> !canReplace(spans, fresh, routes))
                .toList();
        return new OpenSwap(
                swap.dataset,
                swap.old.size(),
                swap.fresh.size(),
                waiting.size(),
                waiting.stream()
                        .limit(SHOWN_MAX)
                        .map(fresh -> new OpenSwap.Fresh(fresh.getValue(), routes.count(fresh.getKey())))
                        .toList());
    }

    /** Completes the swaps all of whose new chunks can be shown. */
    void completeReady(Step step, Routes routes) {
        List.copyOf(all.values()).forEach(swap -> complete(step, swap, routes));
    }

    private void complete(Step step, Swap swap, Routes routes) {
        if (!all.containsKey(swap.key)) {
            // the removal of another's old chunks has ended it
            return;
        }
        @Nullable Weights.Spans spans = spans(swap.dataset);
        if (swap.fresh.entrySet().stream().allMatch(fresh -> canReplace(spans, fresh, routes))) {
            swap.fresh.keySet().forEach(routes::show);
            swap.old.keySet().forEach(routes::hide);
            end(step, swap);
            new Listings(step, network, swap.dataset).drop(List.copyOf(swap.old.values()));
        }
    }

    private @Nullable Weights.Spans spans(String dataset) {
        Dataset known = network.catalog().dataset(dataset);
        return known == null ? null : new Weights(network.policy().rules()).of(known);
    }

    /** Returns whether a new chunk can be shown as far as it depends on that chunk. */
    private static boolean canReplace(@Nullable Weights.Spans spans, Map.Entry<Integer, String> fresh, Routes routes) {
        return !isPlaced(spans, fresh.getValue()) || routes.isReady(fresh.getKey());
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
                end(step, swap);
                new Listings(step, network, swap.dataset).drop(List.copyOf(swap.old.values()));
            }
        }
    }

    /**
     * Adapts to chunks that are removed meanwhile. Without old chunks the new ones become visible like all others; without
     * new ones the old ones stay.
     */
    void removed(Step step, int[] numbers, Routes routes) {
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
        routes.show(step, free.stream().mapToInt(number -> number).sorted().toArray());
        if (!all.isEmpty()) {
            completeReady(step, routes);
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
