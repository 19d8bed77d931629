package dev.rota.chunks.view;

import dev.rota.chunks.catalog.DatasetSnapshot;
import dev.rota.engine.Nullable;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** Determines which chunk numbers are listed. The first look-up reads the numbers of all chunks. */
final class CatalogView {

    final List<DatasetSnapshot> views;

    /** The numbers of all chunks, after the first look-up; several threads may compute them. */
    private volatile @Nullable BitSet numbers;

    CatalogView(List<DatasetSnapshot> views) {
        this.views = views;
    }

    /** Returns the numbers that are not listed any more. */
    int[] removed(int[] held) {
        BitSet listed = numbers();
        int[] removed = new int[held.length];
        int count = 0;
        for (int number : held) {
            if (!listed.get(number)) {
                removed[count++] = number;
            }
        }
        return Arrays.copyOf(removed, count);
    }

    private BitSet numbers() {
        BitSet known = numbers;
        if (known == null) {
            BitSet all = new BitSet();
            views.forEach(view -> view.find(number -> true, row -> all.set(view.number(row))));
            numbers = all;
            known = all;
        }
        return known;
    }
}
