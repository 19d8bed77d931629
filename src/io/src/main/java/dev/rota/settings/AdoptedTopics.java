package dev.rota.settings;

import dev.rota.engine.Domain;
import dev.rota.engine.adopt.Mapping;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The topics that a domain adopts: {@code adopt.TOPIC=DOMAIN}, and {@code adopt.TOPIC.FIELD=...} for the fields of its
 * mapping. Names of topics contain dots, so a key is a field only if the rest of it is an adopted topic.
 */
public final class AdoptedTopics {

    /** The prefix of all keys. */
    static final String PREFIX = "adopt.";

    private static final Pattern TOPIC = Pattern.compile("(?!\\.{1,2}$)[a-zA-Z0-9._-]{1,249}");

    /** A topic with the settings of its fields, as far as they are known. */
    private record Adopting(String topic, Domain domain, SortedMap<String, String> settings) {

        boolean hasField(String key) {
            return key.startsWith(topic + ".") && Mapping.isSetting(domain, field(key));
        }

        String field(String key) {
            return key.substring(topic.length() + 1);
        }
    }

    /** Names with which keys of the positions topic begin that are no topics. */
    private static final List<String> KEYS = List.of("mapping", "level", "claim", "rules", "schema");

    /** The prefix of Kafka's internal topics. */
    private static final String KAFKAS = "__";

    /** The prefix of the topics that only Rota reads, behind that of all topics. */
    private static final String OWN = "rota-";

    private AdoptedTopics() {}

    /** Returns whether a text is a name that Kafka allows for topics. */
    public static boolean isTopic(String name) {
        return TOPIC.matcher(name).matches();
    }

    /** Returns the settings of the mapping of each topic that a domain adopts. */
    public static SortedMap<String, SortedMap<String, String>> of(Domain domain, Settings settings) {
        return of(List.of(domain), settings, false);
    }

    /**
     * Throws {@link BadSetting} unless every setting belongs to a topic that may be adopted, its mapping is valid, and no
     * decision comes back to its scheduler as an adopted record, which would cause decisions without end.
     */
    public static void require(Collection<Domain> domains, Settings settings) {
        Map<String, Domain> adopting = new TreeMap<>();
        of(domains, settings, true).forEach((topic, its) -> {
            Domain domain = domain(domains, settings, topic);
            if (!isTopic(topic)) {
                throw new BadSetting("expected 'adopt." + topic + "' to name a topic as Kafka allows them: up to 249"
                        + " letters, digits, dots, underscores and hyphens");
            }
            if (KEYS.contains(topic)) {
                throw new BadSetting("expected 'adopt." + topic + "' to name a topic that is none of "
                        + String.join(", ", KEYS) + ", which have another meaning where its position is kept");
            }
            if (topic.startsWith(KAFKAS) || isOurs(topic, domain, domains, settings)) {
                throw new BadSetting("expected 'adopt." + topic + "' to name a topic that is not one of Rota's own");
            }
            mapping(domain, topic, false, its);
            adopting.put(topic, domain);
        });
        AdoptedCycle cycle = new AdoptedCycle(domains, settings, adopting);
        adopting.keySet().forEach(cycle::refuse);
    }

    /**
     * Returns whether a topic is one that only Rota reads, a log, or any topic of the domain that adopts it. Inputs and
     * outputs of other domains may be adopted.
     */
    private static boolean isOurs(String topic, Domain domain, Collection<Domain> domains, Settings settings) {
        // Positions and changelogs of any scheduler, also of one that is not installed here.
        return (topic.startsWith(settings.text(Setting.TOPIC_PREFIX) + OWN)
                        && (topic.contains("-intake-") || topic.contains("-scheduler-")))
                || Names.of(domain, settings).isOwn(topic)
                || domains.stream()
                        .anyMatch(each -> Names.of(each, settings).log().equals(topic));
    }

    /** Returns the mapping of a topic; throws {@link BadSetting} if its settings are invalid. */
    public static Mapping mapping(Domain domain, String topic, boolean compacted, SortedMap<String, String> settings) {
        try {
            return Mapping.of(domain, topic, compacted, settings);
        } catch (IllegalArgumentException e) {
            throw new BadSetting(
                    "expected valid settings of the adopted topic, but adopt." + topic + "." + e.getMessage());
        }
    }

    private static Domain domain(Collection<Domain> domains, Settings settings, String topic) {
        String name = settings.under(PREFIX).get(topic);
        return domains.stream()
                .filter(domain -> domain.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static SortedMap<String, SortedMap<String, String>> of(
            Collection<Domain> domains, Settings settings, boolean all) {
        SortedMap<String, Adopting> topics = new TreeMap<>();
        List<Map.Entry<String, String>> shortFirst = settings.under(PREFIX).entrySet().stream()
                .sorted(Comparator.comparingInt(entry -> entry.getKey().length()))
                .toList();
        for (Map.Entry<String, String> entry : shortFirst) {
            String key = entry.getKey();
            String value = entry.getValue().strip();
            Optional<Adopting> adopting = topics.values().stream()
                    .filter(each -> each.hasField(key))
                    .max(Comparator.comparingInt(each -> each.topic().length()));
            adopting.ifPresent(each -> each.settings().put(each.field(key), value));
            if (adopting.isEmpty()) {
                domains.stream()
                        .filter(domain ->
                                domain.adoption() != null && domain.name().equals(value))
                        .findFirst()
                        .ifPresent(domain -> topics.put(key, new Adopting(key, domain, new TreeMap<>())));
            }
            if (all && adopting.isEmpty() && !topics.containsKey(key)) {
                throw new BadSetting("expected 'adopt." + key + "' to be a scheduler that adopts topics ("
                        + String.join(", ", names(domains))
                        + "), or the key to be a field of a topic that is adopted, but it is '" + value + "'");
            }
        }
        SortedMap<String, SortedMap<String, String>> settingsOf = new TreeMap<>();
        topics.forEach((topic, adopting) -> settingsOf.put(topic, adopting.settings()));
        return Collections.unmodifiableSortedMap(settingsOf);
    }

    private static List<String> names(Collection<Domain> domains) {
        return domains.stream()
                .filter(domain -> domain.adoption() != null)
                .map(Domain::name)
                .toList();
    }
}
