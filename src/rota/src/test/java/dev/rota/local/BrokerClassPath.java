package dev.rota.local;

import dev.rota.engine.Nullable;
import java.io.File;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Objects;

/**
 * The class path of brokers in separate processes: that of this process, or with {@code -Dbroker.libs} the jars of
 * another Kafka version, plus only the classes that start a node.
 */
final class BrokerClassPath {

    private BrokerClassPath() {}

    static String get() {
        @Nullable String libs = System.getProperty("broker.libs");
        return libs == null
                ? System.getProperty("java.class.path")
                : Path.of(libs, "*") + File.pathSeparator + ourTests();
    }

    private static String ourTests() {
        CodeSource source =
                Objects.requireNonNull(ClusterNode.class.getProtectionDomain().getCodeSource());
        return Path.of(source.getLocation().getPath()).toString();
    }
}
