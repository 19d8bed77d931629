package dev.rota.stream;

import dev.rota.kafka.Answers;
import dev.rota.settings.Names;
import dev.rota.settings.Settings;
import dev.rota.stream.TopicLayout.Role;
import dev.rota.stream.TopicLayout.Topic;
import dev.rota.stream.log.LogOrigin;
import dev.rota.stream.log.RulesAnnouncement;
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
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Compares a cluster's topics with the layout. */
public final class TopicCheck {

    /** The severity of a difference. */
    public enum Weight {
        /** It can be created. */
        MISSING,
        /** An audit could no longer be trusted: the schedulers do not start. */
        BREAKS_AUDIT,
        /** Worth knowing. */
        NOTE
    }

    /** A difference, with what to do about it. */
    public record Difference(Topic topic, Weight weight, String message) {}

    private static final long PRESENT_NS_MAX = TimeUnit.SECONDS.toNanos(10);
    private static final long PRESENT_LOOK_NS = TimeUnit.MILLISECONDS.toNanos(20);

    private final Admin admin;
    private final Settings settings;

    public TopicCheck(Admin admin, Settings settings) {
        this.admin = admin;
        this.settings = settings;
    }

    /** All differences, in the order of the layout. */
    public List<Difference> differences(List<Topic> layout) {
        Map<String, TopicDescription> present =
                present(layout.stream().map(Topic::name).toList());
        Map<String, Config> configs = configs(present);
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

    /**
     * Creates the missing topics and waits until all brokers know them. A log begins with the newest rules: nobody can
     * have decided upon it by older ones.
     */
    public void create(Names names, List<Difference> differences) {
        List<NewTopic> missing = differences.stream()
                .filter(difference -> difference.weight() == Weight.MISSING)
                .map(Difference::topic)
                .map(topic ->
                        new NewTopic(topic.name(), topic.partitions(), topic.replicas()).configs(topic.settings()))
                .toList();
        Set<String> created = new TreeSet<>();
        admin.createTopics(missing).values().forEach((name, creation) -> {
            try {
                Answers.get(creation);
                created.add(name);
            } catch (TopicExistsException e) {
                // created by somebody else meanwhile
            }
        });
        awaitPresent(missing.stream().map(NewTopic::name).toList());
        if (created.contains(names.log())) {
            new RulesAnnouncement(names, settings, admin).begin();
        }
    }

    /** Waits until the brokers know the topics, which is a little after the controller has created them. */
    private void awaitPresent(List<String> names) {
        long end = System.nanoTime() + PRESENT_NS_MAX;
        while (present(names).size() < names.size() && System.nanoTime() < end) {
            LockSupport.parkNanos(PRESENT_LOOK_NS);
        }
    }

    private void compare(
            Topic topic, TopicDescription description, Optional<Config> config, List<Difference> differences) {
        if (topic.role() == Role.LOG) {
            int partitions = description.partitions().size();
            String objection = LogOrigin.objection(
                    topic.name(), LogOrigin.partitions(settings, topic.name(), partitions), partitions);
            if (objection != null) {
                differences.add(new Difference(topic, Weight.BREAKS_AUDIT, objection));
            }
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
        replicas(topic, description, config, differences);
    }

    private static void replicas(
            Topic topic, TopicDescription description, Optional<Config> config, List<Difference> differences) {
        int replicas = description.partitions().get(0).replicas().size();
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

    private Map<String, TopicDescription> present(List<String> names) {
        Map<String, TopicDescription> present = new TreeMap<>();
        admin.describeTopics(names).topicNameValues().forEach((name, description) -> {
            try {
                present.put(name, Answers.get(description));
            } catch (UnknownTopicOrPartitionException e) {
                // a missing topic is a valid answer
            }
        });
        return present;
    }

    private Map<String, Config> configs(Map<String, TopicDescription> present) {
        Map<String, Config> configs = new TreeMap<>();
        admin.describeConfigs(present.keySet().stream()
                        .map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name))
                        .toList())
                .values()
                .forEach((resource, config) -> configs.put(resource.name(), Answers.get(config)));
        return configs;
    }
}
