package dev.rota.cli;

import dev.rota.engine.Domain;
import dev.rota.engine.log.LogFormat;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Records a release for {@link ReleaseTest}: evidence that its archive exported, a folder for each domain, and what its
 * build has besides. The commit to be released writes the rows, so run it there, with the class path of the tests as
 * {@code RecordAnew} shows:
 *
 * <pre>
 * java -cp ... dev.rota.cli.RecordRelease VERSION EVIDENCE
 * </pre>
 */
final class RecordRelease {

    /** Values of settings that have no default. */
    private static final Map<String, String> EXAMPLES = Map.of(
            Setting.BOOTSTRAP.key(), "broker:9092",
            Setting.REGISTRY_URL.key(), "http://registry:8081",
            Setting.REGISTRY_PORT.key(), "8081",
            Setting.INSTANCE_ID.key(), "rota-0",
            Setting.HTTP_OPERATIONS_PORT.key(), "8079",
            Setting.HTTP_ADVERTISED.key(), "rota-0:8080",
            Setting.REGISTRY_KEYSTORE.key(), "/etc/rota/registry.p12");

    private RecordRelease() {}

    public static void main(String[] args) throws IOException, LogFormat.ForeignRecord {
        Path release = ReleaseTest.RELEASED.resolve(args[0]);
        for (Domain domain : ReleaseTest.DOMAINS) {
            Path evidence = Files.createDirectories(ReleaseTest.evidence(release, domain));
            try (Stream<Path> files = Files.list(Path.of(args[1]).resolve(domain.name()))) {
                for (Path file : files.toList()) {
                    Files.copy(file, evidence.resolve(file.getFileName()));
                }
            }
            ReleaseRows.record(domain, evidence, Files.createDirectories(release.resolve("rows")));
        }
        Settings defaults = Settings.of(Map.of());
        List<String> settings = new ArrayList<>();
        for (Setting setting : Setting.values()) {
            String example = EXAMPLES.get(setting.key());
            settings.add(setting.key() + "=" + (example == null ? defaults.text(setting) : example));
        }
        Files.write(release.resolve("settings.properties"), settings);
        Files.write(release.resolve("options.txt"), ReleaseTest.options(Main.line()));
        Files.write(release.resolve("metrics.txt"), MetricsTable.names());
    }
}
