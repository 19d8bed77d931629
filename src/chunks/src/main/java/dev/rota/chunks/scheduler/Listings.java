package dev.rota.chunks.scheduler;

import dev.rota.chunks.Chunk;
import dev.rota.chunks.catalog.BlockRanges;
import dev.rota.chunks.catalog.ChunkId;
import dev.rota.chunks.catalog.Dataset;
import dev.rota.chunks.epoch.Network;
import dev.rota.chunks.routes.Routes;
import dev.rota.chunks.tables.ChunksLimits;
import dev.rota.engine.Nullable;
import dev.rota.engine.Step;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
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
        Listing listing = checked(chunks);
        if (listing != null && !overlaps(listing)) {
            add(listing);
        }
    }

    /** Chunks that are not listed yet. */
    private record Listing(List<Chunk> added, List<ChunkId> ids) {}

    /** Returns those of some chunks that are new; rejects the event and returns null if it is invalid. */
    private @Nullable Listing checked(List<Chunk> chunks) {
        Dataset known = network.catalog().dataset(dataset);
        Map<String, Long> inThisEvent = new HashMap<>();
        List<Chunk> added = new ArrayList<>();
        List<ChunkId> ids = new ArrayList<>();
        for (Chunk chunk : chunks) {
            ChunkId id = ChunkId.of(chunk.getId());
            if (id == null) {
                invalid("an id of the form TOP/FIRST-LAST-HASH", "'" + chunk.getId() + "'");
                return null;
            }
            if (chunk.getSize() < 0 || chunk.getSize() > ChunksLimits.CHUNK_BYTES_MAX) {
                invalid("a size of 0.." + ChunksLimits.CHUNK_BYTES_MAX, chunk.getSize() + " of " + chunk.getId());
                return null;
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
                return null;
            }
        }
        long room = (long) ChunksLimits.CHUNKS_MAX - network.catalog().count();
        if (added.size()
                > Math.min(room, (long) Integer.MAX_VALUE - network.row().getNextNumber())) {
            invalid(
                    "at most " + ChunksLimits.CHUNKS_MAX + " chunks at once and " + Integer.MAX_VALUE + " ever",
                    added.size() + " more");
            return null;
        }
        return new Listing(added, ids);
    }

    /** Returns whether chunks overlap listed ones or each other although the policy refuses that; rejects the event if so. */
    private boolean overlaps(Listing listing) {
        if (!network.policy().rules().getRefuseOverlaps() || listing.ids.isEmpty()) {
            return false;
        }
        Dataset known = network.catalog().dataset(dataset);
        BlockRanges before = new BlockRanges();
        for (ChunkId id : listing.ids) {
            boolean listed = known != null && known.ranges().overlap(id.first(), id.last());
            if (listed || before.overlap(id.first(), id.last())) {
                String text = new String(id.bytes(), StandardCharsets.UTF_8);
                step.reject(
                        ChunksReason.CHUNK_OVERLAPS,
                        "expected the blocks of chunk " + text + " to be in no other chunk of dataset " + dataset
                                + ", but " + (listed ? "a listed one" : "one of the same event") + " has some of them");
                return true;
            }
            before.add(id.first(), id.last());
        }
        return false;
    }

    /** Replaces chunks by others: at once without routes, otherwise once readers can see all new ones. */
    void replace(List<String> old, List<Chunk> fresh) {
        List<String> ids = fresh.stream().map(Chunk::getId).toList();
        if (!isSize(old.size(), "old") || !isSize(ids.size(), "new") || isRepeated(old, fresh)) {
            return;
        }
        for (String id : old) {
            if (number(id) == Dataset.NONE || Collections.frequency(old, id) > 1) {
                unknown("chunk " + id + " to be in dataset " + dataset);
                return;
            }
        }
        Listing listing = checked(fresh);
        if (listing == null || isInUse(old, listing, fresh) || !isSameRange(old, listing.ids)) {
            return;
        }
        add(listing);
        Routes routes = network.routes();
        if (routes == null) {
            remove(old, network.catalog().dataset(dataset));
        } else {
            routes.swaps().open(step, dataset, old, ids);
        }
    }

    private boolean isSize(int count, String field) {
        boolean valid = count >= 1 && count <= ChunksLimits.REPLACED_CHUNKS_MAX;
        if (!valid) {
            invalid(field + " to have 1.." + ChunksLimits.REPLACED_CHUNKS_MAX + " chunks", String.valueOf(count));
        }
        return valid;
    }

    /**
     * Returns whether an event repeats one that was accepted: its new chunks are listed, and its old ones wait for them or
     * are gone.
     */
    private boolean isRepeated(List<String> old, List<Chunk> fresh) {
        Dataset known = network.catalog().dataset(dataset);
        Routes routes = network.routes();
        for (Chunk chunk : fresh) {
            if (known == null || known.size(chunk.getId().getBytes(StandardCharsets.UTF_8)) != chunk.getSize()) {
                return false;
            }
        }
        int first = number(fresh.get(0).getId());
        return old.stream()
                .mapToInt(this::number)
                .allMatch(number -> number == Dataset.NONE
                        || (routes != null && routes.swaps().areInOne(number, first)));
    }

    private int number(String id) {
        return network.chunks().number(dataset, id);
    }

    /** Returns whether a chunk is being replaced already, or a new one is not new; rejects the event if so. */
    private boolean isInUse(List<String> old, Listing listing, List<Chunk> fresh) {
        Routes routes = network.routes();
        for (String id : old) {
            if (routes != null && routes.swaps().has(number(id))) {
                step.reject(
                        ChunksReason.CHUNK_BEING_REPLACED,
                        "expected chunk " + id + " to be in no open replacement, but it is in one");
                return true;
            }
        }
        if (listing.added.size() < fresh.size()) {
            step.reject(
                    ChunksReason.CHUNK_EXISTS,
                    "expected all " + fresh.size() + " new chunks to be new, but only " + listing.added.size()
                            + " are");
            return true;
        }
        return false;
    }

    private boolean isSameRange(List<String> old, List<ChunkId> fresh) {
        List<ChunkId> before = old.stream()
                .map(id -> ChunkId.known(id.getBytes(StandardCharsets.UTF_8)))
                .toList();
        boolean same = range(before).equals(range(fresh));
        if (!same) {
            invalid("new chunks with the blocks " + range(before) + " of the old ones", range(fresh));
        }
        return same;
    }

    private static String range(List<ChunkId> ids) {
        return ids.stream().mapToLong(ChunkId::first).min().orElseThrow() + "-"
                + ids.stream().mapToLong(ChunkId::last).max().orElseThrow();
    }

    private void add(Listing listing) {
        int first = network.chunks().add(step, dataset, listing.added, listing.ids);
        Routes routes = network.routes();
        if (routes != null) {
            routes.listed(first, listing.added.size());
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
        remove(ids, known);
    }

    private void remove(List<String> ids, @Nullable Dataset known) {
        if (known != null && !ids.isEmpty()) {
            removed(network.chunks().remove(step, known, ids));
        }
    }

    void removeAll() {
        Dataset known = network.catalog().dataset(dataset);
        if (known == null) {
            unknown("dataset " + dataset + " to have chunks");
            return;
        }
        removed(network.chunks().removeAll(step, known));
    }

    private void removed(int[] numbers) {
        Routes routes = network.routes();
        if (routes != null) {
            routes.removed(step, numbers);
        }
    }

    private void invalid(String expected, String found) {
        step.reject(ChunksReason.CHUNK_INVALID, "expected " + expected + ", but it is " + found);
    }

    private void unknown(String expected) {
        step.reject(ChunksReason.CHUNK_UNKNOWN, "expected " + expected + ", but it is not there");
    }
}
