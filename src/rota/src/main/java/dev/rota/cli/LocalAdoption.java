package dev.rota.cli;

import dev.rota.cli.options.Domains;
import dev.rota.engine.Domain;
import dev.rota.kafka.AdminAnswers;
import dev.rota.kafka.Topics;
import dev.rota.settings.AdoptedTopics;
import dev.rota.settings.Names;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import dev.rota.shards.scheduler.ShardsDomain;
import dev.rota.stream.adopted.MappingAnnouncement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;

/** Adopts topics on the broker of this process, and creates them, since they have no other owner. */
final class LocalAdoption {

    private LocalAdoption() {}

    /** Returns settings that adopt topics as well, each for the pool of its name, unless the settings say how. */
    static Settings with(List<String> topics, Settings given) {
        Map<String, String> more = new LinkedHashMap<>();
        for (String topic : topics) {
            if (!given.under("").containsKey("adopt." + topic)) {
                more.put("adopt." + topic, new ShardsDomain().name());
                more.put("adopt." + topic + ".pool", topic);
            }
        }
        more.keySet().removeAll(given.under("").keySet());
        Settings settings = given.with(more);
        AdoptedTopics.require(Domains.named(List.of(), settings), settings);
        return settings;
    }

    /** Creates the topics that a domain adopts, unless they exist, and announces their mappings. */
    static void announce(Domain domain, Settings settings, Admin admin) {
        AdoptedTopics.of(domain, settings).forEach((topic, fields) -> {
            if (Topics.find(admin, topic).isEmpty()) {
                NewTopic created = new NewTopic(topic, (int) settings.number(Setting.PARTITIONS), (short) 1);
                AdminAnswers.get(admin.createTopics(List.of(created)).all());
            }
            var unused = new MappingAnnouncement(Names.of(domain, settings), settings, admin)
                    .announce(AdoptedTopics.mapping(domain, topic, false, fields), OffsetSpec.earliest());
        });
    }
}
