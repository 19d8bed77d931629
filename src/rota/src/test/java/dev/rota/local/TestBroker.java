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
 * The broker of tests that work on any broker: one in this process, or with {@code -Dbroker=released} one of another
 * Kafka version, whose jars are in the folder {@code -Dbroker.libs}, or with {@code -Dbroker=container} one in a
 * container. {@code -Dbroker.image} names an image other than the {@code apache/kafka} of this Kafka version; it must
 * have the same entry point.
 */
public final class TestBroker implements AutoCloseable {

    private static final String IMAGE = "apache/kafka";

    /** Longer than the default of a minute, which is too short when several brokers start on two busy cores. */
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
     * Returns this JVM's broker, which starts at the first call and stops when the JVM exits. Tests use separate topic
     * prefixes and never close it.
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

    /** Starts a broker of another version with the settings of {@link LocalBroker}. */
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

    /** Starts a broker in a container, with the settings of {@link LocalBroker} where the image has others. */
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
                // The broker starts sooner without the second compiler.
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
