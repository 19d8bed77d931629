package dev.rota.pages.domain.cores;

import dev.rota.pages.view.Link;
import java.util.List;

/**
 * The duties of a validator.
 *
 * @param label the calendar in words
 * @param width the width of the picture
 * @param days one cell for each stretch between rotations
 */
public record DutyView(String sentence, String label, int width, List<Day> days) {
    public DutyView {
        days = List.copyOf(days);
    }

    /**
     * The blocks between two rotations.
     *
     * @param x the left edge of its cell
     * @param para the para that is or will be on the core, if that is known
     * @param isNow whether the next block is one of them
     */
    public record Day(int x, int middle, Link from, String to, Link core, Link para, boolean isNow) {}
}
