package dev.rota.chunks.export;

import dev.rota.chunks.PlacedChunk;
import dev.rota.chunks.catalog.Catalog;
import dev.rota.chunks.catalog.Columns;
import dev.rota.chunks.catalog.Dataset;
import dev.rota.chunks.catalog.IdStore;
import java.nio.charset.StandardCharsets;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;

/** A view of an export's chunks in the order of dataset and id. Elements are created on access. */
final class ExportedChunks extends AbstractList<PlacedChunk> {

    private final List<Dataset> datasets = new ArrayList<>();
    private final List<Columns> columns = new ArrayList<>();
    /** The index of each dataset's first chunk, and the total count. */
    private final int[] begins;

    private final IdStore ids;
    private int latest;

    ExportedChunks(Catalog catalog, int count) {
        ids = catalog.ids();
        datasets.addAll(catalog.datasets());
        begins = new int[datasets.size() + 1];
        for (int i = 0; i < datasets.size(); i++) {
            columns.add(datasets.get(i).settled());
            begins[i + 1] = begins[i] + columns.get(i).rows;
        }
        if (begins[datasets.size()] != count) {
            throw new IllegalStateException("expected " + count + " chunks, but there are " + begins[datasets.size()]);
        }
    }

    /** Returns the index in this list by the rank of each number. */
    int[] places(NumberSet numbers) {
        int[] places = new int[size()];
        for (int i = 0; i < columns.size(); i++) {
            for (int row = 0; row < columns.get(i).rows; row++) {
                places[numbers.rank(columns.get(i).numbers[row])] = begins[i] + row;
            }
        }
        return places;
    }

    Dataset dataset(int place) {
        return datasets.get(at(place));
    }

    /** Returns the place of a chunk's id in the {@link IdStore}. */
    int id(int place) {
        int at = at(place);
        return columns.get(at).ids[place - begins[at]];
    }

    IdStore ids() {
        return ids;
    }

    /** Returns the size of a chunk. */
    long bytes(int place) {
        int at = at(place);
        return columns.get(at).sizes[place - begins[at]];
    }

    @Override
    public PlacedChunk get(int place) {
        int at = at(place);
        int row = place - begins[at];
        return new PlacedChunk(
                datasets.get(at).name(),
                new String(ids.get(columns.get(at).ids[row]), StandardCharsets.UTF_8),
                columns.get(at).sizes[row],
                columns.get(at).numbers[row]);
    }

    @Override
    public int size() {
        return begins[begins.length - 1];
    }

    /** Returns the dataset of an index: mostly the last accessed one, or the next. */
    private int at(int place) {
        if (place < begins[latest]) {
            latest = 0;
        }
        while (place >= begins[latest + 1]) {
            latest++;
        }
        return latest;
    }
}
