package dev.rota.pages.domain;

import java.util.List;

/**
 * What happened in several places over one stretch of time: a picture in which each place is a row of a table.
 *
 * @param caption what it shows; the picture is empty if there are no lanes
 * @param from when it begins, for people
 */
public record Lanes(String caption, String from, String to, List<Lane> lanes) {

    /** The width of each lane, in the units of {@link Span#x}. */
    public static final int WIDTH = 1_000;

    public Lanes {
        lanes = List.copyOf(lanes);
    }

    /**
     * A place.
     *
     * @param url empty if it has no page
     * @param text what the picture shows, in words
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
     * @param isCut whether it ended before its time: marked at its end
     */
    public record Span(int x, int width, String look, String title, boolean isCut) {}
}
