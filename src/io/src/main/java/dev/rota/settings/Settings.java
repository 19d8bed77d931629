package dev.rota.settings;

import dev.rota.engine.Nullable;
import dev.rota.engine.text.FileProblem;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Settings by name. A later source takes precedence: the properties file, the environment ({@code ROTA_} and the key in
 * capitals, {@code .} and {@code -} as {@code _}), {@code --set}. An unknown key is an error ({@link KnownKeys}).
 */
public final class Settings {

    private final SortedMap<String, String> values;

    /** Keys set in the file or by an option, as opposed to the environment. */
    private final Set<String> byHand;

    private Settings(SortedMap<String, String> values, Set<String> byHand) {
        this.values = values;
        this.byHand = byHand;
    }

    public static Settings of(Map<String, String> values) {
        return new Settings(new TreeMap<>(values), Set.of());
    }

    /** Reads all sources. {@code more} contains the keys other than {@link Setting}'s and Kafka's. */
    public static Settings read(
            @Nullable Path file,
            Map<String, String> environment,
            Map<String, String> options,
            Collection<String> more) {
        TreeMap<String, String> values = new TreeMap<>();
        if (file != null) {
            values.putAll(file(file));
        }
        Set<String> byHand = new TreeSet<>(values.keySet());
        byHand.addAll(options.keySet());
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
            var unused = checked(form(key), written, value);
        });
        Settings settings = new Settings(values, byHand);
        settings.requireReplicas();
        return settings;
    }

    /** Returns these settings, overridden by others. */
    public Settings with(Map<String, String> over) {
        TreeMap<String, String> joined = new TreeMap<>(values);
        joined.putAll(over);
        return new Settings(joined, byHand);
    }

    /** Returns a topic's full name: with the prefix that all topics of this configuration share. */
    public String topic(String name) {
        return text(Setting.TOPIC_PREFIX) + name;
    }

    public String text(Setting setting) {
        String value = values.get(setting.key());
        if (value == null) {
            value = setting.fallback();
        }
        if (value == null) {
            throw new BadSetting("expected the setting '" + setting.key() + "', but it is not set");
        }
        return checked(setting.form(), "'" + setting.key() + "'", value);
    }

    public boolean has(Setting setting) {
        return values.containsKey(setting.key());
    }

    /**
     * Returns whether a key was set for this start, in a named file or by an option, as opposed to an environment
     * variable, which is set for all programs.
     */
    public boolean isByHand(String key) {
        return byHand.contains(key);
    }

    public long number(Setting setting) {
        return Long.parseLong(text(setting));
    }

    public boolean flag(Setting setting) {
        return text(setting).equals("true");
    }

    /** Returns a number set for one domain, such as {@code cores.partitions}, or else the one for all. */
    public int ofDomain(String domain, Setting setting) {
        String key = domain + "." + setting.key();
        String value = values.get(key);
        return (int)
                (value == null ? number(setting) : Long.parseLong(checked(setting.form(), "'" + key + "'", value)));
    }

    /** Returns the settings with a prefix, which is removed from the keys. */
    public SortedMap<String, String> under(String prefix) {
        SortedMap<String, String> under = new TreeMap<>();
        values.tailMap(prefix).forEach((key, value) -> {
            if (key.startsWith(prefix)) {
                under.put(key.substring(prefix.length()), value);
            }
        });
        return Collections.unmodifiableSortedMap(under);
    }

    /** Returns the settings of every Kafka client of the process. */
    public Properties kafka() {
        Properties properties = new Properties();
        properties.putAll(under("kafka."));
        properties.put("bootstrap.servers", text(Setting.BOOTSTRAP));
        return properties;
    }

    /**
     * Returns the settings of every producer of the process. There is one request in flight: on a new partition, a
     * broker may refuse the first batch, accept the second, and then refuse the first forever (KAFKA-15591).
     */
    public Properties producing() {
        Properties properties = kafka();
        properties.put("acks", "all");
        properties.put("enable.idempotence", "true");
        properties.put("max.in.flight.requests.per.connection", "1");
        return properties;
    }

    /**
     * Returns a value without surrounding white space if it has the form; {@code written} is the name that the user
     * wrote for its key.
     */
    private static String checked(Form form, String written, String value) {
        String bare = value.trim();
        if (!form.fits().test(bare)) {
            throw new BadSetting("expected " + written + " " + form.expected() + ", but it is '" + bare + "'");
        }
        return bare;
    }

    /**
     * Returns the syntax that values of {@code key} must match. The key of a domain's partitions is prefixed with the
     * domain.
     */
    private static Form form(String key) {
        for (Setting setting : Setting.values()) {
            if (setting.key().equals(key)) {
                return setting.form();
            }
        }
        return key.endsWith("." + Setting.PARTITIONS.key()) ? Setting.PARTITIONS.form() : Form.FREE;
    }

    /**
     * Returns the minimum number of replicas that acknowledge a record: as set, or 2, or 1 if there is only one
     * replica.
     */
    public long leastInSync() {
        long least = number(Setting.MIN_INSYNC_REPLICAS);
        return has(Setting.MIN_INSYNC_REPLICAS) ? least : Math.min(least, number(Setting.REPLICATION_FACTOR));
    }

    /** Throws if more replicas must be in sync than exist: no record would ever be acknowledged. */
    private void requireReplicas() {
        long least = leastInSync();
        long all = number(Setting.REPLICATION_FACTOR);
        if (least > all) {
            throw new BadSetting("expected '" + Setting.MIN_INSYNC_REPLICAS.key() + "' to be at most "
                    + Setting.REPLICATION_FACTOR.key() + ", which is " + all + ", but it is " + least);
        }
    }

    private static Map<String, String> file(Path file) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            properties.load(reader);
        } catch (IOException e) {
            throw new BadSetting(
                    "expected a properties file at " + file + ", but it cannot be read (" + FileProblem.of(e) + ")");
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
