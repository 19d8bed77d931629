package dev.rota.cores;

/**
 * Which validator group is on which core. Groups move on by one core every so many blocks of a session: after k
 * rotations core c has group {@code (c - k) mod n} when they go forward, {@code (c + k) mod n} when backward.
 *
 * @param sessionStart the session's first block, to which no rotation has happened
 * @param frequency blocks between rotations; 0: never
 * @param groups how many there are, at least 1 where a group is asked for
 */
record GroupRotation(long sessionStart, int frequency, int groups, boolean backward) {

    /** The group on core 0 at a block; the other cores' groups follow it round. */
    int firstGroup(long block) {
        if (frequency == 0) {
            return 0;
        }
        int moved = (int) ((block - sessionStart) / frequency % groups);
        return backward || moved == 0 ? moved : groups - moved;
    }

    /** The group on a core where core 0 has {@code firstGroup}. */
    int group(int core, int firstGroup) {
        int group = core + firstGroup;
        return group < groups ? group : group - groups;
    }

    int groupAt(int core, long block) {
        return group(core, firstGroup(block));
    }

    /** The block of the last rotation at or before a block. */
    long lastAt(long block) {
        return frequency == 0 ? sessionStart : block - (block - sessionStart) % frequency;
    }

    /** The block of the first rotation after a block; where groups never rotate, the session's first. */
    long nextAt(long block) {
        return lastAt(block) + frequency;
    }
}
