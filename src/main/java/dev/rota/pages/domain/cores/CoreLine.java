package dev.rota.pages.domain.cores;

import dev.rota.pages.view.Link;

/**
 * A core: what was on it in the latest blocks, and what it does next.
 *
 * @param state its state in the next block, in words
 * @param para who is or will be on it
 * @param timesOut the first block at which its occupant can time out; empty if it has none
 * @param groups the validator group now, and the next one
 * @param ifAvailable who is next if the occupant becomes available
 * @param ifTimedOut who is next if it times out
 * @param concluded how many candidates became available in the blocks shown
 * @param timedOut how many timed out in them
 * @param notBacked how often nothing was backed in them
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
