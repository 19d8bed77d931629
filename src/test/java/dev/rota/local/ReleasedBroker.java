package dev.rota.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;

/** A broker of a released version of Kafka, with the settings of {@link LocalBroker}, in a process of its own. */
final class ReleasedBroker implements AutoCloseable {

    private static final int NODE = 1;

    private final Path folder;
    private final int[] ports = Ports.lasting(2);
    private final LocalNode node;

    private ReleasedBroker() throws IOException {
        folder = Files.createTempDirectory("rota-released");
        Path config = folder.resolve("node.properties");
        Properties properties = LocalBroker.properties(folder.resolve("data"), ports[0], ports[1]);
        properties.put(ClusterNode.CLUSTER_ID, NodeFolder.clusterId());
        try (Writer file = Files.newBufferedWriter(config)) {
            properties.store(file, null);
        }
        node = new LocalNode(NODE, config.toFile(), folder.resolve("node.log").toFile(), List.of());
    }

    static ReleasedBroker start() {
        try {
            ReleasedBroker broker = new ReleasedBroker();
            broker.node.start();
            broker.node.awaitStarted();
            return broker;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String bootstrapServers() {
        return Ports.HOST + ":" + ports[0];
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
