package dev.rota.serde;

import dev.rota.settings.BadSetting;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;

/**
 * The wire format of topics: Confluent's frame around Avro, with schemas under the subject {@code <topic>-value}. It is
 * for clients; the log itself is read without a registry.
 */
public interface Wire extends AutoCloseable {

    byte[] write(String topic, SpecificRecord value) throws InterruptedException;

    /** Reads a record of any schema version into the generated class of its name. */
    SpecificRecord read(String topic, byte[] value) throws UnreadableValue, InterruptedException;

    @Override
    void close();

    /** Returns the subject of a topic's values. */
    static String subject(String topic) {
        return topic + "-value";
    }

    /**
     * Returns the configured wire format. {@code serde.provider} is rota or confluent, {@code serde.auto.register} is
     * true if unknown schemas are registered.
     * @throws IllegalArgumentException with a sentence for people
     */
    static Wire of(Map<String, String> properties) {
        return of(properties, RegistryWait.LOGGED);
    }

    /**
     * Returns the configured wire format, with a limit on how long it waits for the registry.
     * @param wait is notified during an outage, and ends the wait by throwing; only Rota's own client calls it
     */
    static Wire of(Map<String, String> properties, RegistryWait wait) {
        boolean autoRegister = autoRegister(properties);
        String provider = properties.getOrDefault("serde.provider", "rota");
        return switch (provider) {
            case "rota" -> of(RegistryClient.of(RegistrySettings.of(properties), wait), autoRegister);
            case "confluent" -> ConfluentWire.of(properties, autoRegister);
            default ->
                throw new IllegalArgumentException(
                        "expected serde.provider to be rota or confluent, but it is " + provider);
        };
    }

    /**
     * Returns the configured wire format of a process that runs until it is stopped.
     * @throws BadSetting if a setting is wrong
     */
    static Wire of(Settings settings) {
        try {
            return of(properties(settings));
        } catch (IllegalArgumentException e) {
            throw new BadSetting(String.valueOf(e.getMessage()));
        }
    }

    /** Returns the settings of the wire format and its registry. */
    static Map<String, String> properties(Settings settings) {
        Map<String, String> properties = new TreeMap<>();
        settings.under("schema.registry.").forEach((key, value) -> properties.put("schema.registry." + key, value));
        properties.put(Setting.SERDE_PROVIDER.key(), settings.text(Setting.SERDE_PROVIDER));
        properties.put(Setting.AUTO_REGISTER.key(), settings.text(Setting.AUTO_REGISTER));
        return properties;
    }

    static Wire of(SchemaRegistry registry, boolean autoRegister) {
        return new RotaWire(registry, autoRegister);
    }

    /** Returns whether {@code serde.auto.register} allows registering, which is the default. */
    static boolean autoRegister(Map<String, String> properties) {
        String value = properties.getOrDefault("serde.auto.register", "true");
        if (!value.equals("true") && !value.equals("false")) {
            throw new IllegalArgumentException("expected serde.auto.register to be true or false, but it is " + value);
        }
        return value.equals("true");
    }
}
