package dev.rota.pages;

import dev.rota.pages.index.Entry;
import java.util.List;
import java.util.Locale;

/** The rate of recent events, as the points of a line in a box of 100 by 24. */
final class Sparkline {

    private static final int WIDTH = 100;
    private static final int HEIGHT = 24;

    private Sparkline() {}

    /**
     * Returns the line of the entries within a span before {@code now}.
     *
     * @param entries entries of any time; the ones outside the span are not counted
     */
    static String points(List<Entry> entries, long now, long spanMs, int steps) {
        int[] counts = new int[steps];
        for (Entry entry : entries) {
            long age = now - entry.time();
            if (age >= 0 && age < spanMs) {
                counts[steps - 1 - (int) (age * steps / spanMs)]++;
            }
        }
        return points(counts);
    }

    /**
     * Returns the line of counts.
     *
     * @param counts the count of each step, the latest last
     */
    static String points(int[] counts) {
        int most = 1;
        for (int count : counts) {
            most = Math.max(most, count);
        }
        StringBuilder points = new StringBuilder();
        for (int i = 0; i < counts.length; i++) {
            points.append(i == 0 ? "" : " ")
                    .append(String.format(
                            Locale.ROOT,
                            "%d,%d",
                            i * WIDTH / (counts.length - 1),
                            HEIGHT - 1 - counts[i] * (HEIGHT - 2) / most));
        }
        return points.toString();
    }
}
