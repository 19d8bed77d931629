package dev.rota.stream;

import java.util.List;

/**
 * The partitions of a log for which this instance does something.
 *
 * @param decides partitions whose records it decides
 * @param restores partitions assigned to it whose rows are still being restored
 * @param standsBy partitions whose rows it keeps up to date, to take over at once
 */
public record Ownership(List<Integer> decides, List<Integer> restores, List<Integer> standsBy) {

    public Ownership {
        decides = List.copyOf(decides);
        restores = List.copyOf(restores);
        standsBy = List.copyOf(standsBy);
    }
}
