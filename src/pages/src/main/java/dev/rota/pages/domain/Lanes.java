package dev.rota.pages.domain;

import java.util.List;

/**
 * A picture of several places over one stretch of time, in which each place is a row of a table.
 *
 * @param caption the title of the picture, which is empty if there are no lanes
 * @param from the beginning of the time, formatted
 * @param to the end of the time, formatted
 */
public record Lanes(String caption, String from, String to, List<Lane> lanes) {

    /** The width of each lane, in the units of {@link Span#x}. */
    public static final int WIDTH = 1_000;

    public Lanes {
        lanes = List.copyOf(lanes);
    }

    /**
     * The lane of a place.
     *
     * @param url the address of the place's page; empty if it has none
     * @param text the content of the lane in words
     */
    public record Lane(String name, String url, String text, List<Span> spans) {
        public Lane {
            spans = List.copyOf(spans);
        }
    }

    /**
     * A stretch of time at a place.
     *
     * @param look a class of the style sheet: {@code run}, {@code wait}, {@code stop}
     * @param isCut whether it ended before its regular end, which is marked
     */
    public record Span(int x, int width, String look, String title, boolean isCut) {}
}
