package dev.rota.settings;

import dev.rota.engine.Nullable;
import java.util.Collection;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/** The keys of all settings: Rota's own, those of Kafka, and those of domains and registry. */
final class KnownKeys {

    private final SortedSet<String> names = new TreeSet<>(KafkaKeys.ALL);

    /** Keys that a user's class reads; an entry that ends with a dot is a prefix. */
    private final SortedSet<String> plugin = new TreeSet<>();

    /**
     * Collects the known keys.
     * @param more the keys of domains and registry
     */
    KnownKeys(Collection<String> more) {
        for (Setting setting : Setting.values()) {
            names.add(setting.key());
        }
        names.addAll(more);
    }

    SortedSet<String> names() {
        return Collections.unmodifiableSortedSet(names);
    }

    /** Adds the keys that {@link Setting#PLUGIN_KEYS} lists. */
    void admit(@Nullable String keys) {
        if (keys == null || keys.isBlank()) {
            return;
        }
        for (String each : keys.split(",", -1)) {
            String key = each.strip();
            if (!KafkaKeys.claims(key)) {
                throw new BadSetting("expected '" + Setting.PLUGIN_KEYS.key()
                        + "' to be keys of kafka.* or streams.* separated by commas, but one is '" + key + "'");
            }
            plugin.add(key.endsWith(".*") ? key.substring(0, key.length() - 1) : key);
        }
    }

    /**
     * Refuses a key that is not known.
     * @param variable the environment variable that sets it; null if none does. Its user has never written the key
     */
    void require(String key, @Nullable String variable) {
        if (isKnown(key)) {
            return;
        }
        String nearest = ClosestName.of(key, names);
        StringBuilder message = new StringBuilder();
        if (variable == null) {
            message.append("expected a known setting, but there is none named '")
                    .append(key)
                    .append('\'');
        } else {
            message.append("expected every variable ROTA_... to be a known setting, but ")
                    .append(variable)
                    .append(" is not one");
        }
        if (nearest != null) {
            message.append("; did you mean ")
                    .append(variable == null ? "'" + nearest + "'" : Environment.variable(nearest))
                    .append('?');
        } else if (KafkaKeys.claims(key)) {
            message.append("; keys that a class of your own reads must be listed in " + Setting.PLUGIN_KEYS.key());
        }
        throw new BadSetting(message.toString());
    }

    private boolean isKnown(String key) {
        return names.contains(key)
                || key.startsWith(AdoptedTopics.PREFIX)
                || KafkaKeys.isOpen(key)
                || plugin.stream().anyMatch(each -> each.endsWith(".") ? key.startsWith(each) : key.equals(each));
    }
}
