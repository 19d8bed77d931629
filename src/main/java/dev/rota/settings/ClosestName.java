package dev.rota.settings;

import dev.rota.engine.Nullable;
import java.util.Collection;

/** Finds the known name closest to a misspelled one. */
final class ClosestName {

    /** The length of name per misspelled character; a name with more errors is another word. */
    private static final int CHARACTERS_PER_SLIP = 4;

    private ClosestName() {}

    /** Returns the closest of the names, or null if none is close. */
    static @Nullable String of(String given, Collection<String> names) {
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

    /** Returns the number of characters to change, add or remove to convert one name to the other. */
    private static int distance(String from, String to) {
        int[] above = new int[to.length() + 1];
        for (int column = 0; column <= to.length(); column++) {
            above[column] = column;
        }
        for (int row = 1; row <= from.length(); row++) {
            int[] here = new int[to.length() + 1];
            here[0] = row;
            for (int column = 1; column <= to.length(); column++) {
                int changed = above[column - 1] + (from.charAt(row - 1) == to.charAt(column - 1) ? 0 : 1);
                here[column] = Math.min(changed, Math.min(above[column], here[column - 1]) + 1);
            }
            above = here;
        }
        return above[to.length()];
    }
}
