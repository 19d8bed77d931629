package dev.rota.cli;

import dev.rota.stream.Tenant;
import java.util.ArrayList;
import java.util.List;

/** Returns the options with which a verb connects to a tenant's cluster. */
public final class ClusterOptions {

    private ClusterOptions() {}

    public static List<String> of(Tenant tenant) {
        List<String> words = new ArrayList<>();
        for (String key : List.of("kafka.bootstrap.servers", "schema.registry.url", "topic.prefix")) {
            words.add("--set");
            words.add(key + "=" + tenant.settings().under("").get(key));
        }
        return words;
    }
}
