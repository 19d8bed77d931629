package dev.rota.pages.domain.cores;

import java.util.List;

/**
 * A row of cells, one for each of the latest blocks, with the use of a core or the state of a claim. The components are
 * the commands of SVG paths, one path for each kind of cell, so that a busy row is small.
 *
 * @param label the strip in words
 * @param waits the blocks in which a claim waits in the queue
 * @param chains stays of parachains
 * @param claims stays of claims
 * @param hollow stays that are scheduled, or were scheduled and not backed
 * @param concluded the ends of stays whose candidate became available
 * @param failed the ends of stays that timed out or were dropped
 */
public record Strip(
        String label,
        int width,
        String waits,
        String chains,
        String claims,
        String hollow,
        String concluded,
        String failed,
        List<Mark> marks) {
    public Strip {
        marks = List.copyOf(marks);
    }

    /**
     * Returns the ARIA role. A picture with links is a group, because screen readers do not offer the links in an
     * image.
     */
    public String role() {
        return marks.stream().allMatch(mark -> mark.url().isEmpty()) ? "img" : "group";
    }

    /** The number of a para, in the middle of its stay. */
    public record Mark(int x, String text, String url) {}
}
