package dev.rota.stream.adopted;

import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.engine.adopt.Mapping;
import dev.rota.kafka.Topics;
import dev.rota.settings.AdoptedTopics;
import dev.rota.stream.common.Ticker;
import dev.rota.stream.intake.NumberedSchema;
import dev.rota.stream.intake.SchemaLookups;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Determines which adopted topics can be read, and by which mapping. A topic is read if the mapping of this instance's
 * settings is the one that was announced last, the topic exists, it may be read, and the registry has the schema of the
 * events. Otherwise there is a note, and all other topics are read.
 */
final class ReadableTopics {

    private static final Logger LOG = LoggerFactory.getLogger(ReadableTopics.class);

    /** The interval of looks. */
    private static final long LOOK_NS = 1_000_000_000L;

    /** The time after which a topic that may not be read, or a registry that has refused, is tried again. */
    private static final long AGAIN_NS = 30_000_000_000L;

    /** The time that the registry has to answer after a start before there is a warning. */
    private static final long ANSWER_NS = 10_000_000_000L;

    private static final String UNANSWERED = "the schema registry has not answered yet";
    private static final String FORBIDDEN = "this principal may not read it (rota topics --acls)";

    private final Domain domain;
    private final SortedMap<String, SortedMap<String, String>> settings;
    private final Notices notices;
    private final Supplier<Future<NumberedSchema>> introduction;
    private final Ticker ticker;
    private final Map<String, SortedMap<Integer, Mapping>> mappings = new HashMap<>();

    /** Sentences about topics that are not read; also read by other threads. */
    private final Map<String, String> waits = Collections.synchronizedMap(new TreeMap<>());

    /** The last sentence that was logged for each topic. */
    private final Map<String, String> logged = new HashMap<>();

    /** Sentences about unread records that partitions have lost; also read by other threads. */
    private final Map<String, String> losses = Collections.synchronizedMap(new TreeMap<>());

    /** The number of partitions of each topic that exists. */
    private final Map<String, Integer> partitions = new HashMap<>();

    /** The schema of the events; null until the registry has answered. */
    private @Nullable NumberedSchema schema;

    private @Nullable Future<NumberedSchema> question;
    private long lastQuestion;

    /** Why the registry has not answered. */
    private String unanswered = UNANSWERED;

    /** When each topic that may not be read is tried again. */
    private final Map<String, Long> forbidden = new HashMap<>();

    private final Set<String> read = new TreeSet<>();

    /** The topics that were read after the last look. */
    private Set<String> lastRead = Set.of();

    private long lastLook;

    /** The version of the mapping by which each topic was read last. */
    private final Map<String, Integer> versions = new HashMap<>();

    /**
     * @param settings the settings of each adopted topic
     * @param introduction asks the registry for the schema of the events that are made of the records
     */
    ReadableTopics(
            Domain domain,
            SortedMap<String, SortedMap<String, String>> settings,
            Notices notices,
            Supplier<Future<NumberedSchema>> introduction,
            Ticker ticker) {
        this.domain = domain;
        this.settings = settings;
        this.notices = notices;
        this.introduction = introduction;
        this.ticker = ticker;
        this.lastLook = ticker.nanoTime() - LOOK_NS;
        this.lastQuestion = ticker.nanoTime() - AGAIN_NS;
    }

    /** Returns the adopted topics, be they read or not. */
    Set<String> all() {
        return settings.keySet();
    }

    /** Returns the topics to read. */
    Set<String> read() {
        return new TreeSet<>(read);
    }

    /** Returns the schema of the events. */
    NumberedSchema schema() {
        return Objects.requireNonNull(schema);
    }

    /** Returns the version of the mapping by which a topic is read, or was read last; 0 if it never was. */
    int version(String topic) {
        return versions.getOrDefault(topic, 0);
    }

    /** Returns a mapping; null if its announcement has not been seen. */
    @Nullable
    Mapping mapping(String topic, int version) {
        return mappings.getOrDefault(topic, new TreeMap<>()).get(version);
    }

    /** Returns the number of partitions of the topics that are read. */
    int partitions() {
        return read.stream()
                .mapToInt(topic -> partitions.getOrDefault(topic, 0))
                .sum();
    }

    /** Returns the number of partitions of all adopted topics that exist. */
    int allPartitions() {
        return partitions.values().stream().mapToInt(count -> count).sum();
    }

    /** Returns why topics are not read, and which records were lost; may be called by any thread. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        synchronized (waits) {
            notes.addAll(waits.values());
        }
        synchronized (losses) {
            notes.addAll(losses.values());
        }
        return notes;
    }

    /** Returns how many topics are not read; may be called by any thread. */
    int unread() {
        return waits.size();
    }

    /** Looks once a second which topics can be read; returns whether these have changed. */
    boolean look(Admin admin) throws InterruptedException {
        long now = ticker.nanoTime();
        if (now - lastLook < LOOK_NS) {
            return false;
        }
        lastLook = now;
        notices.take();
        learnSchema(now);
        Set<String> denied = new HashSet<>();
        Map<String, TopicDescription> existing =
                Topics.existing(admin, settings.keySet(), (topic, why) -> denied.add(topic));
        partitions.clear();
        existing.forEach((topic, description) ->
                partitions.put(topic, description.partitions().size()));
        settings.forEach((topic, topicSettings) -> {
            SortedMap<Integer, String> announced = notices.mappings(topic);
            String why = obstacle(topic, announced, topicSettings);
            if (why == null && !existing.containsKey(topic)) {
                why = denied.contains(topic) ? FORBIDDEN : "it does not exist";
            }
            if (why == null) {
                waits.remove(topic);
                logged.remove(topic);
                read.add(topic);
                versions.put(topic, announced.lastKey());
            } else {
                leave(topic, why);
            }
        });
        boolean changed = !read.equals(lastRead);
        lastRead = read();
        return changed;
    }

    /** Asks the registry for the schema of the events, without waiting for it. */
    private void learnSchema(long now) throws InterruptedException {
        if (schema == null && question == null && now - lastQuestion >= AGAIN_NS) {
            lastQuestion = now;
            question = introduction.get();
        }
        if (question != null && question.isDone()) {
            try {
                schema = question.get();
            } catch (ExecutionException e) {
                unanswered = String.valueOf(SchemaLookups.refused(e).getMessage());
            }
            question = null;
        }
    }

    /** Returns why a topic cannot be read, even if it exists; null if it can. */
    private @Nullable String obstacle(
            String topic, SortedMap<Integer, String> announced, SortedMap<String, String> topicSettings) {
        SortedMap<Integer, Mapping> known = mappings.computeIfAbsent(topic, none -> new TreeMap<>());
        try {
            for (Map.Entry<Integer, String> each : announced.entrySet()) {
                if (!known.containsKey(each.getKey())) {
                    known.put(each.getKey(), Mapping.parse(domain, each.getValue()));
                }
            }
        } catch (Mapping.Unknown e) {
            return "a newer build has adopted it: " + e.getMessage();
        }
        Long until = forbidden.get(topic);
        if (until != null && ticker.nanoTime() < until) {
            return FORBIDDEN;
        }
        forbidden.remove(topic);
        if (announced.isEmpty()) {
            return "it is not adopted yet (rota adopt " + topic + " --announce)";
        }
        int latest = announced.lastKey();
        Mapping mapping = Objects.requireNonNull(known.get(latest));
        String configured = AdoptedTopics.mapping(domain, topic, mapping.compacted(), topicSettings)
                .text();
        if (!configured.equals(mapping.text())) {
            return "the settings of this instance differ from its mapping " + latest
                    + ", which was announced last; 'rota adopt " + topic + "' shows the difference";
        }
        return schema == null ? unanswered : null;
    }

    private void leave(String topic, String why) {
        read.remove(topic);
        String sentence = "intake does not read " + topic + ": " + why;
        waits.put(topic, sentence);
        boolean isEarly = why.equals(UNANSWERED) && ticker.nanoTime() - lastQuestion < ANSWER_NS;
        if (!isEarly && !sentence.equals(logged.put(topic, sentence))) {
            LOG.warn("{} {}", domain.name(), sentence);
        }
    }

    /** Leaves topics that may not be read, and tries the adopted ones among them again later. */
    void forbid(Collection<String> topics) {
        for (String topic : topics) {
            if (settings.containsKey(topic)) {
                forbidden.put(topic, ticker.nanoTime() + AGAIN_NS);
                leave(topic, FORBIDDEN);
                lastLook = ticker.nanoTime() - LOOK_NS;
            }
        }
    }

    /** Takes note of records that a partition has lost before they were read. */
    void lost(TopicPartition partition, String what) {
        LOG.error("{} goes on without lost records of an adopted topic: {}", domain.name(), what);
        losses.put(partition.toString(), "intake goes on without lost records of an adopted topic: " + what);
    }
}
