package dev.rota.stream.adopted;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Version;
import dev.rota.engine.adopt.Mapping;
import dev.rota.engine.log.LogFormat;
import dev.rota.kafka.Topics;
import dev.rota.settings.Names;
import dev.rota.settings.Settings;
import dev.rota.stream.common.OwnMembers;
import dev.rota.stream.common.StoppedException;
import dev.rota.stream.intake.IntakeClients;
import dev.rota.stream.intake.PositionMark;
import dev.rota.stream.intake.PositionsTopic;
import dev.rota.stream.intake.Reading;
import dev.rota.stream.log.AnnouncedRules;
import dev.rota.stream.log.LogAppend;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Puts the mapping of a topic in force, in three steps: writes where intake begins, if the topic was never adopted;
 * appends the mapping to every partition of the log; and publishes it for intake. If it is interrupted, the command is
 * repeated, which changes nothing that intake has read.
 */
public final class MappingAnnouncement {

    /** The outcomes of an announcement. */
    public enum Outcome {
        /** The topic was never adopted before. */
        ADOPTED,
        /** Its former mapping is replaced; intake continues where it is. */
        REPLACED,
        /** The topic is adopted, beginning where another announcement has begun that was interrupted. */
        BEGUN_ELSEWHERE,
        /** The mapping was in force already. */
        UNCHANGED
    }

    /** The version that is in force, and what the announcement has changed. */
    public record Announced(int version, Outcome outcome) {}

    private final Names names;
    private final Settings settings;
    private final Admin admin;
    private final IntakeClients clients;
    private final String logId;

    public MappingAnnouncement(Names names, Settings settings, Admin admin) {
        this.names = names;
        this.settings = settings;
        this.admin = admin;
        this.clients = IntakeClients.of(names, settings, new OwnMembers());
        this.logId = Topics.id(admin, names.log());
    }

    /** Returns the texts of the mappings of a topic that were announced, by version. */
    public SortedMap<Integer, String> announced(String topic) {
        try (Notices notices = notices()) {
            return notices.mappings(topic);
        }
    }

    private Notices notices() {
        return new Notices(names.positions(), logId, clients.reader(), clients.ticker());
    }

    private boolean isBegun(String topicId) {
        try (PositionsTopic kept = new PositionsTopic(names, logId, clients)) {
            return kept.read().hasTopic(topicId);
        }
    }

    /**
     * Announces a mapping.
     *
     * @param begin where intake begins if the topic was never adopted; the beginning of what exists, its end, or the
     *     first record of a time
     */
    public Announced announce(Mapping mapping, OffsetSpec begin) {
        String topic = mapping.topic();
        String topicId = Topics.id(admin, topic);
        SortedMap<Integer, String> before = announced(topic);
        int last = before.isEmpty() ? 0 : before.lastKey();
        String text = before.get(last);
        boolean isNew = text == null || !mapping.isDescribedBy(text);
        int version = isNew ? claimed(mapping, last + 1) : last;
        // Before the mapping is published, intake reads nothing: a beginning that was written in part is written again.
        boolean begins = announced(topic).isEmpty() || !isBegun(topicId);
        boolean beginsHere = begins && keepBeginning(topic, topicId, version, begin);
        if (isNew) {
            append(mapping, version);
            publish(mapping, version);
        }
        return new Announced(version, outcome(begins, beginsHere, isNew));
    }

    private static Outcome outcome(boolean begins, boolean beginsHere, boolean isNew) {
        if (begins) {
            return beginsHere ? Outcome.ADOPTED : Outcome.BEGUN_ELSEWHERE;
        }
        return isNew ? Outcome.REPLACED : Outcome.UNCHANGED;
    }

    /**
     * Returns the first version that no other mapping has claimed before. Without that, two announcements at the same
     * time would give one version to two mappings, in another order in each partition of the log.
     */
    private int claimed(Mapping mapping, int first) {
        int version = first;
        while (!claim(mapping.topic(), String.valueOf(version), mapping.text()).equals(mapping.text())) {
            version++;
        }
        return version;
    }

    /** Claims a version or a beginning by a text. Returns the text by which it was claimed first. */
    private String claim(String topic, String what, String text) {
        String key = Notices.claimKey(logId, topic, what, PositionMark.digest(text));
        write(new ProducerRecord<>(names.positions(), 0, key.getBytes(UTF_8), text.getBytes(UTF_8)));
        try (Notices notices = notices()) {
            return notices.claimed(topic, what);
        }
    }

    /**
     * Writes where intake begins. Two announcements at the same time, or one after another that was interrupted, may
     * begin at different offsets. Both write the offsets that were claimed first, so that all partitions begin by the
     * same announcement.
     *
     * @return whether intake begins where this announcement does
     */
    private boolean keepBeginning(String topic, String topicId, int version, OffsetSpec begin) {
        SortedMap<Integer, Long> offsets = beginning(topic, begin);
        String text = text(offsets);
        String first = claim(topic, "begin-" + topicId, text);
        // Partitions that were added since have no offset there.
        offsets.putAll(offsets(first));
        Map<TopicPartition, PositionMark> marks = new HashMap<>();
        String domain = PositionMark.digest(names.domain().mapping());
        offsets.forEach((partition, from) -> marks.put(
                new TopicPartition(topic, partition),
                new PositionMark(topicId, from, domain, new Reading.MappingVersion(version), true, new TreeSet<>())));
        try (PositionsTopic kept = new PositionsTopic(names, logId, clients)) {
            if (!kept.keep(marks)) {
                throw new StoppedException(names.positions() + " does not take the positions of " + topic
                        + ", so it was not adopted; repeat the command");
            }
        }
        return first.equals(text);
    }

    private SortedMap<Integer, Long> beginning(String topic, OffsetSpec begin) {
        List<TopicPartition> partitions = Topics.partitions(admin, List.of(topic));
        Map<TopicPartition, Long> ends =
                Topics.offsets(admin, partitions, OffsetSpec.latest(), IsolationLevel.READ_COMMITTED);
        SortedMap<Integer, Long> offsets = new TreeMap<>();
        Topics.offsets(admin, partitions, begin, IsolationLevel.READ_COMMITTED)
                .forEach((partition, offset) -> offsets.put(
                        partition.partition(),
                        // There is no offset for a time after the last record.
                        offset < 0 ? ends.getOrDefault(partition, 0L) : offset));
        return offsets;
    }

    /** Writes offsets by partition: {@code 0=12,1=40}. */
    private static String text(SortedMap<Integer, Long> offsets) {
        return offsets.entrySet().stream()
                .map(each -> each.getKey() + "=" + each.getValue())
                .collect(Collectors.joining(","));
    }

    /** Reads offsets by partition; throws a NumberFormatException if another client wrote the text. */
    private static SortedMap<Integer, Long> offsets(String text) {
        SortedMap<Integer, Long> offsets = new TreeMap<>();
        for (String each : text.split(",", -1)) {
            int equals = Math.max(0, each.indexOf('='));
            offsets.put(Integer.valueOf(each.substring(0, equals)), Long.valueOf(each.substring(equals + 1)));
        }
        return offsets;
    }

    private void append(Mapping mapping, int version) {
        int rules = new AnnouncedRules(names, admin).greatest(clients.reader(), clients.ticker());
        Map<Integer, Long> ends = Topics.ends(admin, names.log());
        LogAppend.toEach(
                names.log(),
                ends.keySet(),
                List.of(
                        LogFormat.rules(rules, ends.size(), LogFormat.MAPPED, Version.OF_JAR),
                        LogFormat.mapping(version, mapping.text())),
                clients.log());
    }

    private void publish(Mapping mapping, int version) {
        String key = Notices.mappingKey(logId, mapping.topic(), version);
        write(new ProducerRecord<>(
                names.positions(), key.getBytes(UTF_8), mapping.text().getBytes(UTF_8)));
    }

    private void write(ProducerRecord<byte[], byte[]> record) {
        // Not intake's producer of positions, which gives up after 5 s since intake must not wait.
        try (Producer<byte[], byte[]> producer =
                new KafkaProducer<>(settings.producing(), new ByteArraySerializer(), new ByteArraySerializer())) {
            var unused = producer.send(record).get();
        } catch (ExecutionException e) {
            throw new StoppedException("the mapping could not be written to " + names.positions()
                    + "; repeat the command: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoppedException("interrupted");
        }
    }
}
