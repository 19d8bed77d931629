package dev.rota.pages.domain.chunks;

import dev.rota.pages.view.Link;
import java.util.List;

/**
 * The placement of a chunk by an epoch: the walk of each replica over its ring.
 *
 * @param sentence the result, or the reason why no replica was placed
 * @param notes facts that no walk shows
 * @param tableCaption which stations the table has
 * @param rows the stations in the pictures, as rows of a table
 */
public record WalkView(
        String sentence, List<String> notes, List<PassView> passes, String tableCaption, List<Row> rows) {
    public WalkView {
        notes = List.copyOf(notes);
        passes = List.copyOf(passes);
        rows = List.copyOf(rows);
    }

    /** A pass over workers. */
    public record PassView(String caption, List<Walk> walks) {
        public PassView {
            walks = List.copyOf(walks);
        }
    }

    /**
     * The walk of a replica.
     *
     * @param label the picture in words
     * @param taker the worker that took the replica; without text if none did
     * @param end the result of the walk in words
     */
    public record Walk(String replica, String ring, String label, int width, List<Mark> marks, Link taker, String end) {
        public Walk {
            marks = List.copyOf(marks);
        }
    }

    /**
     * A station: a worker on the walk.
     *
     * @param look the worker's answer: takes, uncounted, holds, full, version; or rest for the stations that are not
     *     drawn
     */
    public record Mark(int x, String look, String title) {}

    /**
     * A station as a row.
     *
     * @param answer the worker's answer
     */
    public record Row(String replica, Link worker, String answer) {}
}
