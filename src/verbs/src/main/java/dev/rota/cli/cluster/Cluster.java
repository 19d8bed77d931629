package dev.rota.cli.cluster;

import dev.rota.cli.options.Domains;
import dev.rota.cli.options.Unusable;
import dev.rota.engine.Domain;
import dev.rota.engine.plugin.DomainCheck;
import dev.rota.kafka.AdminAnswers;
import dev.rota.kafka.Consumers;
import dev.rota.kafka.Topics;
import dev.rota.settings.Names;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import dev.rota.stream.TopicCheck;
import dev.rota.stream.TopicCheck.Difference;
import dev.rota.stream.TopicCheck.Weight;
import dev.rota.stream.TopicLayout;
import dev.rota.stream.takeover.AbandonedTransactions;
import dev.rota.stream.takeover.OwnProducers;
import dev.rota.stream.takeover.TransactionalIds;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.SecurityDisabledException;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.config.Configurator;

/** Checks that a Kafka cluster is reachable and that its topics are as expected. */
public final class Cluster implements AutoCloseable {

    /** The time that a verb waits for a broker to answer, unless kafka.request.timeout.ms is set. */
    private static final Duration ANSWER_MAX = Duration.ofSeconds(15);

    /** The time after which a verb that waits for brokers prints a line. */
    private static final Duration SILENT_MAX = Duration.ofSeconds(3);

    /** The logger of failed connections, which warns of each attempt, about once a second. */
    private static final String CONNECTIONS = "org.apache.kafka.clients.NetworkClient";

    /** The logger of host names that cannot be resolved. */
    private static final String NAMES = "org.apache.kafka.clients.ClientUtils";

    private static final int MISSING_SHOWN_MAX = 4;

    /** The end of a log's name. */
    private static final String LOG = ".log";

    private final Settings settings;
    private final Admin admin;

    /** The interval of the lines of a process that waits for its cluster. */
    private static final long SAY_NANOS = TimeUnit.MINUTES.toNanos(1);

    private static final Duration TRY_AGAIN = Duration.ofSeconds(1);

    /** Thrown if no broker has answered, which may change. */
    private static final class NoAnswer extends Unusable {
        private static final long serialVersionUID = 1L;

        NoAnswer(String message) {
            super(message);
        }
    }

    private Cluster(Settings settings, Admin admin) {
        this.settings = settings;
        this.admin = admin;
    }

    /** Connects to the cluster. Throws {@link Unusable} with one line if it cannot be reached. */
    public static Cluster of(Settings settings) {
        String ms = settings.kafka().getProperty(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, "");
        // The client refuses a value that is not a number.
        return of(settings, ms.matches("\\d{1,9}") ? Duration.ofMillis(Long.parseLong(ms)) : ANSWER_MAX, () -> {});
    }

    /**
     * Connects to a cluster that may still be starting. Throws {@link Unusable} with one line if it cannot be reached.
     *
     * @param patience how long to wait for a broker
     * @param waiting runs once if no broker has answered soon
     */
    public static Cluster of(Settings settings, Duration patience, Runnable waiting) {
        // The messages below are sufficient.
        Configurator.setLevel(NAMES, Level.ERROR);
        Admin admin = admin(settings);
        Level before = LogManager.getLogger(CONNECTIONS).getLevel();
        Configurator.setLevel(CONNECTIONS, Level.ERROR);
        try {
            int waitMs = (int) Math.min(Integer.MAX_VALUE, patience.toMillis());
            KafkaFuture<?> nodes = admin.describeCluster(new DescribeClusterOptions().timeoutMs(waitMs))
                    .nodes();
            if (!answered(nodes, SILENT_MAX)) {
                waiting.run();
            }
            nodes.get(patience.toMillis(), TimeUnit.MILLISECONDS);
            return new Cluster(settings, admin);
        } catch (ExecutionException | TimeoutException e) {
            admin.close(Duration.ZERO);
            NoConnection failure = new NoConnection(settings);
            String why = failure.why(e.getCause(), patience.toMillis());
            throw NoConnection.mayComeLater(e.getCause()) ? new NoAnswer(why) : new Unusable(why);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            admin.close(Duration.ZERO);
            throw new Unusable("interrupted");
        } finally {
            Configurator.setLevel(CONNECTIONS, before);
        }
    }

    /**
     * Waits for a cluster that has not started yet or is overloaded, for as long as it takes, and checks it. Prints a
     * line about it, soon and then once a minute. Throws {@link Unusable} if waiting cannot help.
     *
     * @param waits receives a sentence when waiting begins, and after each failed attempt
     * @param checks may run more than once
     */
    public static void await(Settings settings, Consumer<String> waits, Consumer<Cluster> checks) {
        String begins = "waiting for a Kafka broker at " + settings.text(Setting.BOOTSTRAP);
        long begun = System.nanoTime();
        long said = begun - SAY_NANOS;
        AtomicBoolean waiting = new AtomicBoolean();
        while (true) {
            String why;
            try (Cluster cluster = of(settings, ANSWER_MAX, () -> {
                if (waiting.compareAndSet(false, true)) {
                    waits.accept(begins);
                    System.err.println("rota: " + begins);
                }
            })) {
                checks.accept(cluster);
                return;
            } catch (NoAnswer e) {
                why = new NoConnection(settings).probed();
            } catch (KafkaException e) {
                // The name of a service may not be known before the first of its brokers is.
                boolean isUnresolved = NoConnection.isUnresolved(e);
                if (!isUnresolved && !AdminAnswers.mayComeLater(e)) {
                    throw e;
                }
                why = isUnresolved ? new NoConnection(settings).probed() : ": " + AdminAnswers.why(e);
            }
            long now = System.nanoTime();
            String sentence = begins + " for " + TimeUnit.NANOSECONDS.toSeconds(now - begun) + " s" + why;
            waits.accept(sentence);
            if (now - said >= SAY_NANOS) {
                System.err.println("rota: " + sentence);
                said = now;
            }
            pause();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(TRY_AGAIN.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Unusable("interrupted");
        }
    }

    private static boolean answered(KafkaFuture<?> answer, Duration within)
            throws ExecutionException, InterruptedException {
        try {
            answer.get(within.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        }
    }

    private static Admin admin(Settings settings) {
        try {
            return Admin.create(settings.kafka());
        } catch (KafkaException e) {
            if (e instanceof ConfigException || e.getCause() instanceof ConfigException) {
                throw e;
            }
            throw new Unusable(NoConnection.clientFailed(e));
        }
    }

    public Admin admin() {
        return admin;
    }

    /** Returns a consumer of committed records outside any group, which the caller closes. */
    public org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> reader() {
        Properties properties = settings.kafka();
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
        return Consumers.of(properties);
    }

    public List<TopicLayout.Topic> layout(Domain domain) {
        return new TopicLayout(names(domain), settings).topics();
    }

    public List<Difference> differences(Domain domain) {
        return new TopicCheck(admin, settings).differences(layout(domain));
    }

    /** Returns a domain's topics as they are. Missing ones are returned as they will be created. */
    public List<TopicLayout.Topic> topics(Domain domain) {
        return new TopicCheck(admin, settings).actual(layout(domain));
    }

    public void createTopics(Domain domain, Duration patience) {
        new TopicCheck(admin, settings).create(names(domain), differences(domain), patience);
    }

    /**
     * Creates access control entries. Throws {@link Unusable} with one line if the cluster has no authorizer or
     * refuses.
     */
    public void allow(List<AclBinding> bindings) {
        try {
            AdminAnswers.get(admin.createAcls(bindings).all());
        } catch (SecurityDisabledException e) {
            throw new Unusable("expected a cluster with an authorizer, but it has none and allows everything");
        } catch (ClusterAuthorizationException e) {
            throw new Unusable("expected this principal to have Alter on the cluster, but Kafka does not allow it");
        }
    }

    /**
     * Returns the names of schedulers whose topics the cluster has, and which are not on this process's class path: most
     * likely a plug-in whose jar is missing here.
     */
    public List<String> schedulersNotInstalled() {
        Set<String> topics = AdminAnswers.get(admin.listTopics().names());
        String prefix = settings.text(Setting.TOPIC_PREFIX);
        return topics.stream()
                .filter(topic -> topic.startsWith(prefix) && topic.endsWith(LOG))
                .map(topic -> topic.substring(prefix.length(), topic.length() - LOG.length()))
                .filter(name -> DomainCheck.isName(name)
                        && topics.contains(prefix + name + ".rejections")
                        && topics.contains(prefix + name + ".checkpoints"))
                .filter(name -> !Domains.installed().contains(name))
                .sorted()
                .toList();
    }

    /** Throws {@link Unusable} if decisions on these topics could not be audited. */
    public void requireAuditable(Domain domain) {
        List<Difference> differences = differences(domain);
        for (Difference difference : differences) {
            if (difference.weight() == Weight.BREAKS_AUDIT) {
                throw new Unusable(difference.message());
            }
            if (difference.weight() == Weight.MISSING) {
                throw new Unusable(difference.message() + "; 'rota topics --apply' creates it. Domains"
                        + " that are not used can be excluded with --domains");
            }
        }
    }

    /**
     * Throws {@link Unusable} with one line if the cluster cannot be reached, does not allow the operations of a verb
     * in a domain, or lacks one of the topics, which are named without prefix.
     */
    public static void require(Settings settings, Role role, Domain domain, String... topics) {
        try (Cluster cluster = of(settings)) {
            cluster.require(role, domain, topics);
        }
    }

    /** Waits for the cluster, and checks it as {@link #require(Settings, Role, Domain, String...)} does. */
    public static void await(Settings settings, Role role, Domain domain, String... topics) {
        await(settings, waits -> {}, cluster -> cluster.require(role, domain, topics));
    }

    private void require(Role role, Domain domain, String... topics) {
        require(role, List.of(domain));
        for (String topic : topics) {
            requireTopic(names(domain).topic(topic));
        }
    }

    /** Throws {@link Unusable} if Kafka reports that this principal lacks an operation that the verb needs. */
    public void require(Role role, Collection<Domain> domains) {
        domains.forEach(domain -> require(role, names(domain)));
    }

    /** Throws {@link Unusable} if this principal lacks an operation that the verb needs of the topics of these names. */
    public void require(Role role, Names names) {
        require(role.required(names).stream().flatMap(grant -> MissingGrants.exact(names, grant)));
    }

    /** Throws {@link Unusable} if Kafka reports that this principal lacks an operation on a topic. */
    public void require(String topic, AclOperation... operations) {
        require(Stream.of(Grant.topic(topic, operations)));
    }

    private void require(Stream<Grant> grants) {
        List<String> missing = new MissingGrants(admin).of(grants);
        if (!missing.isEmpty()) {
            int more = missing.size() - MISSING_SHOWN_MAX;
            throw new Unusable("expected this principal to have "
                    + String.join(", ", missing.subList(0, Math.min(missing.size(), MISSING_SHOWN_MAX)))
                    + (more > 0 ? " and " + more + " more grants" : "")
                    + ", but Kafka does not allow it; 'rota topics --acls' lists what each verb needs");
        }
    }

    /** Throws {@link Unusable} if this principal could not take over from an instance that was killed. */
    public void requireTakeover(Domain domain) {
        TransactionalIds ids = TransactionalIds.of(names(domain), settings);
        new AbandonedTransactions(ids, new OwnProducers(), admin, System::nanoTime)
                .missingGrant()
                .ifPresent(missing -> {
                    throw new Unusable(missing);
                });
    }

    /** Throws {@link Unusable} if a topic does not exist. */
    public void requireTopic(String topic) {
        if (Topics.find(admin, topic).isEmpty()) {
            throw new Unusable("expected the topic " + topic + ", but the cluster has none of that name");
        }
    }

    public Names names(Domain domain) {
        return Names.of(domain, settings);
    }

    @Override
    public void close() {
        admin.close(Duration.ZERO);
    }
}
