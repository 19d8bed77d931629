package dev.rota.worker.verify;

import java.util.ArrayList;
import java.util.List;

/** Ascending heights, as ranges. */
final class Heights {

    private final List<String> ended = new ArrayList<>();
    private long from;
    private long to;

    void add(long height) {
        if (height == to + 1 && from > 0) {
            to = height;
            return;
        }
        end();
        from = height;
        to = height;
    }

    private void end() {
        if (from > 0) {
            ended.add(from == to ? String.valueOf(from) : from + " to " + to);
        }
    }

    /** Formats the ranges, such as {@code 1 to 7, 12}. */
    String text() {
        end();
        from = 0;
        return String.join(", ", ended);
    }
}
