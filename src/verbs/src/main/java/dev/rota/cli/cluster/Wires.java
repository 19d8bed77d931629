package dev.rota.cli.cluster;

import dev.rota.cli.options.Unusable;
import dev.rota.serde.RegistryClient;
import dev.rota.serde.RegistrySettings;
import dev.rota.serde.SchemaRegistry;
import dev.rota.serde.Wire;
import dev.rota.settings.BadSetting;
import dev.rota.settings.Settings;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;

/** Creates the configured registry and wire format. */
public final class Wires {

    private static final Duration OUTAGE_MAX = Duration.ofSeconds(10);

    private Wires() {}

    /** Returns the wire format for verbs that run until they are stopped: it waits during an outage of the registry. */
    public static Wire of(Settings settings) {
        return Wire.of(settings);
    }

    /** Returns the wire format for verbs whose user waits for the result: an outage of the registry ends them. */
    public static Wire impatient(Settings settings) {
        return made(settings, properties -> Wire.of(properties, Wires::giveUp));
    }

    static void giveUp(String why, Duration since) {
        if (since.compareTo(OUTAGE_MAX) >= 0) {
            throw new Unusable("expected a schema registry, but none responded in " + since.toSeconds() + " s: " + why
                    + ". Start one with 'rota dev', or name another one with --set schema.registry.url=URL or"
                    + " ROTA_SCHEMA_REGISTRY_URL=URL");
        }
    }

    public static SchemaRegistry registry(Settings settings) {
        return made(settings, RegistryClient::of);
    }

    /** Returns the registry for verbs whose user waits for the result: an outage of the registry ends them. */
    public static SchemaRegistry impatientRegistry(Settings settings) {
        return made(settings, properties -> RegistryClient.of(RegistrySettings.of(properties), Wires::giveUp));
    }

    private static <T> T made(Settings settings, Function<Map<String, String>, T> maker) {
        try {
            return maker.apply(Wire.properties(settings));
        } catch (IllegalArgumentException e) {
            throw new BadSetting(String.valueOf(e.getMessage()));
        }
    }
}
