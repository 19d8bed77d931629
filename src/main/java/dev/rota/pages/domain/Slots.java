package dev.rota.pages.domain;

import java.util.ArrayList;
import java.util.List;

/**
 * A strip of slots: each on its own, or one bar if there are many.
 *
 * @param label the strip in words
 * @param slots each slot; empty if one bar is drawn
 * @param percent how much of the bar is filled
 */
public record Slots(String label, List<Slot> slots, int percent) {

    /** More slots are drawn as one bar. */
    private static final int EACH_MAX = 16;

    private static final int WIDTH = 14;

    public Slots {
        slots = List.copyOf(slots);
    }

    /**
     * A slot.
     *
     * @param look a class of the style sheet: {@code run}, {@code free} or {@code stop}
     */
    public record Slot(int x, String look) {}

    /**
     * Draws first the slots that run something, then those that are stuck, then those that are free.
     *
     * @param all at least as many as are taken
     */
    public static Slots of(int all, int run, int stuck, String label) {
        List<Slot> slots = new ArrayList<>();
        for (int i = 0; i < all && all <= EACH_MAX; i++) {
            slots.add(new Slot(i * WIDTH + 1, i < run ? "run" : i < run + stuck ? "stop" : "free"));
        }
        return new Slots(label, slots, all == 0 ? 0 : (int) (100.0 * (run + stuck) / all));
    }
}
