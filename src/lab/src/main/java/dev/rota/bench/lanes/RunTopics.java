package dev.rota.bench.lanes;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingLong;

import dev.rota.bench.report.Footprint;
import dev.rota.engine.Domain;
import dev.rota.engine.Input;
import dev.rota.engine.Output;
import dev.rota.kafka.AdminAnswers;
import dev.rota.kafka.Topics;
import dev.rota.local.Folders;
import dev.rota.serde.SchemaRegistry;
import dev.rota.serde.Wire;
import dev.rota.settings.Names;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import dev.rota.stream.TopicCheck;
import dev.rota.stream.TopicLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;

/** The topics, schemas and state folder of one run of a lane. They are deleted when it is closed. */
public final class RunTopics implements AutoCloseable {

    /**
     * Numbers the sites. Names are never reused, since a group keeps members and assignments longer than a run takes.
     */
    private static final AtomicInteger SITES = new AtomicInteger();

    /** The embedded broker's node id. */
    private static final int BROKER = 1;

    private final Admin admin;
    private final Path state;
    private final Names names;
    private final Settings settings;
    private final Map<String, Integer> schemaIds;

    public RunTopics(Domain domain, Settings given, SchemaRegistry registry, Admin admin)
            throws InterruptedException, IOException {
        String prefix = "bench" + SITES.incrementAndGet() + "-";
        this.admin = admin;
        this.names = new Names(domain, prefix);
        this.state = Files.createTempDirectory("rota-bench");
        this.settings = given.with(Map.of(Setting.TOPIC_PREFIX.key(), prefix, "streams.state.dir", state.toString()));
        TopicCheck topics = new TopicCheck(admin, settings);
        topics.create(names, topics.differences(new TopicLayout(names, settings).topics()));
        this.schemaIds = schemaIds(domain, registry);
    }

    private Map<String, Integer> schemaIds(Domain domain, SchemaRegistry registry) throws InterruptedException {
        Map<String, Integer> ids = new HashMap<>();
        for (Input<?> input : domain.inputs()) {
            ids.put(input.topic(), registry.register(Wire.subject(names.topic(input.topic())), input.schema()));
        }
        for (Output<?> output : domain.outputs()) {
            ids.put(output.topic(), registry.register(Wire.subject(names.topic(output.topic())), output.schema()));
        }
        return ids;
    }

    public Names names() {
        return names;
    }

    public Settings settings() {
        return settings;
    }

    /** Returns the schema ids by topic without prefix. */
    public Map<String, Integer> schemaIds() {
        return schemaIds;
    }

    /** Returns the partitions of a topic, which is named without prefix. */
    public List<TopicPartition> partitions(Consumer<?, ?> client, String topic) {
        return client.partitionsFor(names.topic(topic)).stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
    }

    Admin admin() {
        return admin;
    }

    /** Returns the topic of the rows' changelog. */
    String changelog() {
        return names.changelog();
    }

    /** Waits until the log has {@code records} input records and the scheduler has committed all of them. */
    public void awaitCommitted(Lane lane, long records) throws InterruptedException {
        while (lane.taken() < records || !committed()) {
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    boolean committed() {
        Map<Integer, Long> ends = Topics.ends(admin, names.log());
        Map<Integer, Long> committed = Topics.committed(admin, names.scheduler(), names.log());
        return committed.values().stream().mapToLong(Long::longValue).sum()
                == ends.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Returns the current size of the run's topics on the broker's disk. */
    public Footprint footprint() {
        Map<String, Long> bytes =
                AdminAnswers.get(admin.describeLogDirs(List.of(BROKER)).allDescriptions()).values().stream()
                        .flatMap(folders -> folders.values().stream())
                        .flatMap(folder -> folder.replicaInfos().entrySet().stream())
                        .collect(groupingBy(
                                replica -> replica.getKey().topic(),
                                summingLong(replica -> replica.getValue().size())));
        return new Footprint(
                bytes(bytes, names.inputs()),
                bytes(bytes, List.of(names.log())),
                bytes(bytes, names.outputs()),
                bytes(bytes, List.of(changelog())));
    }

    private static long bytes(Map<String, Long> byTopic, List<String> topics) {
        return topics.stream()
                .mapToLong(topic -> byTopic.getOrDefault(topic, 0L))
                .sum();
    }

    /**
     * Prevents the broker from compacting the changelog for ten minutes, which would occupy a core during the
     * measurement.
     */
    public void deferCompaction() {
        ConfigResource changelog = new ConfigResource(ConfigResource.Type.TOPIC, changelog());
        ConfigEntry lag = new ConfigEntry(TopicConfig.MIN_COMPACTION_LAG_MS_CONFIG, "600000");
        AdminAnswers.get(admin.incrementalAlterConfigs(
                        Map.of(changelog, List.of(new AlterConfigOp(lag, AlterConfigOp.OpType.SET))))
                .all());
    }

    /** Deletes the lane's state. */
    public void loseState() throws IOException {
        Folders.delete(state);
    }

    private List<String> own() {
        return AdminAnswers.get(admin.listTopics().names()).stream()
                .filter(topic -> topic.startsWith(names.prefix()))
                .toList();
    }

    @Override
    public void close() throws IOException {
        AdminAnswers.get(admin.deleteTopics(own()).all());
        Folders.delete(state);
    }
}
