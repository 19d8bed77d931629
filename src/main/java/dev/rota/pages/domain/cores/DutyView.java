package dev.rota.pages.domain.cores;

import dev.rota.pages.view.Link;
import java.util.List;

/**
 * The duties of a validator.
 *
 * @param label the calendar in words
 * @param width of the picture
 * @param days one cell for each stretch between rotations
 */
public record DutyView(String sentence, String label, int width, List<Day> days) {
    public DutyView {
        days = List.copyOf(days);
    }

    /**
     * Blocks between two rotations.
     *
     * @param x where its cell begins
     * @param para who is or will be on the core, if that is known
     * @param isNow whether the next block is one of them
     */
    public record Day(int x, int middle, Link from, String to, Link core, Link para, boolean isNow) {}
}
