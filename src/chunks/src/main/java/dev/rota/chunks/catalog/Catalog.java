package dev.rota.chunks.catalog;

import dev.rota.engine.Ids;
import dev.rota.engine.Nullable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;

/** All chunks of a network in memory, by dataset. */
public final class Catalog {

    /** The maximum unused space, from the ids of removed chunks, before the ids are copied to a new store. */
    private static final int UNUSED_UNITS_MAX = 1 << 18;

    private final TreeMap<String, Dataset> datasets = new TreeMap<>(Ids.BY_BYTES);
    private IdStore store = new IdStore();
    private long unitsLive;
    private int count;

    public int count() {
        return count;
    }

    /** Returns the store of its chunks' ids. */
    public IdStore ids() {
        return store;
    }

    @Nullable
    public Dataset dataset(String name) {
        return datasets.get(name);
    }

    /** Returns the datasets that have chunks, by name. */
    public Collection<Dataset> datasets() {
        return datasets.values();
    }

    public void add(String dataset, ChunkId id, int number, long size) {
        datasets.computeIfAbsent(dataset, name -> new Dataset(name, store)).add(id, number, size);
        unitsLive += IdStore.units(id.bytes().length);
        count++;
    }

    /** Removes an existing chunk; returns its number. */
    public int remove(Dataset dataset, byte[] id) {
        int number = dataset.remove(id);
        unitsLive -= IdStore.units(id.length);
        count--;
        if (dataset.count() == 0) {
            datasets.remove(dataset.name());
        }
        return number;
    }

    /** Removes a dataset with all its chunks; returns their numbers. */
    public int[] removeAll(Dataset dataset) {
        Columns all = dataset.settled();
        for (int row = 0; row < all.rows; row++) {
            unitsLive -= IdStore.units(dataset.idLength(row));
        }
        count -= all.rows;
        datasets.remove(dataset.name());
        return Arrays.copyOf(all.numbers, all.rows);
    }

    /** Returns snapshots of all chunks, which later changes do not touch. They cost about one object per dataset. */
    public List<DatasetSnapshot> view() {
        List<DatasetSnapshot> views = new ArrayList<>();
        datasets.values().forEach(dataset -> dataset.view(views));
        return views;
    }

    /** Reclaims the space of removed chunks' ids if it has grown too large. */
    public void tidy() {
        if (store.unitsUsed() > 2 * unitsLive + UNUSED_UNITS_MAX) {
            store = new IdStore();
            datasets.values().forEach(dataset -> dataset.moveTo(store));
        }
    }
}
