package dev.rota.pages.domain;

import java.util.ArrayList;
import java.util.List;

/**
 * A strip of slots. A few slots are drawn one by one, many as one bar.
 *
 * @param label the strip in words
 * @param slots the slots; empty if one bar is drawn
 * @param percent the filled part of the bar
 */
public record Slots(String label, List<Slot> slots, int percent) {

    /** The number of slots up to which each is drawn. */
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
     * Draws the slots that run work first, then the ones that are stuck, then the free ones.
     *
     * @param all the number of slots, which is not less than the number of running and stuck ones
     */
    public static Slots of(int all, int run, int stuck, String label) {
        List<Slot> slots = new ArrayList<>();
        for (int i = 0; i < all && all <= EACH_MAX; i++) {
            slots.add(new Slot(i * WIDTH + 1, i < run ? "run" : i < run + stuck ? "stop" : "free"));
        }
        return new Slots(label, slots, all == 0 ? 0 : (int) (100.0 * (run + stuck) / all));
    }
}
