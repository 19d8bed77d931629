package dev.rota.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;

/** A broker of a released Kafka version, in a separate process. */
final class ReleasedBroker implements AutoCloseable {

    private static final int NODE = 1;

    private final Path folder;
    private final LocalNode node;

    private ReleasedBroker(Path folder, Properties properties) throws IOException {
        this.folder = folder;
        Path config = folder.resolve("node.properties");
        properties.put(ClusterNode.CLUSTER_ID, NodeFolder.clusterId());
        try (Writer file = Files.newBufferedWriter(config)) {
            properties.store(file, null);
        }
        node = new LocalNode(NODE, config.toFile(), folder.resolve("node.log").toFile(), List.of());
    }

    /** Returns whether tests run on brokers of a released version. */
    static boolean isWanted() {
        return "released".equals(System.getProperty("broker"));
    }

    /**
     * Starts a broker.
     *
     * @param folder the folder for its data and its log, deleted when the broker is closed
     * @param properties properties of its node, including those of {@link ClusterNode}
     */
    static ReleasedBroker start(Path folder, Properties properties) {
        try {
            ReleasedBroker broker = new ReleasedBroker(Files.createDirectories(folder), properties);
            broker.node.start();
            broker.node.awaitStarted();
            return broker;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        node.close();
        try {
            Folders.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
