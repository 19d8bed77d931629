package dev.rota.local;

import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import kafka.server.KafkaConfig;
import org.apache.kafka.common.utils.Time;

/** An in-process Kafka broker and controller, listening on localhost only. */
public final class LocalBroker implements AutoCloseable {

    private static final int NODE = 1;
    private static final String CONTROLLER = NodeFolder.CONTROLLER;

    private static final String KILLED_SESSION_TIMEOUT_MS = "1000";
    private static final String KILLED_HEARTBEAT_INTERVAL_MS = "500";

    /** Settings that make a single node fast and small. */
    private static final Map<String, String> SETTINGS = Map.ofEntries(
            Map.entry("process.roles", "broker,controller"),
            Map.entry("node.id", String.valueOf(NODE)),
            Map.entry("controller.listener.names", CONTROLLER),
            Map.entry("inter.broker.listener.name", "PLAINTEXT"),
            Map.entry("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT"),
            Map.entry("auto.create.topics.enable", "false"),
            Map.entry("default.replication.factor", "1"),
            Map.entry("min.insync.replicas", "1"),
            Map.entry("offsets.topic.replication.factor", "1"),
            Map.entry("offsets.topic.num.partitions", "4"),
            Map.entry("transaction.state.log.replication.factor", "1"),
            Map.entry("transaction.state.log.min.isr", "1"),
            Map.entry("transaction.state.log.num.partitions", "4"),
            Map.entry("share.coordinator.state.topic.replication.factor", "1"),
            Map.entry("share.coordinator.state.topic.min.isr", "1"),
            Map.entry("share.coordinator.state.topic.num.partitions", "1"),
            Map.entry("group.initial.rebalance.delay.ms", "0"),
            // A single node has no successor: a pause must not end its session and leave its partitions leaderless.
            Map.entry("broker.session.timeout.ms", String.valueOf(Integer.MAX_VALUE)),
            // The cleaner allocates 128 MB by default.
            Map.entry("log.cleaner.dedupe.buffer.size", String.valueOf(16 << 20)));

    private final DataFolder data;
    private final EmbeddedNode node;
    private final int port;

    private LocalBroker(DataFolder data, int port, Time clock) {
        this.data = data;
        try (HeldPorts ports = new HeldPorts(port, 0, 0)) {
            if (!NodeFolder.format(data.broker(), NODE, NodeFolder.clusterId())) {
                KilledBroker.fence(controllerAlone(data.broker(), ports.port(2)), NODE, ports);
            }
            this.port = ports.port(0);
            this.node = new EmbeddedNode(
                    KafkaConfig.fromProps(properties(data.broker(), this.port, ports.port(1)), false), clock, ports);
            node.start();
        }
    }

    /**
     * Starts a broker on a data folder, which may be that of a killed broker.
     *
     * @param port the port to listen on; 0 for any
     * @throws NotStarted with a sentence for the user
     */
    public static LocalBroker at(Path folder, int port) {
        return start(DataFolder.at(folder), port);
    }

    /** Starts a broker on a temporary folder. */
    public static LocalBroker temporary(int port) {
        return start(DataFolder.temporary(), port);
    }

    public static LocalBroker temporary() {
        return temporary(0);
    }

    public int port() {
        return port;
    }

    public String bootstrapServers() {
        return Ports.HOST + ":" + port;
    }

    @Override
    public void close() {
        try {
            node.stop();
        } finally {
            data.close();
        }
    }

    static LocalBroker start(DataFolder data, int port) {
        return start(data, port, Time.SYSTEM);
    }

    /** Starts a broker with the given clock. */
    static LocalBroker start(DataFolder data, int port, Time clock) {
        try {
            return new LocalBroker(data, port, clock);
        } catch (NotStarted e) {
            data.close();
            throw e;
        } catch (RuntimeException e) {
            data.close();
            throw new NotStarted("expected a broker to start, but " + e.getMessage(), e);
        }
    }

    /** Returns the configuration of the controller alone, with a short session timeout for the killed broker. */
    private static KafkaConfig controllerAlone(Path folder, int controllerPort) {
        Properties properties = new Properties();
        properties.putAll(SETTINGS);
        properties.remove("inter.broker.listener.name");
        properties.put("process.roles", "controller");
        properties.put("listeners", CONTROLLER + "://" + Ports.HOST + ":" + controllerPort);
        properties.put("controller.quorum.voters", NODE + "@" + Ports.HOST + ":" + controllerPort);
        properties.put("log.dirs", folder.toString());
        properties.put("broker.session.timeout.ms", KILLED_SESSION_TIMEOUT_MS);
        properties.put("broker.heartbeat.interval.ms", KILLED_HEARTBEAT_INTERVAL_MS);
        return KafkaConfig.fromProps(properties, false);
    }

    static Properties properties(Path folder, int port, int controllerPort) {
        String broker = "PLAINTEXT://" + Ports.HOST + ":" + port;
        Properties properties = new Properties();
        properties.putAll(SETTINGS);
        properties.put("listeners", broker + "," + CONTROLLER + "://" + Ports.HOST + ":" + controllerPort);
        properties.put("advertised.listeners", broker);
        properties.put("controller.quorum.voters", NODE + "@" + Ports.HOST + ":" + controllerPort);
        properties.put("log.dirs", folder.toString());
        return properties;
    }
}
