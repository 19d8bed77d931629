package dev.rota.settings;

import dev.rota.engine.Nullable;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The settings among the environment variables: {@code ROTA_} and the key in capitals. */
final class Environment {

    private static final String PREFIX = "ROTA_";

    /** The values of the variables, by key. */
    private final SortedMap<String, String> values = new TreeMap<>();

    /** The names of the variables, by key. */
    private final SortedMap<String, String> names = new TreeMap<>();

    /**
     * Reads the variables.
     * @param known the keys that a variable may set; in the name of any other variable, an underscore is a dot
     */
    Environment(Map<String, String> variables, Collection<String> known) {
        Map<String, String> keys = new TreeMap<>();
        new TreeSet<>(known).forEach(key -> keys.putIfAbsent(variable(key), key));
        new TreeMap<>(variables).forEach((name, value) -> {
            if (name.startsWith(PREFIX) && !isOfCommand(name)) {
                String plain =
                        name.substring(PREFIX.length()).toLowerCase(Locale.ROOT).replace('_', '.');
                String key = keys.getOrDefault(name, plain);
                values.put(key, value);
                names.put(key, name);
            }
        });
    }

    SortedMap<String, String> values() {
        return Collections.unmodifiableSortedMap(values);
    }

    /** Returns the name of the variable that sets a key, or null if none does. */
    @Nullable
    String name(String key) {
        return names.get(key);
    }

    static String variable(String key) {
        return PREFIX + key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }

    /** Returns whether a variable tells a command of a bot or worker what it works on. */
    private static boolean isOfCommand(String name) {
        return Stream.<Enum<?>[]>of(JobVariable.values(), RecordVariable.values(), SourceVariable.values())
                .flatMap(Arrays::stream)
                .anyMatch(variable -> variable.name().equals(name));
    }
}
