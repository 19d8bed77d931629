package dev.rota.chunks;

import dev.rota.chunks.catalog.ChunkId;
import dev.rota.chunks.catalog.Dataset;
import dev.rota.engine.Step;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Handles listings: chunks that are added and removed. An event is accepted or rejected as a whole, for its first
 * fault.
 */
final class Listings {

    private final Step step;
    private final Network network;
    private final String dataset;

    Listings(Step step, Network network, String dataset) {
        this.step = step;
        this.network = network;
        this.dataset = dataset;
    }

    void list(List<Chunk> chunks) {
        Dataset known = network.catalog().dataset(dataset);
        Map<String, Long> inThisEvent = new HashMap<>();
        List<Chunk> added = new ArrayList<>();
        List<ChunkId> ids = new ArrayList<>();
        for (Chunk chunk : chunks) {
            ChunkId id = ChunkId.of(chunk.getId());
            if (id == null) {
                invalid("an id of the form TOP/FIRST-LAST-HASH", "'" + chunk.getId() + "'");
                return;
            }
            if (chunk.getSize() < 0 || chunk.getSize() > ChunksLimits.CHUNK_BYTES_MAX) {
                invalid("a size of 0.." + ChunksLimits.CHUNK_BYTES_MAX, chunk.getSize() + " of " + chunk.getId());
                return;
            }
            long size = known == null ? Dataset.NONE : known.size(id.bytes());
            long listed = size == Dataset.NONE ? inThisEvent.getOrDefault(chunk.getId(), size) : size;
            if (listed == Dataset.NONE) {
                inThisEvent.put(chunk.getId(), chunk.getSize());
                added.add(chunk);
                ids.add(id);
            } else if (listed != chunk.getSize()) {
                step.reject(
                        ChunksReason.CHUNK_EXISTS,
                        "expected chunk " + chunk.getId() + " to have " + listed + " bytes as before, but it has "
                                + chunk.getSize());
                return;
            }
        }
        long room = (long) ChunksLimits.CHUNKS_MAX - network.catalog().count();
        if (added.size()
                > Math.min(room, (long) Integer.MAX_VALUE - network.row().getNextNumber())) {
            invalid(
                    "at most " + ChunksLimits.CHUNKS_MAX + " chunks at once and " + Integer.MAX_VALUE + " ever",
                    added.size() + " more");
            return;
        }
        add(added, ids);
    }

    private void add(List<Chunk> added, List<ChunkId> ids) {
        int first = network.row().getNextNumber();
        List<ChunkBlocks.Listed> rows = new ArrayList<>(added.size());
        for (int i = 0; i < added.size(); i++) {
            long size = added.get(i).getSize();
            network.catalog().add(dataset, ids.get(i), first + i, size);
            rows.add(new ChunkBlocks.Listed(first + i, dataset, ids.get(i).bytes(), size));
        }
        new ChunkBlocks(step).add(rows);
        if (!added.isEmpty()) {
            network.change(step, row -> row.setNextNumber(first + added.size()));
        }
        for (int from = 0; from < added.size(); from += ChunksLimits.ENTRY_CHUNKS_MAX) {
            int to = Math.min(added.size(), from + ChunksLimits.ENTRY_CHUNKS_MAX);
            publish(first + from, added.subList(from, to), List.of());
        }
    }

    void remove(List<String> ids) {
        Dataset known = network.catalog().dataset(dataset);
        Set<String> inThisEvent = new HashSet<>();
        for (String id : ids) {
            if (known == null
                    || !inThisEvent.add(id)
                    || known.size(id.getBytes(StandardCharsets.UTF_8)) == Dataset.NONE) {
                unknown("chunk " + id + " to be in dataset " + dataset);
                return;
            }
        }
        if (known != null && !ids.isEmpty()) {
            remove(known, ids);
        }
    }

    private void remove(Dataset known, List<String> ids) {
        int[] numbers = new int[ids.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = network.catalog().remove(known, ids.get(i).getBytes(StandardCharsets.UTF_8));
        }
        removed(numbers);
    }

    void removeAll() {
        Dataset known = network.catalog().dataset(dataset);
        if (known == null) {
            unknown("dataset " + dataset + " to have chunks");
            return;
        }
        removed(network.catalog().removeAll(known));
    }

    private void removed(int[] numbers) {
        Arrays.sort(numbers);
        new ChunkBlocks(step).remove(numbers);
        for (int from = 0; from < numbers.length; from += ChunksLimits.ENTRY_CHUNKS_MAX) {
            int to = Math.min(numbers.length, from + ChunksLimits.ENTRY_CHUNKS_MAX);
            publish(
                    network.row().getNextNumber(),
                    List.of(),
                    Arrays.stream(numbers, from, to).boxed().toList());
        }
    }

    /**
     * Publishes catalog entries. The chunks that an event names take about as many bytes in entries as in the event, so
     * one step has room for them; the chunks of a removed dataset have no such bound.
     */
    private void publish(int firstNumber, List<Chunk> chunks, List<Integer> removed) {
        network.backlog().publish(step, new CatalogEntry(step.unit(), dataset, firstNumber, chunks, removed));
    }

    private void invalid(String expected, String found) {
        step.reject(ChunksReason.CHUNK_INVALID, "expected " + expected + ", but it is " + found);
    }

    private void unknown(String expected) {
        step.reject(ChunksReason.CHUNK_UNKNOWN, "expected " + expected + ", but it is not there");
    }
}
