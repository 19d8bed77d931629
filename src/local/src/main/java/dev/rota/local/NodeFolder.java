package dev.rota.local;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.Feature;
import org.apache.kafka.server.common.MetadataVersion;

/** The folder in which a Kafka node keeps its data. */
final class NodeFolder {

    /** The name of the controllers' listener. */
    static final String CONTROLLER = "CONTROLLER";

    private NodeFolder() {}

    /** Returns a new cluster id. */
    static String clusterId() {
        return Uuid.randomUuid().toString();
    }

    /** Formats a folder for Kafka, unless it is formatted. Returns whether it was formatted by this call. */
    static boolean format(Path folder, int node, String clusterId) {
        if (Files.exists(folder.resolve("meta.properties"))) {
            return false;
        }
        try {
            new Formatter()
                    .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
                    .setNodeId(node)
                    .setClusterId(clusterId)
                    .setReleaseVersion(MetadataVersion.latestProduction())
                    .setSupportedFeatures(Feature.PRODUCTION_FEATURES)
                    .setControllerListenerName(CONTROLLER)
                    .setMetadataLogDirectory(folder.toString())
                    .addDirectory(folder.toString())
                    .run();
            return true;
        } catch (Exception e) {
            throw new NotStarted("expected " + folder + " to become a broker's folder, but " + e.getMessage(), e);
        }
    }
}
