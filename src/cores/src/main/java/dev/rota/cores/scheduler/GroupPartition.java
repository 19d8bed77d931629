package dev.rota.cores.scheduler;

import java.util.ArrayList;
import java.util.List;

/**
 * Divides validators into groups: consecutive ranges of indices, the first ones longer by one if they do not divide
 * evenly.
 *
 * @param groups the number of groups, one per core; 0 if there are no validators or no cores
 */
record GroupPartition(int validators, int groups) {

    static GroupPartition of(int validators, int cores) {
        return new GroupPartition(validators, validators == 0 ? 0 : cores);
    }

    /** Returns the first index of a group, or the number of validators for the number of groups. */
    int from(int group) {
        return group * (validators / groups) + Math.min(group, validators % groups);
    }

    /** Returns the indices of each group. */
    List<List<Integer>> indices() {
        List<List<Integer>> all = new ArrayList<>(groups);
        for (int group = 0; group < groups; group++) {
            List<Integer> indices = new ArrayList<>(from(group + 1) - from(group));
            for (int index = from(group); index < from(group + 1); index++) {
                indices.add(index);
            }
            all.add(indices);
        }
        return all;
    }
}
