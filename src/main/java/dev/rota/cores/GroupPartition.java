package dev.rota.cores;

import java.util.ArrayList;
import java.util.List;

/**
 * Divides validators into groups: consecutive ranges of indices, the first ones longer by one if they do not divide
 * evenly.
 */
final class GroupPartition {

    private GroupPartition() {}

    /** The groups; none if there are no validators or no cores. */
    static List<List<Integer>> of(int validators, int cores) {
        List<List<Integer>> groups = new ArrayList<>();
        if (validators == 0 || cores == 0) {
            return groups;
        }
        int next = 0;
        for (int core = 0; core < cores; core++) {
            int members = validators / cores + (core < validators % cores ? 1 : 0);
            List<Integer> group = new ArrayList<>(members);
            for (int i = 0; i < members; i++) {
                group.add(next++);
            }
            groups.add(group);
        }
        return groups;
    }
}
