package dev.rota.local;

import dev.rota.engine.Nullable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.kafka.common.utils.internals.AppInfoParser;
import org.testcontainers.kafka.KafkaContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * The broker of a test that works on any broker: one in this process, one of another version of Kafka
 * with {@code -Dbroker=released} and its jars in the folder {@code -Dbroker.libs}, or one in a container with
 * {@code -Dbroker=container}. {@code -Dbroker.image} names another image than {@code apache/kafka} of our Kafka
 * version; it must have the same entry.
 */
public final class TestBroker implements AutoCloseable {

    private static final String IMAGE = "apache/kafka";

    /** The default of a minute is too short when several of them start on two busy cores. */
    private static final Duration START_MAX = Duration.ofMinutes(3);

    /** The broker that {@link #shared()} returns. */
    private static final class Shared {

        static final TestBroker BROKER = untilTheEnd(start());

        private static TestBroker untilTheEnd(TestBroker broker) {
            Runtime.getRuntime().addShutdownHook(new Thread(broker::close, "shared broker's end"));
            return broker;
        }
    }

    private final String bootstrapServers;
    private final Runnable stop;

    private TestBroker(String bootstrapServers, Runnable stop) {
        this.bootstrapServers = bootstrapServers;
        this.stop = stop;
    }

    /**
     * Returns this JVM's broker, which starts at the first call and stops at the JVM's end. Its users keep apart by
     * topic prefixes and never close it.
     */
    public static TestBroker shared() {
        return Shared.BROKER;
    }

    /** Starts a broker for one test. */
    public static TestBroker start() {
        if (inContainer()) {
            return container();
        }
        return ReleasedBroker.isWanted() ? released() : embedded();
    }

    /** The settings are those of {@link LocalBroker}. */
    private static TestBroker released() {
        try {
            Path folder = Files.createTempDirectory("rota-released");
            int[] ports = Ports.lasting(2);
            ReleasedBroker broker =
                    ReleasedBroker.start(folder, LocalBroker.properties(folder.resolve("data"), ports[0], ports[1]));
            return new TestBroker(Ports.HOST + ":" + ports[0], broker::close);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static boolean inContainer() {
        return "container".equals(System.getProperty("broker"));
    }

    private static TestBroker embedded() {
        LocalBroker broker = LocalBroker.temporary();
        return new TestBroker(broker.bootstrapServers(), broker::close);
    }

    /** The settings are those of {@link LocalBroker}, where the container's own differ. */
    private static TestBroker container() {
        @Nullable String image = System.getProperty("broker.image");
        DockerImageName name = image == null
                ? DockerImageName.parse(IMAGE).withTag(AppInfoParser.getVersion())
                : DockerImageName.parse(image).asCompatibleSubstituteFor(IMAGE);
        KafkaContainer broker = new KafkaContainer(name)
                .withEnv("KAFKA_AUTO_CREATE_TOPICS_ENABLE", "false")
                .withEnv("KAFKA_OFFSETS_TOPIC_NUM_PARTITIONS", "4")
                .withEnv("KAFKA_TRANSACTION_STATE_LOG_NUM_PARTITIONS", "4")
                .withEnv("KAFKA_SHARE_COORDINATOR_STATE_TOPIC_REPLICATION_FACTOR", "1")
                .withEnv("KAFKA_SHARE_COORDINATOR_STATE_TOPIC_MIN_ISR", "1")
                .withEnv("KAFKA_SHARE_COORDINATOR_STATE_TOPIC_NUM_PARTITIONS", "1")
                .withEnv("KAFKA_LOG_CLEANER_DEDUPE_BUFFER_SIZE", String.valueOf(16 << 20))
                .withEnv("KAFKA_BROKER_SESSION_TIMEOUT_MS", String.valueOf(Integer.MAX_VALUE))
                // It starts sooner without the compiler that pays off later.
                .withEnv("KAFKA_HEAP_OPTS", "-Xmx400m -XX:TieredStopAtLevel=1")
                .withStartupTimeout(START_MAX);
        broker.start();
        return new TestBroker(broker.getBootstrapServers(), broker::stop);
    }

    public String bootstrapServers() {
        return bootstrapServers;
    }

    @Override
    public void close() {
        stop.run();
    }
}
