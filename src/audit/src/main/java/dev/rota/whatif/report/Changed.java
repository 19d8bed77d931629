package dev.rota.whatif.report;

/**
 * A subject whose wait differs between the worlds.
 *
 * @param subject its name for people, with the number of its coming if it came before
 * @param name its name
 * @param baselineEnded whether it was served in the baseline
 * @param changeEnded whether it was served in the changed world
 */
public record Changed(
        String subject, String name, long baseline, boolean baselineEnded, long change, boolean changeEnded) {

    long difference() {
        return change - baseline;
    }
}
