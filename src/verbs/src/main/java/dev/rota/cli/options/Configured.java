package dev.rota.cli.options;

import dev.rota.engine.Nullable;
import dev.rota.settings.AdoptedTopics;
import dev.rota.settings.BadSetting;
import dev.rota.settings.ListeningHost;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;

/** The options for settings, which every verb with settings includes. */
public final class Configured {

    @Nullable
    @Option(names = "--config", paramLabel = "FILE", description = "A properties file.")
    private Path file;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            showDefaultValue = Visibility.NEVER,
            description = "Overrides a setting of the file and the environment (ROTA_ and the key in capitals, such as"
                    + " ROTA_KAFKA_BOOTSTRAP_SERVERS); may be repeated.")
    private List<String> over = List.of();

    public Settings settings() {
        Settings settings = withOwnRegistry(Settings.read(file, System.getenv(), over(), Domains.settingKeys()));
        // each domain checks its own settings, and every verb reports invalid ones
        AdoptedTopics.require(Domains.named(List.of(), settings), settings);
        return settings;
    }

    /** Returns the settings of a client verb, whose default cluster is that of {@code dev}. */
    public Settings clientSettings() {
        Settings given = settings();
        Map<String, String> missing = new LinkedHashMap<>();
        if (!given.has(Setting.BOOTSTRAP)) {
            missing.put(Setting.BOOTSTRAP.key(), "localhost:" + LocalPorts.BROKER);
        }
        if (!given.has(Setting.REGISTRY_URL)) {
            missing.put(Setting.REGISTRY_URL.key(), "http://localhost:" + LocalPorts.REGISTRY);
        }
        return given.with(missing);
    }

    /** Returns settings in which the registry is the one that an instance on this machine serves, if none is named. */
    private static Settings withOwnRegistry(Settings given) {
        if (!given.has(Setting.REGISTRY_PORT) || given.has(Setting.REGISTRY_URL)) {
            return given;
        }
        Map<String, String> registry = new LinkedHashMap<>();
        registry.put(
                Setting.REGISTRY_URL.key(),
                (given.has(Setting.REGISTRY_KEYSTORE) ? "https://" : "http://")
                        + ListeningHost.inUrl(given.text(Setting.REGISTRY_HOST)) + ":"
                        + given.text(Setting.REGISTRY_PORT));
        if (!given.text(Setting.REGISTRY_USER_INFO).isEmpty()) {
            registry.put("schema.registry.basic.auth.user.info", given.text(Setting.REGISTRY_USER_INFO));
        }
        return given.with(registry);
    }

    private Map<String, String> over() {
        Map<String, String> values = new LinkedHashMap<>();
        for (String pair : over) {
            int equals = pair.indexOf('=');
            if (equals < 1) {
                throw new BadSetting("expected --set KEY=VALUE, but it is '" + pair + "'");
            }
            values.put(pair.substring(0, equals), pair.substring(equals + 1));
        }
        return values;
    }
}
