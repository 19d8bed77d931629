package dev.rota.chunks.scheduler;

import dev.rota.chunks.CatalogEntry;
import dev.rota.chunks.Chunk;
import dev.rota.chunks.ChunksListed;
import dev.rota.chunks.ChunksRemoved;
import dev.rota.chunks.ListingEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Holds the chunks of a network, in the order in which they were listed. */
final class NaiveCatalog {

    private static final int ENTRY_MAX = 1_000;

    private final String network;
    private final List<NaiveChunk> chunks = new ArrayList<>();
    private int nextNumber;

    NaiveCatalog(String network) {
        this.network = network;
    }

    List<NaiveChunk> chunks() {
        return List.copyOf(chunks);
    }

    List<NaiveChunk> of(String dataset) {
        return chunks.stream().filter(chunk -> chunk.dataset().equals(dataset)).toList();
    }

    /** Applies an event and returns the entries that publish its changes. */
    List<CatalogEntry> take(ListingEvent event) throws NaiveRejected {
        String dataset = event.getDataset();
        if (event.getEvent() instanceof ChunksListed listed) {
            return list(dataset, listed.getChunks());
        } else if (event.getEvent() instanceof ChunksRemoved removed) {
            return remove(dataset, removed.getIds());
        }
        List<String> all = of(dataset).stream().map(NaiveChunk::id).toList();
        if (all.isEmpty()) {
            throw new NaiveRejected(ChunksReason.CHUNK_UNKNOWN);
        }
        return remove(dataset, all);
    }

    private List<CatalogEntry> list(String dataset, List<Chunk> listed) throws NaiveRejected {
        SortedMap<String, NaiveChunk> known = byId(dataset);
        List<NaiveChunk> added = new ArrayList<>();
        for (Chunk chunk : listed) {
            if (!NaiveChunk.valid(chunk.getId(), chunk.getSize())) {
                throw new NaiveRejected(ChunksReason.CHUNK_INVALID);
            }
            NaiveChunk before = known.get(chunk.getId());
            if (before == null) {
                NaiveChunk fresh = new NaiveChunk(dataset, chunk.getId(), chunk.getSize(), nextNumber + added.size());
                known.put(fresh.id(), fresh);
                added.add(fresh);
            } else if (before.size() != chunk.getSize()) {
                throw new NaiveRejected(ChunksReason.CHUNK_EXISTS);
            }
        }
        chunks.addAll(added);
        nextNumber += added.size();
        List<CatalogEntry> entries = new ArrayList<>();
        for (List<NaiveChunk> part : parts(added)) {
            entries.add(new CatalogEntry(
                    network,
                    dataset,
                    part.get(0).number(),
                    part.stream()
                            .map(chunk -> new Chunk(chunk.id(), chunk.size()))
                            .toList(),
                    List.of()));
        }
        return entries;
    }

    private List<CatalogEntry> remove(String dataset, List<String> ids) throws NaiveRejected {
        SortedMap<String, NaiveChunk> left = byId(dataset);
        List<NaiveChunk> removed = new ArrayList<>();
        for (String id : ids) {
            NaiveChunk chunk = left.remove(id);
            if (chunk == null) {
                throw new NaiveRejected(ChunksReason.CHUNK_UNKNOWN);
            }
            removed.add(chunk);
        }
        chunks.removeIf(chunk -> chunk.dataset().equals(dataset) && !left.containsKey(chunk.id()));
        List<CatalogEntry> entries = new ArrayList<>();
        for (List<Integer> part :
                parts(removed.stream().map(NaiveChunk::number).sorted().toList())) {
            entries.add(new CatalogEntry(network, dataset, nextNumber, List.of(), part));
        }
        return entries;
    }

    private SortedMap<String, NaiveChunk> byId(String dataset) {
        SortedMap<String, NaiveChunk> byId = new TreeMap<>();
        of(dataset).forEach(chunk -> byId.put(chunk.id(), chunk));
        return byId;
    }

    private static <T> List<List<T>> parts(List<T> whole) {
        List<List<T>> parts = new ArrayList<>();
        for (int from = 0; from < whole.size(); from += ENTRY_MAX) {
            parts.add(whole.subList(from, Math.min(from + ENTRY_MAX, whole.size())));
        }
        return parts;
    }
}
