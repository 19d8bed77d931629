package dev.rota.pages.whatif;

import java.util.List;

/**
 * Waits as distributions, in boxes of 1000 by 16.
 *
 * @param caption the title of the picture; empty if there is nothing to draw
 * @param marks the waits below the picture
 */
public record SpreadView(String caption, List<Mark> marks, List<Group> groups) {

    static final SpreadView NONE = new SpreadView("", List.of(), List.of());

    public SpreadView {
        marks = List.copyOf(marks);
        groups = List.copyOf(groups);
    }

    /** A wait at a place of the scale. */
    public record Mark(double x, String text) {}

    /** The waits of a group. */
    public record Group(String name, List<Bar> bars) {

        public Group {
            bars = List.copyOf(bars);
        }
    }

    /**
     * The waits of a group in one world.
     *
     * @param look a class of the style sheet
     * @param line from the wait that a tenth does not exceed to the one that nine tenths do not, as an SVG path
     * @param box the half in the middle
     * @param points the median, and the wait that 99 of 100 do not exceed
     * @param text the same in words
     */
    public record Bar(String world, String look, String line, String box, String points, String text) {}
}
