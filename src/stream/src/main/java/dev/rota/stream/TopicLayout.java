package dev.rota.stream;

import dev.rota.engine.Domain;
import dev.rota.engine.Input;
import dev.rota.engine.Limits;
import dev.rota.engine.Output;
import dev.rota.settings.Names;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The topics that a domain needs, and how each must be configured. */
public final class TopicLayout {

    /** A topic's purpose, which determines its configuration. */
    public enum Role {
        INPUT,
        LOG,
        OUTPUT,
        POSITIONS
    }

    /**
     * A topic to be created.
     *
     * @param settings its configuration; {@link TopicCheck} determines which settings an audit depends on
     */
    public record Topic(String name, Role role, int partitions, short replicas, Map<String, String> settings) {

        /** Returns the same topic with other numbers of partitions and replicas. */
        Topic sized(int itsPartitions, int itsReplicas) {
            return new Topic(name, role, itsPartitions, (short) itsReplicas, settings);
        }
    }

    private final Names names;
    private final Settings settings;

    public TopicLayout(Names names, Settings settings) {
        this.names = names;
        this.settings = settings;
    }

    public List<Topic> topics() {
        Domain domain = names.domain();
        List<Topic> topics = new ArrayList<>();
        for (Input<?> input : domain.inputs()) {
            topics.add(topic(
                    input.topic(), Role.INPUT, Map.of("retention.ms", settings.text(Setting.INPUT_RETENTION_MS))));
        }
        topics.add(topic(
                domain.log(),
                Role.LOG,
                Map.of(
                        "message.timestamp.type", "LogAppendTime",
                        "retention.ms", "-1",
                        "retention.bytes", "-1",
                        "max.message.bytes", String.valueOf(Limits.OUTPUT_BYTES_MAX + 48_588))));
        for (Output<?> output : domain.outputs()) {
            topics.add(topic(
                    output.topic(),
                    Role.OUTPUT,
                    Map.of(
                            "message.timestamp.type", "CreateTime",
                            "retention.ms", "-1",
                            "retention.bytes", "-1",
                            "max.message.bytes", String.valueOf(Limits.OUTPUT_BYTES_MAX + 48_588))));
        }
        topics.add(new Topic(
                names.positions(),
                Role.POSITIONS,
                1,
                replicas(),
                Map.of(
                        "cleanup.policy", "compact",
                        "segment.bytes", "16777216",
                        "segment.ms", "3600000",
                        "min.cleanable.dirty.ratio", "0.1",
                        "unclean.leader.election.enable", "false",
                        "min.insync.replicas", String.valueOf(settings.leastInSync()))));
        return topics;
    }

    private short replicas() {
        return (short) settings.number(Setting.REPLICATION_FACTOR);
    }

    private Topic topic(String name, Role role, Map<String, String> own) {
        Map<String, String> all = new TreeMap<>(own);
        all.put("cleanup.policy", "delete");
        all.put("unclean.leader.election.enable", "false");
        all.put("min.insync.replicas", String.valueOf(settings.leastInSync()));
        return new Topic(
                names.topic(name), role, settings.ofDomain(names.domain().name(), Setting.PARTITIONS), replicas(), all);
    }
}
