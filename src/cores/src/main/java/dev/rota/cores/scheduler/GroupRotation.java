package dev.rota.cores.scheduler;

/**
 * The rotation of validator groups over cores. Groups rotate by one core every {@code frequency} blocks of a session:
 * after k rotations, core c has group {@code (c - k) mod n} when rotating forward, {@code (c + k) mod n} when rotating
 * backward.
 *
 * @param sessionStart the session's first block, which has had no rotation
 * @param frequency the number of blocks between rotations, or 0 for never
 * @param groups the number of groups, at least 1 when a group is requested
 */
public record GroupRotation(long sessionStart, int frequency, int groups, boolean backward) {

    /** Returns the group on core 0 at a block; the groups of the other cores follow from it. */
    int firstGroup(long block) {
        if (frequency == 0) {
            return 0;
        }
        int moved = (int) ((block - sessionStart) / frequency % groups);
        return backward || moved == 0 ? moved : groups - moved;
    }

    /** Returns the core of a group at a block. */
    public int coreAt(int group, long block) {
        return core(group, firstGroup(block));
    }

    /** Returns the core of a group, if core 0 has {@code firstGroup}. */
    int core(int group, int firstGroup) {
        int core = group - firstGroup;
        return core < 0 ? core + groups : core;
    }

    /** Returns the group on a core, if core 0 has {@code firstGroup}. */
    int group(int core, int firstGroup) {
        int group = core + firstGroup;
        return group < groups ? group : group - groups;
    }

    public int groupAt(int core, long block) {
        return group(core, firstGroup(block));
    }

    /** Returns the block of the last rotation at or before a block. */
    public long lastAt(long block) {
        return frequency == 0 ? sessionStart : block - (block - sessionStart) % frequency;
    }

    /** Returns the last block before the groups rotate again, or the greatest number if they never do. */
    public long unchangedTo(long block) {
        return frequency == 0 ? Long.MAX_VALUE : nextAt(block) - 1;
    }

    /** Returns the block of the first rotation after a block, or the session's first block if groups never rotate. */
    public long nextAt(long block) {
        return lastAt(block) + frequency;
    }
}
