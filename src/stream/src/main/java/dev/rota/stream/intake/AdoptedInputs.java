package dev.rota.stream.intake;

import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.engine.adopt.Mapping;
import dev.rota.kafka.Topics;
import dev.rota.settings.AdoptedTopics;
import dev.rota.settings.Names;
import dev.rota.settings.Settings;
import dev.rota.stream.common.Ticker;
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
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The topics that this instance adopts. One is read if its mapping is the one that was announced last; its settings may
 * be older or newer than that, and the topic may be missing or forbidden: then it waits, and everything else goes on.
 */
final class AdoptedInputs implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(AdoptedInputs.class);

    /** How often it is looked up which topics can be read. */
    private static final long LOOK_NS = 1_000_000_000L;

    /** How long a topic is left alone that could not be read although it can be described; also a registry. */
    private static final long FORBIDDEN_NS = 30_000_000_000L;

    /** The time after which it is worth a warning that the registry has not answered: at a start, it cannot have. */
    private static final long ANSWER_NS = 10_000_000_000L;

    private static final String UNANSWERED = "the schema registry has not answered yet";

    /**
     * The size of the records that the consumer holds of partitions that are paused. It keeps at most one answer of each
     * partition, so this is divided among them.
     */
    private static final int FETCHED_BYTES_MAX = 128 << 20;

    private static final int PARTITION_BYTES_MIN = 16 << 10;
    private static final int PARTITION_BYTES_MAX = ConsumerConfig.DEFAULT_MAX_PARTITION_FETCH_BYTES;

    private final Domain domain;
    private final SortedMap<String, SortedMap<String, String>> settings;
    private final @Nullable Notices notices;
    private final @Nullable Supplier<Future<InputReader.Numbered>> introduction;
    private final Ticker ticker;
    private final Map<String, SortedMap<Integer, Mapping>> mappings = new HashMap<>();

    /** Why topics are not read; also read by other threads. */
    private final Map<String, String> waits = Collections.synchronizedMap(new TreeMap<>());

    /** The reasons that were logged. */
    private final Map<String, String> warned = new HashMap<>();

    /** Sentences about unread records that partitions have lost; also read by other threads. */
    private final Map<String, String> lost = Collections.synchronizedMap(new TreeMap<>());

    /** The number of partitions of each topic that exists. */
    private final Map<String, Integer> partitions = new HashMap<>();

    /** The schema of the events; null until the registry has answered. */
    private @Nullable InputReader.Numbered schema;

    private @Nullable Future<InputReader.Numbered> asked;
    private long lastAsked;
    private String unknown = UNANSWERED;

    /** Until when topics that may not be read are left alone. */
    private final Map<String, Long> forbidden = new HashMap<>();

    /** The topics that are read. */
    private final Set<String> read = new TreeSet<>();

    /** The topics that were read at the last look. */
    private Set<String> subscribed = Set.of();

    private long lastLook;

    /** The backlogs that were told last; also read by other threads. */
    private volatile Map<String, Long> levels = Map.of();

    /** The version by which each topic was read last. */
    private final Map<String, Integer> versions = new HashMap<>();

    /**
     * Creates the adopted topics of a domain.
     *
     * @param notices is closed with this
     * @param introduction asks the registry for the schema of the events that are made of their records
     */
    AdoptedInputs(
            Names names,
            Settings settings,
            Notices notices,
            Supplier<Future<InputReader.Numbered>> introduction,
            Ticker ticker) {
        this(names.domain(), AdoptedTopics.of(names.domain(), settings), notices, introduction, ticker);
    }

    private AdoptedInputs(
            Domain domain,
            SortedMap<String, SortedMap<String, String>> settings,
            @Nullable Notices notices,
            @Nullable Supplier<Future<InputReader.Numbered>> introduction,
            Ticker ticker) {
        this.domain = domain;
        this.settings = settings;
        this.notices = notices;
        this.introduction = introduction;
        this.ticker = ticker;
        this.lastLook = ticker.nanoTime() - LOOK_NS;
        this.lastAsked = ticker.nanoTime() - FORBIDDEN_NS;
    }

    /** Returns the adopted topics of a domain that adopts none. */
    static AdoptedInputs none(Names names, Ticker ticker) {
        return new AdoptedInputs(names.domain(), new TreeMap<>(), null, null, ticker);
    }

    /** Returns the schema of the events. */
    InputReader.Numbered schema() {
        return Objects.requireNonNull(schema);
    }

    /** Returns why topics are not read. */
    List<String> waits() {
        List<String> all = new ArrayList<>();
        synchronized (waits) {
            all.addAll(waits.values());
        }
        synchronized (lost) {
            all.addAll(lost.values());
        }
        return all;
    }

    /** Returns how many topics are not read; may be called by any thread. */
    int unread() {
        return waits.size();
    }

    /** Returns the topics to read. */
    Set<String> topics() {
        return Set.copyOf(read);
    }

    boolean has(String topic) {
        return settings.containsKey(topic);
    }

    /** Returns the version of the mapping by which a topic is read, or was read last. */
    int version(String topic) {
        return versions.getOrDefault(topic, 0);
    }

    /** Returns the number by which a topic is read: the version of its mapping, or of an input, this build's rules. */
    int readBy(String topic) {
        return has(topic) ? version(topic) : domain.rules();
    }

    /** Returns a mapping; null if it was not announced, as far as is known. */
    @Nullable
    Mapping mapping(String topic, int version) {
        return mappings.getOrDefault(topic, new TreeMap<>()).get(version);
    }

    /** Looks up from time to time which topics can be read; returns whether those have changed. */
    boolean look(Admin admin) throws InterruptedException {
        Notices told = notices;
        long now = ticker.nanoTime();
        if (told == null || now - lastLook < LOOK_NS) {
            return false;
        }
        lastLook = now;
        told.take();
        levels = told.levels();
        learnSchema(now);
        Set<String> denied = new HashSet<>();
        Map<String, TopicDescription> existing =
                Topics.existing(admin, settings.keySet(), (topic, why) -> denied.add(topic));
        partitions.clear();
        existing.forEach((topic, its) -> partitions.put(topic, its.partitions().size()));
        settings.forEach((topic, its) -> {
            SortedMap<Integer, String> announced = told.mappings(topic);
            String wait = wait(topic, announced, its);
            if (wait == null && !existing.containsKey(topic)) {
                wait = denied.contains(topic) ? forbidden() : "it does not exist";
            }
            if (wait == null) {
                waits.remove(topic);
                warned.remove(topic);
                read.add(topic);
                versions.put(topic, announced.lastKey());
            } else {
                waits(topic, wait);
            }
        });
        boolean changed = !read.equals(subscribed);
        subscribed = topics();
        return changed;
    }

    /** Asks the registry for the schema of the events, without waiting for it. */
    private void learnSchema(long now) throws InterruptedException {
        if (schema == null && asked == null && introduction != null && now - lastAsked >= FORBIDDEN_NS) {
            lastAsked = now;
            asked = introduction.get();
        }
        if (asked != null && asked.isDone()) {
            try {
                schema = asked.get();
            } catch (ExecutionException e) {
                unknown = String.valueOf(SchemaLookups.refused(e).getMessage());
            }
            asked = null;
        }
    }

    private @Nullable String wait(String topic, SortedMap<Integer, String> announced, SortedMap<String, String> its) {
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
            return forbidden();
        }
        forbidden.remove(topic);
        if (announced.isEmpty()) {
            return "it is not adopted yet (rota adopt " + topic + " --announce)";
        }
        int latest = announced.lastKey();
        Mapping mapping = Objects.requireNonNull(known.get(latest));
        String ours =
                AdoptedTopics.mapping(domain, topic, mapping.compacted(), its).text();
        if (!ours.equals(mapping.text())) {
            return "the settings of this instance differ from its mapping " + latest
                    + ", which was announced last; 'rota adopt " + topic + "' shows the difference";
        }
        return schema == null ? unknown : null;
    }

    private static String forbidden() {
        return "this principal may not read it (rota topics --acls)";
    }

    private void waits(String topic, String why) {
        read.remove(topic);
        String reason = "intake does not read " + topic + ": " + why;
        waits.put(topic, reason);
        boolean isEarly = why.equals(UNANSWERED) && ticker.nanoTime() - lastAsked < ANSWER_NS;
        if (!isEarly && !reason.equals(warned.put(topic, reason))) {
            LOG.warn("{} {}", domain.name(), reason);
        }
    }

    /** Notes that topics may not be read; those that are adopted here are tried again later. */
    void forbid(Collection<String> topics) {
        for (String topic : topics) {
            if (has(topic)) {
                forbidden.put(topic, ticker.nanoTime() + FORBIDDEN_NS);
                waits(topic, forbidden());
                lastLook = ticker.nanoTime() - LOOK_NS;
            }
        }
    }

    /**
     * Takes note of records that a partition has lost before they were read; returns whether its topic is an adopted
     * one, whose owners delete records as they see fit.
     */
    boolean hasLost(TopicPartition partition, String what) {
        if (!has(partition.topic())) {
            return false;
        }
        LOG.error("{} goes on without lost records of an adopted topic: {}", domain.name(), what);
        lost.put(partition.toString(), "intake goes on without lost records of an adopted topic: " + what);
        return true;
    }

    /** Returns the ids of those of the topics that exist. */
    Map<String, String> ids(Admin admin) {
        Map<String, String> ids = new HashMap<>();
        List<String> denied = new ArrayList<>();
        Topics.existing(admin, topics(), (topic, why) -> denied.add(topic))
                .forEach((topic, its) -> ids.put(topic, its.topicId().toString()));
        forbid(denied);
        return ids;
    }

    /** Returns how many of the partitions are of adopted topics. */
    int count(Collection<TopicPartition> all) {
        return settings.isEmpty()
                ? 0
                : (int) all.stream().filter(partition -> has(partition.topic())).count();
    }

    /** Returns the number of partitions of the topics that are read. */
    int partitions() {
        return read.stream()
                .mapToInt(topic -> partitions.getOrDefault(topic, 0))
                .sum();
    }

    /** Returns how much the consumer may fetch of a partition at once. */
    int fetchBytes() {
        return fetchBytes(partitions.values().stream().mapToInt(each -> each).sum());
    }

    static int fetchBytes(int partitions) {
        int share = FETCHED_BYTES_MAX / Math.max(1, partitions);
        return Math.max(PARTITION_BYTES_MIN, Math.min(PARTITION_BYTES_MAX, share));
    }

    /** Returns how much waited in a unit when that was last told. */
    long level(String unit) {
        return levels.getOrDefault(unit, 0L);
    }

    /** Returns how much waited in all units in which that is not 0; may be called by any thread. */
    Map<String, Long> levels() {
        return levels;
    }

    @Override
    public void close() {
        if (notices != null) {
            notices.close();
        }
    }
}
