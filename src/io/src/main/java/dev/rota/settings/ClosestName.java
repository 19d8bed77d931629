package dev.rota.settings;

import dev.rota.engine.Nullable;
import java.util.Collection;

/** Finds the known name closest to a misspelled one. */
public final class ClosestName {

    /** The length of name per misspelled character; a name with more errors is another word. */
    private static final int CHARACTERS_PER_SLIP = 4;

    private ClosestName() {}

    /** Returns the closest of the names, or null if none is close. */
    public static @Nullable String of(String given, Collection<String> names) {
        String nearest = null;
        int least = Math.max(1, given.length() / CHARACTERS_PER_SLIP) + 1;
        for (String name : names) {
            if (Math.abs(name.length() - given.length()) < least) {
                int distance = distance(given, name);
                if (distance < least) {
                    least = distance;
                    nearest = name;
                }
            }
        }
        return nearest;
    }

    /** Returns the end of a sentence about a misspelled name; empty if none of the names is close. */
    public static String question(String given, Collection<String> names) {
        String nearest = of(given, names);
        return nearest == null ? "" : "; did you mean '" + nearest + "'?";
    }

    /** Returns the number of characters to change, add or remove, or to swap with the next, to convert one name to the other. */
    private static int distance(String from, String to) {
        int[] above = new int[to.length() + 1];
        for (int column = 0; column <= to.length(); column++) {
            above[column] = column;
        }
        int[] twoAbove = above;
        for (int row = 1; row <= from.length(); row++) {
            int[] here = new int[to.length() + 1];
            here[0] = row;
            for (int column = 1; column <= to.length(); column++) {
                int changed = above[column - 1] + (from.charAt(row - 1) == to.charAt(column - 1) ? 0 : 1);
                here[column] = Math.min(changed, Math.min(above[column], here[column - 1]) + 1);
                if (row > 1
                        && column > 1
                        && from.charAt(row - 1) == to.charAt(column - 2)
                        && from.charAt(row - 2) == to.charAt(column - 1)) {
                    here[column] = Math.min(here[column], twoAbove[column - 2] + 1);
                }
            }
            twoAbove = above;
            above = here;
        }
        return above[to.length()];
    }
}
