package dev.rota.engine.rows;

import java.util.ArrayList;
import java.util.List;

/** Deletes all rows of a store but its {@link RebuildMarker}, in slices that fit into a transaction. */
public final class RowWipe {

    private final RowStore store;

    /** A key that no remaining row precedes; a scan from the beginning would pass over all tombstones again. */
    private byte[] from = {0};

    private long deleted;

    public RowWipe(RowStore store) {
        this.store = store;
    }

    /** Deletes up to {@code max} rows. Returns false once there are none. */
    public boolean slice(int max) {
        List<byte[]> keys = new ArrayList<>();
        boolean more = true;
        try (RowStore.Range range = store.range(from, null)) {
            while (keys.size() < max && more) {
                more = range.next();
                if (more && !RebuildMarker.isAt(range.key())) {
                    keys.add(range.key());
                }
            }
        }
        keys.forEach(store::delete);
        deleted += keys.size();
        if (!keys.isEmpty()) {
            from = keys.get(keys.size() - 1);
        }
        return more;
    }

    /** Returns the number of rows deleted so far. */
    public long deleted() {
        return deleted;
    }
}
