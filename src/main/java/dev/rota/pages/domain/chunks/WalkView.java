package dev.rota.pages.domain.chunks;

import dev.rota.pages.view.Link;
import java.util.List;

/**
 * How an epoch placed a chunk: each replica's way over its ring.
 *
 * @param sentence what was placed, or why nothing was
 * @param notes what stands in no walk
 * @param tableCaption which stations the table has
 * @param rows the same as the pictures
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
     * A replica.
     *
     * @param label the picture in words
     * @param taker who took it; without text if nobody did
     * @param end how it ended, in words
     */
    public record Walk(String replica, String ring, String label, int width, List<Mark> marks, Link taker, String end) {
        public Walk {
            marks = List.copyOf(marks);
        }
    }

    /**
     * A station: a worker that the replica met.
     *
     * @param look what it does: takes, uncounted, holds, full, version; or rest for those that are not drawn
     */
    public record Mark(int x, String look, String title) {}

    /** A station as a row. */
    public record Row(String replica, Link worker, String says) {}
}
