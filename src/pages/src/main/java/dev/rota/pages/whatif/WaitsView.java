package dev.rota.pages.whatif;

import java.util.List;

/**
 * Waits over time as lines in a box of 1000 by 200.
 *
 * @param caption the title of the picture; empty if there is nothing to draw
 * @param scale the waits at the upper end, in the middle and at the lower end
 * @param from the beginning of the time
 * @param to its end
 * @param rows the same as a table
 */
public record WaitsView(String caption, List<String> scale, String from, String to, List<Line> lines, List<Row> rows) {

    static final WaitsView NONE = new WaitsView("", List.of(), "", "", List.of(), List.of());

    public WaitsView {
        scale = List.copyOf(scale);
        lines = List.copyOf(lines);
        rows = List.copyOf(rows);
    }

    /**
     * A line of the picture.
     *
     * @param world its name
     * @param look a class of the style sheet
     * @param path the line as an SVG path
     * @param dots its points, as an SVG path of lines without length
     */
    public record Line(String world, String look, String path, String dots) {}

    /** The waits that began in one step, in each world. */
    public record Row(String from, List<String> cells) {

        public Row {
            cells = List.copyOf(cells);
        }
    }
}
