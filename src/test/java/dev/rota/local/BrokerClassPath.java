package dev.rota.local;

import dev.rota.engine.Nullable;
import java.io.File;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Objects;

/**
 * The class path of brokers in processes of their own: ours, or with {@code -Dbroker.libs} the jars of another version of
 * Kafka, and of ours only the classes that start a node.
 */
final class BrokerClassPath {

    private BrokerClassPath() {}

    static String get() {
        @Nullable String libs = System.getProperty("broker.libs");
        return libs == null
                ? System.getProperty("java.class.path")
                : String.join(
                        File.pathSeparator,
                        Path.of(libs, "*").toString(),
                        source(ClusterNode.class),
                        source(NodeFolder.class));
    }

    private static String source(Class<?> type) {
        CodeSource source = Objects.requireNonNull(type.getProtectionDomain().getCodeSource());
        return Path.of(source.getLocation().getPath()).toString();
    }
}
