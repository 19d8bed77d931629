package dev.rota.cli;

import dev.rota.serde.RegistryClient;
import dev.rota.serde.SchemaRegistry;
import dev.rota.serde.Wire;
import dev.rota.settings.BadSetting;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Creates the configured registry and wire format. */
final class Wires {

    private Wires() {}

    static Wire of(Settings settings) {
        return made(settings, Wire::of);
    }

    static SchemaRegistry registry(Settings settings) {
        return made(settings, RegistryClient::of);
    }

    private static <T> T made(Settings settings, Function<Map<String, String>, T> maker) {
        Map<String, String> properties = new TreeMap<>();
        settings.under("schema.registry.").forEach((key, value) -> properties.put("schema.registry." + key, value));
        properties.put(Setting.SERDE_PROVIDER.key(), settings.text(Setting.SERDE_PROVIDER));
        properties.put(Setting.AUTO_REGISTER.key(), settings.text(Setting.AUTO_REGISTER));
        try {
            return maker.apply(properties);
        } catch (IllegalArgumentException e) {
            throw new BadSetting(String.valueOf(e.getMessage()));
        }
    }
}
