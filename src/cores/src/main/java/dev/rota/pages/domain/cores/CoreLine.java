package dev.rota.pages.domain.cores;

import dev.rota.pages.view.Link;

/**
 * A core: its use in the latest blocks, and its next one.
 *
 * @param state its state in the next block, in words
 * @param para the para that is or will be on it
 * @param timesOut the first block at which its occupant can time out; empty if it has none
 * @param groups the current validator group and the next one
 * @param ifAvailable the next para if the occupant becomes available
 * @param ifTimedOut the next para if the occupant times out
 * @param concluded the number of candidates that became available in the blocks shown
 * @param timedOut the number of candidates that timed out in them
 * @param notBacked the number of times that no candidate was backed in them
 */
public record CoreLine(
        Link core,
        Strip strip,
        String state,
        Link para,
        String timesOut,
        String groups,
        Link ifAvailable,
        Link ifTimedOut,
        String concluded,
        String timedOut,
        String notBacked,
        boolean isTrouble) {}
