package dev.rota.stream.log;

import dev.rota.engine.Domain;
import dev.rota.engine.log.LogFormat;
import dev.rota.kafka.Topics;
import dev.rota.serde.SchemaRegistry;
import dev.rota.settings.Names;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import dev.rota.stream.common.StoppedException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.kafka.clients.admin.Admin;

/**
 * Puts rules in force: appends a rules record to every partition of a log. A quiet partition may decide next at a Tick,
 * without intake, so the output schemas that the rules need come first. Intake writes only the schemas of the greatest
 * rules that were kept, and of newer ones. So a number is kept once each partition has the schemas of the rules before
 * as well: an interrupted announcement may leave it with those.
 *
 * <p>An announcement that was interrupted has reached some partitions; repeating it is harmless. Rules never decrease:
 * a rules record with a lower number than the one in force has no effect.
 */
public final class RulesAnnouncement {

    private final Names names;
    private final AnnouncementClients clients;
    private final Settings settings;
    private final AnnouncedRules announced;

    public RulesAnnouncement(Names names, Settings settings, Admin admin) {
        this(names, settings, new KafkaAnnouncementClients(names, settings, admin));
    }

    public RulesAnnouncement(Names names, Settings settings, AnnouncementClients clients) {
        this.names = names;
        this.clients = clients;
        this.settings = settings;
        this.announced = new AnnouncedRules(names, clients.admin());
    }

    /** Begins a log that was just created with the newest rules; no instance has read it with older ones. */
    public void begin() {
        int rules = names.domain().rules();
        announced.keep(rules, clients.positions());
        Map<Integer, Long> ends = ends();
        append(ends.keySet(), List.of(LogFormat.rules(rules, ends.size())));
    }

    private Map<Integer, Long> ends() {
        return Topics.ends(clients.admin(), names.log());
    }

    /**
     * Announces rules in all partitions.
     *
     * @throws StoppedException if this build does not have them, or newer ones were announced
     */
    public void announce(int rules, SchemaRegistry registry) throws InterruptedException {
        requireKnown(names.domain(), rules);
        String domain = names.domain().name();
        int before = announced.greatest(clients.reader(), clients.ticker());
        if (rules < before) {
            throw new StoppedException(
                    "expected rules of at least " + before + " for " + domain + ", but it is " + rules
                            + ": rules " + domain + "/" + before + " were announced in " + names.log()
                            + ", and rules never go back");
        }
        List<LogFormat.Written> schemas = new ArrayList<>();
        for (Map.Entry<Integer, Schema> schema : new OutputSchemas(
                        names, registry, settings.flag(Setting.AUTO_REGISTER))
                .under(before, rules)
                .entrySet()) {
            schemas.add(LogFormat.schema(schema.getKey(), schema.getValue()));
        }
        Map<Integer, Long> ends = ends();
        List<Integer> empty = ends.keySet().stream()
                .filter(partition -> ends.getOrDefault(partition, 0L) == 0)
                .toList();
        append(empty, List.of(LogFormat.rules(1, ends.size())));
        append(ends.keySet(), schemas);
        announced.keep(rules, clients.positions());
        append(ends.keySet(), List.of(LogFormat.rules(rules, ends.size())));
    }

    /** Throws if this build does not have the rules. */
    public static void requireKnown(Domain domain, int rules) {
        if (rules < 1 || rules > domain.rules()) {
            throw new StoppedException(
                    "expected rules from 1 to " + domain.rules() + " for " + domain.name() + ", but it is " + rules);
        }
    }

    /** Appends records to each of the partitions, in order, and waits until all are acknowledged. */
    private void append(Collection<Integer> partitions, List<LogFormat.Written> records) {
        LogAppend.toEach(names.log(), partitions, records, clients.log());
    }
}
