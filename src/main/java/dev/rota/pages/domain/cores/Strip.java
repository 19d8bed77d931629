package dev.rota.pages.domain.cores;

import java.util.List;

/**
 * A row of cells, one for each of the latest blocks, with what was on a core or became of a claim. Members are the
 * commands of SVG paths, one path for all of a kind, so that a busy row is small.
 *
 * @param label what it shows, in words
 * @param waits where a claim waits in the queue
 * @param chains stays of parachains
 * @param claims stays of claims
 * @param hollow what is scheduled, or was scheduled and not backed
 * @param concluded the ends of those whose candidate became available
 * @param failed the ends of those that timed out, or were dropped
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

    /** A picture with links in it is a group: a reader that takes it for an image would not offer them. */
    public String role() {
        return marks.stream().allMatch(mark -> mark.url().isEmpty()) ? "img" : "group";
    }

    /** The number of a para, in the middle of its stay. */
    public record Mark(int x, String text, String url) {}
}
