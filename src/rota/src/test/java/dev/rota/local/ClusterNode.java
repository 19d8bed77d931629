package dev.rota.local;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.tools.StorageTool;
import org.apache.kafka.common.utils.Time;

/** The main class of a node's process, which is a broker and a controller. Its first argument is a properties file. */
public final class ClusterNode {

    /** A property of the file that Kafka does not have. */
    static final String CLUSTER_ID = "cluster.id";

    /**
     * A property of the file that Kafka does not have: SCRAM credentials in the form of {@code --add-scram}, one per
     * line.
     */
    static final String CREDENTIALS = "scram.credentials";

    /** Printed once the broker is registered and caught up. */
    static final String STARTED = "started";

    private ClusterNode() {}

    public static void main(String[] arguments) throws IOException {
        Properties properties = new Properties();
        try (Reader file = Files.newBufferedReader(Path.of(arguments[0]))) {
            properties.load(file);
        }
        format(arguments[0], properties);
        exitWithParent();
        KafkaRaftServer server = new KafkaRaftServer(KafkaConfig.fromProps(properties, false), Time.SYSTEM);
        Runtime.getRuntime().addShutdownHook(new Thread(server::shutdown));
        server.startup();
        System.out.println(STARTED);
        server.awaitShutdown();
    }

    /** Formats the node's folder with the program that users run. All versions of Kafka have it. */
    private static void format(String config, Properties properties) {
        List<String> words = new ArrayList<>(List.of("format", "--config", config, "--ignore-formatted"));
        words.addAll(List.of("--cluster-id", properties.getProperty(CLUSTER_ID)));
        properties
                .getProperty(CREDENTIALS, "")
                .lines()
                .forEach(credential -> words.addAll(List.of("--add-scram", credential)));
        if (StorageTool.execute(words.toArray(String[]::new), System.err) != 0) {
            throw new IllegalStateException("expected the node's folder to be formatted, but it is not");
        }
    }

    /** Exits when the parent does. The parent never writes, and its end of the pipe is closed even if it was killed. */
    private static void exitWithParent() {
        Thread watch = new Thread(
                () -> {
                    try {
                        if (System.in.read() < 0) {
                            // A shutdown would wait for controllers that may be gone as well.
                            Signal.KILL.send(ProcessHandle.current().pid());
                        }
                    } catch (IOException | InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                },
                "parent");
        watch.setDaemon(true);
        watch.start();
    }
}
