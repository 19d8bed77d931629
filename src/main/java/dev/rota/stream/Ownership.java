package dev.rota.stream;

import java.util.List;

/**
 * What this instance does for which partitions of a log.
 *
 * @param decides those whose records it decides
 * @param restores those assigned to it whose rows are still being restored
 * @param standsBy those whose rows it keeps up to date, to take over at once
 */
public record Ownership(List<Integer> decides, List<Integer> restores, List<Integer> standsBy) {

    public Ownership {
        decides = List.copyOf(decides);
        restores = List.copyOf(restores);
        standsBy = List.copyOf(standsBy);
    }
}
