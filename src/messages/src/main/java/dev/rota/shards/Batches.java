package dev.rota.shards;

import java.util.ArrayList;
import java.util.List;

/** The batches of a record. */
public final class Batches {

    private Batches() {}

    /** Returns the batch of a record, and those that it has beside it. */
    public static List<Batch> of(Batch record) {
        if (record.getMore().isEmpty()) {
            return List.of(record);
        }
        List<Batch> all = new ArrayList<>();
        all.add(record);
        all.addAll(record.getMore());
        return all;
    }
}
