package dev.rota.settings;

import dev.rota.engine.Nullable;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Settings by name. A later source wins: the properties file, the environment ({@code ROTA_} and the key in capitals,
 * {@code .} and {@code -} as {@code _}), {@code --set}. An unknown key is an error ({@link KnownKeys}).
 */
public final class Settings {

    private final SortedMap<String, String> values;

    private Settings(SortedMap<String, String> values) {
        this.values = values;
    }

    public static Settings of(Map<String, String> values) {
        return new Settings(new TreeMap<>(values));
    }

    /** Reads all sources; {@code more} are the domains' keys besides {@link Setting}'s. */
    public static Settings read(
            @Nullable Path file,
            Map<String, String> environment,
            Map<String, String> options,
            Collection<String> more) {
        TreeMap<String, String> values = new TreeMap<>();
        if (file != null) {
            values.putAll(file(file));
        }
        KnownKeys known = new KnownKeys(more);
        Environment variables = new Environment(environment, known.names());
        values.putAll(variables.values());
        values.putAll(options);
        known.admit(values.get(Setting.PLUGIN_KEYS.key()));
        values.forEach((key, value) -> {
            @Nullable String variable = options.containsKey(key) ? null : variables.name(key);
            known.require(key, variable);
            String written = variable == null ? "'" + key + "'" : variable;
            FixedSettings.require(key, value, written);
        });
        return new Settings(values);
    }

    /** These settings, overridden by others. */
    public Settings with(Map<String, String> over) {
        TreeMap<String, String> joined = new TreeMap<>(values);
        joined.putAll(over);
        return new Settings(joined);
    }

    public String text(Setting setting) {
        String value = values.get(setting.key());
        if (value == null) {
            value = setting.fallback();
        }
        if (value == null) {
            throw new BadSetting("expected the setting '" + setting.key() + "', but it is not set");
        }
        return value.trim();
    }

    public boolean has(Setting setting) {
        return values.containsKey(setting.key());
    }

    public long number(Setting setting, long min, long max) {
        return number(setting.key(), text(setting), min, max);
    }

    public int number(Setting setting) {
        return (int) number(setting, 0, Integer.MAX_VALUE);
    }

    public boolean flag(Setting setting) {
        String value = text(setting);
        if (!value.equals("true") && !value.equals("false")) {
            throw new BadSetting("expected '" + setting.key() + "' to be true or false, but it is '" + value + "'");
        }
        return value.equals("true");
    }

    /** A number set for one domain, such as {@code cores.partitions}, or else for all. */
    public int ofDomain(String domain, Setting setting) {
        String key = domain + "." + setting.key();
        String value = values.get(key);
        return (int) (value == null ? number(setting, 1, 10_000) : number(key, value.trim(), 1, 10_000));
    }

    /** The settings with a prefix, which is removed from the keys. */
    public SortedMap<String, String> under(String prefix) {
        SortedMap<String, String> under = new TreeMap<>();
        values.tailMap(prefix).forEach((key, value) -> {
            if (key.startsWith(prefix)) {
                under.put(key.substring(prefix.length()), value);
            }
        });
        return Collections.unmodifiableSortedMap(under);
    }

    /** The settings of every Kafka client of the process. */
    public Properties kafka() {
        Properties properties = new Properties();
        properties.putAll(under("kafka."));
        properties.put("bootstrap.servers", text(Setting.BOOTSTRAP));
        return properties;
    }

    /**
     * The settings of every producer of the process. One request in flight: on a new partition, a broker may refuse
     * the first batch, accept the second, and then refuse the first forever (KAFKA-15591).
     */
    public Properties producing() {
        Properties properties = kafka();
        properties.put("acks", "all");
        properties.put("enable.idempotence", "true");
        properties.put("max.in.flight.requests.per.connection", "1");
        return properties;
    }

    private static long number(String key, String value, long min, long max) {
        try {
            long number = Long.parseLong(value);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // reported below, with the bounds
        }
        throw new BadSetting(
                "expected '" + key + "' to be a number from " + min + " to " + max + ", but it is '" + value + "'");
    }

    private static Map<String, String> file(Path file) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            properties.load(reader);
        } catch (IOException e) {
            throw new BadSetting("expected a properties file at " + file + ", but it cannot be read ("
                    + e.getClass().getSimpleName() + ")");
        } catch (IllegalArgumentException e) {
            throw new BadSetting("expected a properties file at " + file + ", but " + e.getMessage());
        }
        TreeMap<String, String> values = new TreeMap<>();
        for (String key : new TreeSet<>(properties.stringPropertyNames())) {
            values.put(key, properties.getProperty(key));
        }
        return values;
    }
}
