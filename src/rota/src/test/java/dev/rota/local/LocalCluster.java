package dev.rota.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Three Kafka nodes on localhost, each in a process that can be killed, frozen and restarted. Topics have three
 * replicas, two of which must acknowledge a record, so the cluster survives the failure of any one node.
 */
public final class LocalCluster implements AutoCloseable {

    public static final int NODES = 3;

    /** The time after which the partitions of a dead or frozen broker get other leaders. Kafka's default is 9000. */
    public static final int BROKER_SESSION_TIMEOUT_MS = 4_000;

    private static final String PROXIED = "PROXIED";

    private static final Map<String, String> SETTINGS = Map.ofEntries(
            Map.entry("process.roles", "broker,controller"),
            Map.entry("controller.listener.names", NodeFolder.CONTROLLER),
            Map.entry("inter.broker.listener.name", "PLAINTEXT"),
            Map.entry("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,PROXIED:PLAINTEXT"),
            Map.entry("auto.create.topics.enable", "false"),
            Map.entry("unclean.leader.election.enable", "false"),
            Map.entry("default.replication.factor", "3"),
            Map.entry("min.insync.replicas", "2"),
            Map.entry("offsets.topic.replication.factor", "3"),
            Map.entry("offsets.topic.num.partitions", "6"),
            Map.entry("transaction.state.log.replication.factor", "3"),
            Map.entry("transaction.state.log.min.isr", "2"),
            Map.entry("transaction.state.log.num.partitions", "6"),
            Map.entry("share.coordinator.state.topic.replication.factor", "3"),
            Map.entry("share.coordinator.state.topic.min.isr", "2"),
            Map.entry("share.coordinator.state.topic.num.partitions", "1"),
            Map.entry("group.initial.rebalance.delay.ms", "0"),
            Map.entry("broker.session.timeout.ms", String.valueOf(BROKER_SESSION_TIMEOUT_MS)),
            Map.entry("broker.heartbeat.interval.ms", "1000"),
            // By default the cleaner takes 128 MB.
            Map.entry("log.cleaner.dedupe.buffer.size", String.valueOf(16 << 20)));

    private final Path folder;
    private final boolean temporary;
    private final String clusterId = NodeFolder.clusterId();
    private final List<Integer> advertised;
    private final List<String> jvmOptions;
    private final Map<String, String> settings;
    private final int[] ports = Ports.lasting(3 * NODES);
    private final List<LocalNode> nodes = new ArrayList<>();

    private LocalCluster(
            Path folder,
            boolean temporary,
            List<Integer> advertised,
            List<String> jvmOptions,
            Map<String, String> settings)
            throws IOException {
        this.folder = folder;
        this.temporary = temporary;
        this.advertised = advertised;
        this.jvmOptions = jvmOptions;
        this.settings = settings;
        for (int i = 0; i < NODES; i++) {
            nodes.add(node(i));
        }
    }

    /**
     * Starts a cluster with its data in a temporary folder.
     *
     * @param settings broker settings, which replace those of this class
     */
    public static LocalCluster temporary(Map<String, String> settings) {
        try {
            return start(Files.createTempDirectory("rota-cluster"), true, List.of(), List.of(), settings);
        } catch (IOException e) {
            throw new NotStarted("expected to make a temporary folder, but " + e, e);
        }
    }

    /**
     * Starts a cluster behind proxies. Clients that bootstrap at the proxies get the proxies' ports for all brokers,
     * and never connect to a broker directly.
     *
     * @param proxies the port of each node's proxy, which forwards to {@link #proxiedPorts}
     * @param folder the folder for its data
     * @param jvmOptions options of each node, in addition to its heap and collector
     */
    public static LocalCluster behind(List<Integer> proxies, Path folder, List<String> jvmOptions) {
        return start(folder, false, proxies, jvmOptions, Map.of());
    }

    private static LocalCluster start(
            Path folder,
            boolean temporary,
            List<Integer> advertised,
            List<String> jvmOptions,
            Map<String, String> settings) {
        try {
            LocalCluster cluster = new LocalCluster(folder, temporary, advertised, jvmOptions, settings);
            try {
                cluster.startAll();
                return cluster;
            } catch (IOException | RuntimeException e) {
                cluster.close();
                throw e;
            }
        } catch (IOException e) {
            throw new NotStarted("expected a cluster to start, but " + e, e);
        }
    }

    private void startAll() throws IOException {
        for (LocalNode node : nodes) {
            node.start();
        }
        for (LocalNode node : nodes) {
            node.awaitStarted();
        }
    }

    public List<LocalNode> nodes() {
        return List.copyOf(nodes);
    }

    public String bootstrapServers() {
        return servers(IntStream.range(0, NODES).map(this::port));
    }

    /** Returns the bootstrap servers that lead to the proxies. */
    public String proxiedServers() {
        return servers(advertised.stream().mapToInt(Integer::intValue));
    }

    /** Returns the port on which each node listens for its proxy. */
    public List<Integer> proxiedPorts() {
        return IntStream.range(0, NODES).map(this::proxiedPort).boxed().toList();
    }

    private static String servers(IntStream ports) {
        return ports.mapToObj(port -> Ports.HOST + ":" + port).collect(Collectors.joining(","));
    }

    private int port(int node) {
        return ports[node];
    }

    private int controllerPort(int node) {
        return ports[NODES + node];
    }

    private int proxiedPort(int node) {
        return ports[2 * NODES + node];
    }

    private LocalNode node(int index) throws IOException {
        int id = index + 1;
        Path config = folder.resolve("node-" + id + ".properties");
        try (Writer file = Files.newBufferedWriter(config)) {
            properties(index).store(file, null);
        }
        return new LocalNode(
                id, config.toFile(), folder.resolve("node-" + id + ".log").toFile(), jvmOptions);
    }

    private Properties properties(int index) {
        Properties properties = new Properties();
        properties.putAll(SETTINGS);
        properties.putAll(settings);
        int id = index + 1;
        String broker = listener("PLAINTEXT", port(index));
        String listeners = broker + "," + listener(NodeFolder.CONTROLLER, controllerPort(index));
        String advertisedListeners = broker;
        if (!advertised.isEmpty()) {
            listeners += "," + listener(PROXIED, proxiedPort(index));
            advertisedListeners += "," + listener(PROXIED, advertised.get(index));
        }
        properties.put("node.id", String.valueOf(id));
        properties.put("listeners", listeners);
        properties.put("advertised.listeners", advertisedListeners);
        properties.put(
                "controller.quorum.voters",
                IntStream.range(0, NODES)
                        .mapToObj(node -> (node + 1) + "@" + Ports.HOST + ":" + controllerPort(node))
                        .collect(Collectors.joining(",")));
        properties.put("log.dirs", folder.resolve("node-" + id).toString());
        properties.put(ClusterNode.CLUSTER_ID, clusterId);
        return properties;
    }

    private static String listener(String name, int port) {
        return name + "://" + Ports.HOST + ":" + port;
    }

    /** Kills all nodes. */
    @Override
    public void close() {
        nodes.forEach(LocalNode::close);
        if (temporary) {
            try {
                Folders.delete(folder);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
