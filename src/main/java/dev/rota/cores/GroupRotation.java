package dev.rota.cores;

/**
 * Which validator group is assigned to which core. Groups rotate by one core every {@code frequency} blocks of a
 * session: after k rotations, core c has group {@code (c - k) mod n} when rotating forward, {@code (c + k) mod n}
 * when rotating backward.
 *
 * @param sessionStart the session's first block, which has had no rotation
 * @param frequency blocks between rotations; 0 for never
 * @param groups the number of groups, at least 1 when a group is requested
 */
public record GroupRotation(long sessionStart, int frequency, int groups, boolean backward) {

    /** The group on core 0 at a block; the other cores' groups follow from it. */
    int firstGroup(long block) {
        if (frequency == 0) {
            return 0;
        }
        int moved = (int) ((block - sessionStart) / frequency % groups);
        return backward || moved == 0 ? moved : groups - moved;
    }

    /** The core of a group at a block. */
    public int coreAt(int group, long block) {
        return core(group, firstGroup(block));
    }

    /** The core of a group, if core 0 has {@code firstGroup}. */
    int core(int group, int firstGroup) {
        int core = group - firstGroup;
        return core < 0 ? core + groups : core;
    }

    /** The group on a core if core 0 has {@code firstGroup}. */
    int group(int core, int firstGroup) {
        int group = core + firstGroup;
        return group < groups ? group : group - groups;
    }

    public int groupAt(int core, long block) {
        return group(core, firstGroup(block));
    }

    /** The block of the last rotation at or before a block. */
    public long lastAt(long block) {
        return frequency == 0 ? sessionStart : block - (block - sessionStart) % frequency;
    }

    /** The last block before the groups rotate again; the greatest number if they never do. */
    public long unchangedTo(long block) {
        return frequency == 0 ? Long.MAX_VALUE : nextAt(block) - 1;
    }

    /** The block of the first rotation after a block; the session's first block if groups never rotate. */
    public long nextAt(long block) {
        return lastAt(block) + frequency;
    }
}
