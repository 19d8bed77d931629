package dev.rota.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Domain;
import dev.rota.jobs.scheduler.JobsDomain;
import dev.rota.shards.scheduler.ShardsDomain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The tables of settings have each key, with its default. */
class SettingsPageTest {

    private static final Pattern ROW = Pattern.compile("(?m)^\\| (`[^|]*`) \\| ([^|]*?) ?\\| [^|]+\\|$");
    private static final Pattern KEY = Pattern.compile("`([^`]+)`");

    @Test
    void shouldListEachSettingWithItsDefault() throws IOException {
        Map<String, String> listed = listed();

        for (Setting setting : Setting.values()) {
            assertThat(listed).containsKey(setting.key());
            String fallback = setting.fallback();
            if (fallback != null) {
                assertThat(bytes(Objects.requireNonNull(listed.get(setting.key()))))
                        .as(setting.key())
                        .isEqualTo(fallback);
            }
        }
    }

    @Test
    void shouldListNoOtherSettings() throws IOException {
        List<String> known = new ArrayList<>(
                Arrays.stream(Setting.values()).map(Setting::key).toList());
        for (Domain domain : List.of(new JobsDomain(), new ShardsDomain())) {
            domain.settings().forEach(key -> known.add(domain.name() + "." + key));
        }
        known.addAll(List.of("kafka.*", "streams.*", "schema.registry.*", "<domain>.partitions"));
        known.addAll(List.of("adopt.TOPIC", "adopt.TOPIC.FIELD"));

        assertThat(listed().keySet()).containsExactlyInAnyOrderElementsOf(known);
    }

    /** Returns the defaults of all keys, without the mark-up. */
    private static Map<String, String> listed() throws IOException {
        Map<String, String> listed = new TreeMap<>();
        String page = Files.readString(Path.of("deploy/SETTINGS.md"));
        ROW.matcher(page)
                .results()
                .forEach(row -> KEY.matcher(row.group(1))
                        .results()
                        .forEach(key -> assertThat(
                                        listed.put(key.group(1), row.group(2).replace("`", "")))
                                .as(key.group(1) + " is listed twice")
                                .isNull()));
        return listed;
    }

    /** Returns a number of MiB as a number of bytes, and other defaults as they are. */
    private static String bytes(String shown) {
        return shown.endsWith(" MiB")
                ? String.valueOf(Long.parseLong(shown.substring(0, shown.length() - 4)) << 20)
                : shown;
    }
}
