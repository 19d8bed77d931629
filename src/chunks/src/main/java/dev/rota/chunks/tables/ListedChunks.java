package dev.rota.chunks.tables;

import dev.rota.chunks.CatalogEntry;
import dev.rota.chunks.Chunk;
import dev.rota.chunks.catalog.Catalog;
import dev.rota.chunks.catalog.ChunkId;
import dev.rota.chunks.catalog.Dataset;
import dev.rota.engine.Nullable;
import dev.rota.engine.Step;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Adds and removes the chunks of a network: in its catalog, in rows, and in the entries that are published of them. */
public final class ListedChunks {

    private final Catalog catalog;
    private final NetworkCounters counters;
    private final Backlog backlog;

    public ListedChunks(Catalog catalog, NetworkCounters counters, Backlog backlog) {
        this.catalog = catalog;
        this.counters = counters;
        this.backlog = backlog;
    }

    /** Returns a dataset that has chunks, or null. */
    public @Nullable Dataset dataset(String name) {
        return catalog.dataset(name);
    }

    /** Returns the number of a chunk, or {@link Dataset#NONE} if it is not listed. */
    public int number(String dataset, String id) {
        Dataset known = catalog.dataset(dataset);
        return known == null ? Dataset.NONE : known.number(id.getBytes(StandardCharsets.UTF_8));
    }

    /** Adds chunks that are not listed, with consecutive new numbers; returns the first. */
    public int add(Step step, String dataset, List<Chunk> chunks, List<ChunkId> ids) {
        int first = counters.row().getNextNumber();
        List<ChunkBlocks.NumberedChunk> rows = new ArrayList<>(chunks.size());
        for (int i = 0; i < chunks.size(); i++) {
            long size = chunks.get(i).getSize();
            catalog.add(dataset, ids.get(i), first + i, size);
            rows.add(
                    new ChunkBlocks.NumberedChunk(first + i, dataset, ids.get(i).bytes(), size));
        }
        new ChunkBlocks(step).add(rows);
        if (!chunks.isEmpty()) {
            counters.change(step, row -> row.setNextNumber(first + chunks.size()));
        }
        for (int from = 0; from < chunks.size(); from += ChunksLimits.ENTRY_CHUNKS_MAX) {
            int to = Math.min(chunks.size(), from + ChunksLimits.ENTRY_CHUNKS_MAX);
            publish(step, dataset, first + from, chunks.subList(from, to), List.of());
        }
        return first;
    }

    /** Removes listed chunks; returns their numbers, ascending. */
    public int[] remove(Step step, Dataset dataset, List<String> ids) {
        int[] numbers = new int[ids.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = catalog.remove(dataset, ids.get(i).getBytes(StandardCharsets.UTF_8));
        }
        return removed(step, dataset.name(), numbers);
    }

    /** Removes all chunks of a dataset; returns their numbers, ascending. */
    public int[] removeAll(Step step, Dataset dataset) {
        return removed(step, dataset.name(), catalog.removeAll(dataset));
    }

    private int[] removed(Step step, String dataset, int[] numbers) {
        Arrays.sort(numbers);
        new ChunkBlocks(step).remove(numbers);
        for (int from = 0; from < numbers.length; from += ChunksLimits.ENTRY_CHUNKS_MAX) {
            int to = Math.min(numbers.length, from + ChunksLimits.ENTRY_CHUNKS_MAX);
            publish(
                    step,
                    dataset,
                    counters.row().getNextNumber(),
                    List.of(),
                    Arrays.stream(numbers, from, to).boxed().toList());
        }
        return numbers;
    }

    /**
     * Publishes catalog entries. The chunks that an event names take about as many bytes in entries as in the event, so
     * one step has room for them; the chunks of a removed dataset have no such bound.
     */
    private void publish(Step step, String dataset, int firstNumber, List<Chunk> chunks, List<Integer> removed) {
        backlog.publish(step, new CatalogEntry(step.unit(), dataset, firstNumber, chunks, removed));
    }
}
