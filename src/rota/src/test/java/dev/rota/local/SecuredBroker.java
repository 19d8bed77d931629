package dev.rota.local;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import kafka.server.KafkaConfig;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.authorizer.StandardAuthorizer;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.Feature;
import org.apache.kafka.server.common.MetadataVersion;

/**
 * A broker that requires TLS and a login, and denies everything without a grant, except to {@link #ADMIN}. Runs in this
 * process, or with {@code -Dbroker=released} as another version of Kafka.
 */
public final class SecuredBroker implements AutoCloseable {

    public static final String ADMIN = "admin";

    /** The principal of the certificate in {@link #keystore}. */
    public static final String CERTIFIED = "CN=rota";

    private static final String MECHANISM = "SCRAM-SHA-512";

    private final Path folder;
    private final Runnable stop;
    private final int port;
    private final int plainPort;
    private final int certifiedPort;

    /**
     * @param folder an empty folder
     * @param users the users who may log in, in addition to the administrator
     */
    public SecuredBroker(Path folder, List<String> users) throws Exception {
        this.folder = folder;
        Certificates.make(brokerKeystore(), "CN=localhost");
        Certificates.make(keystore(), CERTIFIED);
        Certificates.trust(truststore(), brokerKeystore(), keystore());
        Path data = folder.resolve("data");
        List<String> credentials = Stream.concat(Stream.of(ADMIN), users.stream())
                .map(user -> MECHANISM + "=[name=" + user + ",password=" + password(user) + "]")
                .toList();
        if (ReleasedBroker.isWanted()) {
            int[] ports = Ports.lasting(4);
            this.port = ports[0];
            this.plainPort = ports[1];
            this.certifiedPort = ports[2];
            Properties properties = properties(data, ports[3]);
            properties.put(ClusterNode.CREDENTIALS, String.join("\n", credentials));
            this.stop = ReleasedBroker.start(folder.resolve("released"), properties)::close;
            return;
        }
        format(data, credentials);
        try (HeldPorts ports = new HeldPorts(0, 0, 0, 0)) {
            this.port = ports.port(0);
            this.plainPort = ports.port(1);
            this.certifiedPort = ports.port(2);
            KafkaConfig config = KafkaConfig.fromProps(properties(data, ports.port(3)), false);
            EmbeddedNode node = new EmbeddedNode(config, Time.SYSTEM, ports);
            node.start();
            this.stop = node::stop;
        }
    }

    /** Returns the settings of a user who logs in. */
    public Map<String, String> settings(String user) {
        return Map.of(
                "kafka.bootstrap.servers",
                Ports.HOST + ":" + port,
                "kafka.security.protocol",
                "SASL_SSL",
                "kafka.ssl.truststore.location",
                truststore().toString(),
                "kafka.ssl.truststore.password",
                Certificates.PASSWORD,
                "kafka.sasl.mechanism",
                MECHANISM,
                "kafka.sasl.jaas.config",
                "org.apache.kafka.common.security.scram.ScramLoginModule required username=\"" + user + "\" password=\""
                        + password(user) + "\";");
    }

    /** Returns the listener that allows everything, for a registry that keeps its schemas in this broker. */
    public String internalServers() {
        return Ports.HOST + ":" + plainPort;
    }

    /** Returns the listener for clients that have a certificate and no login. */
    public String certifiedServers() {
        return Ports.HOST + ":" + certifiedPort;
    }

    /** Returns the store of the certificates that clients and the broker trust. */
    public Path truststore() {
        return folder.resolve("truststore.p12");
    }

    /** Returns the store with the key and certificate of a client. */
    public Path keystore() {
        return folder.resolve("keystore.p12");
    }

    /** Returns the store with the key and certificate of the servers. */
    public Path brokerKeystore() {
        return folder.resolve("broker.p12");
    }

    @Override
    public void close() {
        stop.run();
    }

    public static String password(String user) {
        return "of-" + user;
    }

    private static void format(Path data, List<String> credentials) throws Exception {
        new Formatter()
                .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
                .setNodeId(1)
                .setClusterId(NodeFolder.clusterId())
                .setReleaseVersion(MetadataVersion.latestProduction())
                .setSupportedFeatures(Feature.PRODUCTION_FEATURES)
                .setControllerListenerName(NodeFolder.CONTROLLER)
                .setMetadataLogDirectory(data.toString())
                .addDirectory(data.toString())
                .setScramArguments(credentials)
                .run();
    }

    private Properties properties(Path data, int controllerPort) {
        String listeners = "SASL_SSL://" + Ports.HOST + ":" + port + ",PLAINTEXT://" + Ports.HOST + ":" + plainPort
                + ",SSL://" + Ports.HOST + ":" + certifiedPort;
        String controller = Ports.HOST + ":" + controllerPort;
        Properties properties = new Properties();
        properties.putAll(Map.ofEntries(
                Map.entry("process.roles", "broker,controller"),
                Map.entry("node.id", "1"),
                Map.entry("controller.quorum.voters", "1@" + controller),
                Map.entry("controller.listener.names", NodeFolder.CONTROLLER),
                Map.entry("listeners", listeners + "," + NodeFolder.CONTROLLER + "://" + controller),
                Map.entry("advertised.listeners", listeners),
                Map.entry(
                        "listener.security.protocol.map",
                        "SASL_SSL:SASL_SSL,SSL:SSL,PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT"),
                Map.entry("listener.name.ssl.ssl.client.auth", "required"),
                Map.entry("ssl.truststore.location", truststore().toString()),
                Map.entry("ssl.truststore.password", Certificates.PASSWORD),
                Map.entry("inter.broker.listener.name", "PLAINTEXT"),
                Map.entry("sasl.enabled.mechanisms", MECHANISM),
                Map.entry(
                        "listener.name.sasl_ssl.scram-sha-512.sasl.jaas.config",
                        "org.apache.kafka.common.security.scram.ScramLoginModule required;"),
                Map.entry("ssl.keystore.location", brokerKeystore().toString()),
                Map.entry("ssl.keystore.password", Certificates.PASSWORD),
                Map.entry("authorizer.class.name", StandardAuthorizer.class.getName()),
                Map.entry("super.users", "User:" + ADMIN + ";User:ANONYMOUS"),
                Map.entry("log.dirs", data.toString()),
                Map.entry("auto.create.topics.enable", "false"),
                Map.entry("offsets.topic.replication.factor", "1"),
                Map.entry("offsets.topic.num.partitions", "4"),
                Map.entry("transaction.state.log.replication.factor", "1"),
                Map.entry("transaction.state.log.min.isr", "1"),
                Map.entry("transaction.state.log.num.partitions", "4"),
                Map.entry("group.initial.rebalance.delay.ms", "0"),
                Map.entry("log.cleaner.dedupe.buffer.size", String.valueOf(16 << 20))));
        return properties;
    }
}
