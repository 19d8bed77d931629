package dev.rota.stream;

import dev.rota.engine.Nullable;
import dev.rota.kafka.AdminAnswers;
import dev.rota.kafka.Topics;
import dev.rota.settings.Names;
import dev.rota.settings.Settings;
import dev.rota.stream.TopicLayout.Role;
import dev.rota.stream.TopicLayout.Topic;
import dev.rota.stream.common.StoppedException;
import dev.rota.stream.log.LogOrigin;
import dev.rota.stream.log.RulesAnnouncement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Compares a cluster's topics with the layout. */
public final class TopicCheck {

    /** The severity of a difference. */
    public enum Weight {
        /** The topic is missing and can be created. */
        MISSING,
        /** An audit could no longer be trusted, so schedulers do not start. */
        BREAKS_AUDIT,
        /** Nothing breaks, but the operator should be informed. */
        NOTE
    }

    /** A difference, and how to resolve it. */
    public record Difference(Topic topic, Weight weight, String message) {}

    /** The time that brokers may take to learn of a topic that was just created. */
    private static final Duration KNOWN_MAX = Duration.ofSeconds(30);

    /**
     * Answers with the topic that count as proof: each may come from another broker, so after that many all of them
     * have it.
     */
    private static final int KNOWN_ANSWERS = 5;

    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Admin admin;
    private final Settings settings;

    public TopicCheck(Admin admin, Settings settings) {
        this.admin = admin;
        this.settings = settings;
    }

    /**
     * Returns the topics of a layout with their actual partitions and replicas; for missing topics, those that they
     * will have.
     */
    public List<Topic> actual(List<Topic> layout) {
        Map<String, TopicDescription> present =
                Topics.existing(admin, layout.stream().map(Topic::name).toList());
        return layout.stream()
                .map(topic -> {
                    TopicDescription found = present.get(topic.name());
                    return found == null ? topic : topic.sized(partitions(found), replicas(found));
                })
                .toList();
    }

    private static int partitions(TopicDescription found) {
        return found.partitions().size();
    }

    private static int replicas(TopicDescription found) {
        return found.partitions().get(0).replicas().size();
    }

    /** Returns all differences, in the order of the layout. */
    public List<Difference> differences(List<Topic> layout) {
        long end = System.nanoTime() + KNOWN_MAX.toNanos();
        while (true) {
            try {
                return compared(layout);
            } catch (UnknownTopicOrPartitionException e) {
                // The broker that answered does not have the topic yet.
                if (System.nanoTime() - end > 0) {
                    throw new StoppedException("expected all brokers to know the topics "
                            + layout.stream().map(Topic::name).toList() + ", but after " + KNOWN_MAX.toSeconds()
                            + " s one still does not");
                }
                LockSupport.parkNanos(LOOK_NS);
            }
        }
    }

    private List<Difference> compared(List<Topic> layout) {
        Map<String, TopicDescription> present =
                Topics.existing(admin, layout.stream().map(Topic::name).toList());
        Map<String, Config> configs = configs(layout.stream()
                .filter(topic -> topic.role() != Role.INPUT && present.containsKey(topic.name()))
                .map(Topic::name)
                .toList());
        List<Difference> differences = new ArrayList<>();
        for (Topic topic : layout) {
            TopicDescription description = present.get(topic.name());
            if (description == null) {
                differences.add(new Difference(topic, Weight.MISSING, topic.name() + " does not exist"));
            } else {
                compare(topic, description, Optional.ofNullable(configs.get(topic.name())), differences);
            }
        }
        return differences;
    }

    /** Creates the missing topics on a cluster that has all its brokers. */
    public void create(Names names, List<Difference> differences) {
        create(names, differences, Duration.ZERO);
    }

    /**
     * Creates the missing topics and waits until all brokers have them. A log begins with the newest rules: no instance
     * can have decided by older ones.
     *
     * @param patience how long to wait for enough brokers
     */
    public void create(Names names, List<Difference> differences, Duration patience) {
        List<NewTopic> missing = differences.stream()
                .filter(difference -> difference.weight() == Weight.MISSING)
                .map(Difference::topic)
                .map(topic ->
                        new NewTopic(topic.name(), topic.partitions(), topic.replicas()).configs(topic.settings()))
                .toList();
        long end = System.nanoTime() + patience.toNanos();
        Set<String> created = new TreeSet<>();
        for (NewTopic topic : missing) {
            if (create(topic, end)) {
                created.add(topic.name());
            }
        }
        awaitKnown(missing.stream().map(NewTopic::name).toList());
        if (created.contains(names.log())) {
            new RulesAnnouncement(names, settings, admin).begin();
        }
    }

    /** Creates a topic; returns false if another client had created it. */
    private boolean create(NewTopic topic, long end) {
        while (true) {
            try {
                AdminAnswers.get(admin.createTopics(List.of(topic)).all());
                return true;
            } catch (TopicExistsException e) {
                return false;
            } catch (TopicAuthorizationException e) {
                throw new StoppedException("expected to create the topic " + topic.name()
                        + ", but this principal may not: grant it Create on the topic");
            } catch (InvalidReplicationFactorException e) {
                if (System.nanoTime() - end > 0) {
                    throw new StoppedException(
                            "expected brokers enough for the topic " + topic.name() + ", but " + e.getMessage());
                }
                LockSupport.parkNanos(LOOK_NS);
            }
        }
    }

    /** Waits until all brokers have the topics, which is a little after the controller has created them. */
    private void awaitKnown(List<String> names) {
        boolean single = AdminAnswers.get(admin.describeCluster().nodes()).size() == 1;
        long end = System.nanoTime() + KNOWN_MAX.toNanos();
        int answers = 0;
        while (true) {
            Set<String> known = Topics.existing(admin, names).keySet();
            answers = known.size() == names.size() ? answers + 1 : 0;
            if (answers == KNOWN_ANSWERS || (single && answers == 1)) {
                return;
            }
            if (System.nanoTime() - end > 0) {
                throw new StoppedException("expected all brokers to know the topics " + names + ", but after "
                        + KNOWN_MAX.toSeconds() + " s one knows only " + known);
            }
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    private void compare(
            Topic topic, TopicDescription description, Optional<Config> config, List<Difference> differences) {
        String objection = topic.role() == Role.LOG ? origin(topic, partitions(description)) : null;
        if (objection == null) {
            size(topic, description, differences);
        } else {
            differences.add(new Difference(topic, Weight.BREAKS_AUDIT, objection));
        }
        if (topic.role() == Role.INPUT) {
            return;
        }
        String cleanup = value(config, "cleanup.policy");
        if (topic.role() == Role.POSITIONS) {
            if (!cleanup.equals("compact")) {
                differences.add(new Difference(
                        topic,
                        Weight.BREAKS_AUDIT,
                        topic.name() + " has cleanup.policy=" + cleanup
                                + ", which deletes the positions of inputs that are quiet; set it to compact"
                                + " (kafka-configs --alter)"));
            }
            replicas(topic, description, config, differences);
            return;
        }
        evidence(topic, cleanup, config, differences);
        replicas(topic, description, config, differences);
    }

    /** Compares the settings of the log or an output, which are kept for ever. */
    private static void evidence(Topic topic, String cleanup, Optional<Config> config, List<Difference> differences) {
        if (!cleanup.equals("delete") && !cleanup.isEmpty()) {
            differences.add(new Difference(
                    topic,
                    Weight.BREAKS_AUDIT,
                    topic.name() + " has cleanup.policy=" + cleanup
                            + ", which deletes evidence; set it to delete (kafka-configs --alter)"));
        }
        if (topic.role() == Role.LOG && !value(config, "message.timestamp.type").equals("LogAppendTime")) {
            differences.add(new Difference(
                    topic,
                    Weight.BREAKS_AUDIT,
                    topic.name() + " has message.timestamp.type=" + value(config, "message.timestamp.type")
                            + ", but its time is the clock of all decisions; set it to LogAppendTime"));
        }
        if (topic.role() == Role.OUTPUT
                && value(config, "message.timestamp.type").equals("LogAppendTime")) {
            differences.add(new Difference(
                    topic,
                    Weight.BREAKS_AUDIT,
                    topic.name() + " has message.timestamp.type=LogAppendTime, but a decision's time is that of its"
                            + " cause; set it to CreateTime"));
        }
        if (value(config, "unclean.leader.election.enable").equals("true")) {
            differences.add(new Difference(
                    topic,
                    Weight.BREAKS_AUDIT,
                    topic.name() + " has unclean.leader.election.enable=true, which can lose what was acknowledged;"
                            + " set it to false"));
        }
        if (!value(config, "retention.ms").equals("-1")
                || !value(config, "retention.bytes").equals("-1")) {
            differences.add(new Difference(
                    topic,
                    Weight.NOTE,
                    topic.name() + " has a limited retention: what it deletes can no longer be verified"));
        }
    }

    private @Nullable String origin(Topic log, int partitions) {
        return LogOrigin.objection(log.name(), LogOrigin.partitions(settings, log.name(), partitions), partitions);
    }

    /**
     * Compares partitions and replicas. Without this note, an operator who raises a number in the settings would assume
     * that existing topics have it.
     */
    private static void size(Topic topic, TopicDescription description, List<Difference> differences) {
        int partitions = partitions(description);
        if (partitions != topic.partitions()) {
            differences.add(new Difference(
                    topic,
                    Weight.NOTE,
                    topic.name() + " has " + partitions + " partitions, but the settings say " + topic.partitions()
                            + ": the number is fixed when a topic is created"));
        }
        int replicas = replicas(description);
        if (replicas != topic.replicas()) {
            differences.add(new Difference(
                    topic,
                    Weight.NOTE,
                    topic.name() + " has " + replicas + (replicas == 1 ? " replica" : " replicas")
                            + ", but the settings say " + topic.replicas()
                            + ": they hold for new topics; kafka-reassign-partitions changes it"));
        }
    }

    private static void replicas(
            Topic topic, TopicDescription description, Optional<Config> config, List<Difference> differences) {
        int replicas = replicas(description);
        String insync = value(config, "min.insync.replicas");
        if (replicas > 1 && insync.equals("1")) {
            differences.add(new Difference(
                    topic,
                    Weight.NOTE,
                    topic.name() + " has " + replicas + " replicas but min.insync.replicas=1: one lost broker can"
                            + " lose what was acknowledged"));
        }
    }

    private static String value(Optional<Config> config, String name) {
        return config.map(all -> all.get(name))
                .map(entry -> entry.value() == null ? "" : entry.value())
                .orElse("");
    }

    private Map<String, Config> configs(List<String> names) {
        Map<String, Config> configs = new TreeMap<>();
        admin.describeConfigs(names.stream()
                        .map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name))
                        .toList())
                .values()
                .forEach((resource, config) -> {
                    try {
                        configs.put(resource.name(), AdminAnswers.get(config));
                    } catch (TopicAuthorizationException e) {
                        throw new StoppedException("expected to see the settings of the topic " + resource.name()
                                + ", but this principal may not: grant it DescribeConfigs on the topic");
                    }
                });
        return configs;
    }
}
