package dev.rota.whatif.report;

import dev.rota.engine.Nullable;

/**
 * A subject whose wait differs between the worlds.
 *
 * @param subject its name for people, with the number of its coming if it came before
 * @param name its name
 * @param baselineEnded whether it was served in the baseline
 * @param changeEnded whether it was served in the changed world
 * @param why what the scheduler says of it in both worlds, when it was served in the one in which it waited less; null if
 *     it was not asked
 */
public record Changed(
        String subject,
        String name,
        long baseline,
        boolean baselineEnded,
        long change,
        boolean changeEnded,
        @Nullable Why why) {

    /** Two answers of the scheduler, which may be empty. */
    public record Why(String baseline, String change) {}
}
