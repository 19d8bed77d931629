package dev.rota.cli;

import dev.rota.engine.Domain;
import dev.rota.kafka.Topics;
import dev.rota.settings.Names;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import dev.rota.stream.ClientSettings;
import dev.rota.stream.TopicCheck;
import dev.rota.stream.TopicCheck.Difference;
import dev.rota.stream.TopicCheck.Weight;
import dev.rota.stream.TopicLayout;
import dev.rota.stream.takeover.AbandonedTransactions;
import dev.rota.stream.takeover.TransactionalIds;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.config.Configurator;

/** Checks for verbs that a Kafka cluster is reachable and its topics are right. */
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

    /** Connects to the cluster; throws with one line if it cannot be reached. */
    static Cluster of(Settings settings) {
        Admin admin = Admin.create(settings.kafka());
        // Suppressed, since the message below suffices.
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
        new TopicCheck(admin, settings).create(names(domain), differences(domain));
    }

    /** Throws if decisions on these topics could not be audited. */
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

    /** Throws if this principal could not take over from an instance that was killed. */
    void requireTakeover(Domain domain) {
        TransactionalIds ids = new ClientSettings(settings).transactionalIds(names(domain));
        new AbandonedTransactions(ids, admin, System::nanoTime).missingGrant().ifPresent(missing -> {
            throw new Unusable(missing);
        });
    }

    /** Throws if a topic does not exist. */
    void requireTopic(String topic) {
        if (Topics.find(admin, topic).isEmpty()) {
            throw new Unusable("expected the topic " + topic + ", but the cluster has none of that name");
        }
    }

    Names names(Domain domain) {
        return Names.of(domain, settings);
    }

    @Override
    public void close() {
        admin.close(Duration.ZERO);
    }
}
