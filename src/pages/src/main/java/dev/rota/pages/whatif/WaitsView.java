package dev.rota.pages.whatif;

import java.util.List;

/**
 * Waits over time as lines in a box of 1000 by 200.
 *
 * @param caption the title of the picture; empty if there is nothing to draw
 * @param high the wait at the upper end
 * @param half the wait in the middle
 * @param low the wait at the lower end
 * @param from the beginning of the time
 * @param to its end
 * @param rows the same as a table
 */
public record WaitsView(
        String caption,
        String high,
        String half,
        String low,
        String from,
        String to,
        List<Line> lines,
        List<Row> rows) {

    static final WaitsView NONE = new WaitsView("", "", "", "", "", "", List.of(), List.of());

    public WaitsView {
        lines = List.copyOf(lines);
        rows = List.copyOf(rows);
    }

    /**
     * A line of the picture.
     *
     * @param look a class of the style sheet
     * @param path the line as an SVG path
     * @param dots its points, as an SVG path of lines without length
     */
    public record Line(String look, String path, String dots) {}

    /** The waits that began in one step. */
    public record Row(String from, String record, String baseline, String change) {}
}
