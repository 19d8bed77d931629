package dev.rota.cli;

import dev.rota.engine.Domain;
import dev.rota.serde.Answers;
import dev.rota.settings.Names;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import dev.rota.stream.TopicCheck;
import dev.rota.stream.TopicCheck.Difference;
import dev.rota.stream.TopicCheck.Weight;
import dev.rota.stream.TopicLayout;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.config.Configurator;

/** A Kafka cluster as verbs see it: is it there, and are its topics right? */
final class Cluster implements AutoCloseable {

    private static final long ANSWER_MS_MAX = 15_000;

    /** Warns of each attempt to connect, about once a second. */
    private static final String CONNECTIONS = "org.apache.kafka.clients.NetworkClient";

    private final Settings settings;
    private final Admin admin;

    private Cluster(Settings settings, Admin admin) {
        this.settings = settings;
        this.admin = admin;
    }

    /** Reaches the cluster, or says in one line that it cannot be reached. */
    static Cluster of(Settings settings) {
        Admin admin = Admin.create(settings.kafka());
        // Until it is reached, the one line below says it all.
        Level before = LogManager.getLogger(CONNECTIONS).getLevel();
        Configurator.setLevel(CONNECTIONS, Level.ERROR);
        try {
            admin.describeCluster().nodes().get(ANSWER_MS_MAX, TimeUnit.MILLISECONDS);
            return new Cluster(settings, admin);
        } catch (ExecutionException | TimeoutException e) {
            admin.close(Duration.ZERO);
            throw new Unusable(
                    "expected a Kafka broker at " + settings.text(Setting.BOOTSTRAP) + ", but none answered in "
                            + ANSWER_MS_MAX / 1_000 + " s. Start one with 'rota dev', or name another cluster with"
                            + " --set kafka.bootstrap.servers=HOST:PORT or ROTA_KAFKA_BOOTSTRAP_SERVERS=HOST:PORT");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            admin.close(Duration.ZERO);
            throw new Unusable("interrupted");
        } finally {
            Configurator.setLevel(CONNECTIONS, before);
        }
    }

    Admin admin() {
        return admin;
    }

    List<TopicLayout.Topic> layout(Domain domain) {
        return new TopicLayout(names(domain), settings).topics();
    }

    List<Difference> differences(Domain domain) {
        return new TopicCheck(admin, settings).differences(layout(domain));
    }

    void createTopics(Domain domain) {
        new TopicCheck(admin, settings).create(differences(domain));
    }

    /** Refuses topics on which decisions could not be audited. */
    void requireAuditable(Domain domain) {
        List<Difference> differences = differences(domain);
        for (Difference difference : differences) {
            if (difference.weight() == Weight.BREAKS_AUDIT) {
                throw new Unusable(difference.message());
            }
            if (difference.weight() == Weight.MISSING) {
                throw new Unusable(difference.message() + "; 'rota topics --apply' creates it");
            }
        }
    }

    /** Says in one line that a topic is not there. */
    void requireTopic(String topic) {
        try {
            Answers.get(Objects.requireNonNull(
                    admin.describeTopics(List.of(topic)).topicNameValues().get(topic)));
        } catch (UnknownTopicOrPartitionException e) {
            throw new Unusable("expected the topic " + topic + ", but the cluster has none of that name");
        }
    }

    Names names(Domain domain) {
        return new Names(domain, settings.text(Setting.TOPIC_PREFIX));
    }

    @Override
    public void close() {
        admin.close(Duration.ZERO);
    }
}
