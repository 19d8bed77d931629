package dev.rota.chunks.placement;

import dev.rota.chunks.PlacementPolicy;
import dev.rota.chunks.catalog.ByteSum;
import dev.rota.chunks.catalog.Catalog;
import dev.rota.chunks.catalog.Columns;
import dev.rota.chunks.catalog.Dataset;
import dev.rota.chunks.catalog.IdStore;
import dev.rota.chunks.policy.Weights;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The chunks of one epoch in placement order: first chunks that need a version, then the others, both in the order of
 * dataset and id. They are stored as columns, since there are millions; a chunk's place is its index.
 */
public final class EpochChunks {

    final int generation;
    final IdStore ids;
    public final List<Weights.Kind> kinds;
    final List<Dataset> datasets = new ArrayList<>();
    /** The number of chunks that need a version; they come first. */
    final int restricted;

    public final int count;
    /** The number of listed chunks that the policy leaves out. */
    public final int unplaced;

    final int[] dataset;
    /** The chunks' ids, by their places in the {@link IdStore}. */
    final int[] id;

    public final int[] kind;
    public final long[] size;
    public final int[] number;
    /** The chunks' places in the previous load; {@link Dataset#NONE} for chunks that it did not have. */
    final int[] before;

    private int filled;

    private long largest;

    /**
     * True for each dataset that no placement can serve, by its place in {@link #datasets}; empty if all can be served.
     */
    private boolean[] leftOut = {};

    /**
     * Collects the chunks that the policy places, and records the new place of each.
     *
     * @param generation the number of this load among those of its catalog
     */
    public EpochChunks(Catalog catalog, PlacementPolicy policy, int generation) {
        this.generation = generation;
        ids = catalog.ids();
        Weights weights = new Weights(policy);
        List<Weights.Spans> spans = new ArrayList<>();
        int placed = 0;
        for (Dataset each : catalog.datasets()) {
            Weights.Spans span = weights.of(each);
            if (span == null) {
                Arrays.fill(each.settled().places, Dataset.NONE);
            } else {
                datasets.add(each);
                spans.add(span);
                placed += each.settled().rows;
            }
        }
        kinds = weights.kinds();
        dataset = new int[placed];
        id = new int[placed];
        kind = new int[placed];
        size = new long[placed];
        number = new int[placed];
        before = new int[placed];
        if (kinds.stream().anyMatch(Weights.Kind::restricted)) {
            fill(spans, true);
        }
        restricted = filled;
        fill(spans, false);
        count = filled;
        unplaced = catalog.count() - count;
    }

    private void fill(List<Weights.Spans> spans, boolean versioned) {
        boolean[] wanted = new boolean[kinds.size()];
        for (int i = 0; i < wanted.length; i++) {
            wanted[i] = kinds.get(i).restricted() == versioned;
        }
        for (int i = 0; i < datasets.size(); i++) {
            Columns columns = datasets.get(i).settled();
            Weights.Spans span = spans.get(i);
            for (int at = 0; at < columns.rows; at++) {
                int chunkKind = span.kind(columns.firsts[at]);
                if (chunkKind == Dataset.NONE) {
                    columns.places[at] = Dataset.NONE;
                } else if (wanted[chunkKind]) {
                    dataset[filled] = i;
                    id[filled] = columns.ids[at];
                    kind[filled] = chunkKind;
                    size[filled] = columns.sizes[at];
                    largest = Math.max(largest, columns.sizes[at]);
                    number[filled] = columns.numbers[at];
                    before[filled] = columns.places[at];
                    columns.places[at] = filled++;
                }
            }
        }
    }

    /** Returns the size of the largest chunk. */
    long largest() {
        return largest;
    }

    /** Leaves out datasets: their chunks get no replicas. */
    void leaveOut(boolean[] datasetsToLeaveOut) {
        leftOut = datasetsToLeaveOut;
    }

    /** Returns whether a chunk's dataset is left out, because no placement can serve it. */
    public boolean isLeftOut(int chunk) {
        return leftOut.length > 0 && leftOut[dataset[chunk]];
    }

    /** Returns whether there is nothing to place. */
    boolean isEmpty() {
        for (int i = 0; i < count; i++) {
            if (!isLeftOut(i)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the total size by weight, for weights that have chunks to be placed. */
    SortedMap<Integer, BigInteger> bytesByWeight() {
        ByteSum[] sums = new ByteSum[kinds.size()];
        for (int i = 0; i < count; i++) {
            if (isLeftOut(i)) {
                continue;
            }
            ByteSum sum = sums[kind[i]];
            if (sum == null) {
                sum = new ByteSum();
                sums[kind[i]] = sum;
            }
            sum.add(size[i]);
        }
        SortedMap<Integer, BigInteger> bytes = new TreeMap<>();
        for (int i = 0; i < sums.length; i++) {
            if (sums[i] != null) {
                bytes.merge(kinds.get(i).weight(), sums[i].value(), BigInteger::add);
            }
        }
        return bytes;
    }

    /** Returns the places of all chunks in the order of dataset and id. */
    int[] inGlobalOrder() {
        int[] order = new int[count];
        int versioned = 0;
        int unversioned = restricted;
        for (int i = 0; i < count; i++) {
            boolean isVersioned = unversioned == count || (versioned < restricted && isBefore(versioned, unversioned));
            order[i] = isVersioned ? versioned++ : unversioned++;
        }
        return order;
    }

    /** Returns the ranks of the chunks in the order of dataset and id, by place. */
    int[] globalRanks() {
        int[] order = inGlobalOrder();
        int[] ranks = new int[count];
        for (int rank = 0; rank < count; rank++) {
            ranks[order[rank]] = rank;
        }
        return ranks;
    }

    private boolean isBefore(int chunk, int second) {
        return dataset[chunk] == dataset[second]
                ? ids.compare(id[chunk], ids.get(id[second])) < 0
                : dataset[chunk] < dataset[second];
    }

    /** Returns a chunk's address, DATASET/ID. */
    public String address(int chunk) {
        return datasets.get(dataset[chunk]).name() + "/" + new String(ids.get(id[chunk]), StandardCharsets.UTF_8);
    }

    /** Sets a hash's text to {@code dataset/id}. */
    public void address(int chunk, NumberedHash hash) {
        byte[] name = datasets.get(dataset[chunk]).utf8();
        byte[] text = hash.room(name.length + 1 + ids.length(id[chunk]));
        System.arraycopy(name, 0, text, 0, name.length);
        text[name.length] = '/';
        ids.copy(id[chunk], text, name.length + 1);
        hash.ready();
    }
}
