package dev.rota.local;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import kafka.server.ControllerServer;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.server.Server;
import kafka.server.SharedServer;
import kafka.server.StandardFaultHandlerFactory;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.image.MetadataDelta;
import org.apache.kafka.image.MetadataImage;
import org.apache.kafka.image.loader.LoaderManifest;
import org.apache.kafka.image.publisher.MetadataPublisher;
import org.apache.kafka.metadata.BrokerRegistration;
import org.apache.kafka.raft.QuorumConfig;
import org.apache.kafka.server.ServerSocketFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fences a killed broker's registration before its successor starts.
 *
 * <p>Kafka 4.3 loses transactions otherwise. A broker that starts while its old registration is still active takes
 * over its transactions; then the old session ends, all partitions are leaderless for a moment, and the coordinator
 * treats them as deleted and skips their transaction markers. The transaction stays half committed, and
 * read_committed consumers wait forever. So the controller runs alone first, until the registration is fenced; then
 * the successor's partitions get their leader all at once.
 */
final class KilledBroker {

    private static final Logger LOG = LoggerFactory.getLogger(KilledBroker.class);

    private static final long FENCED_WITHIN_S = 30;

    private KilledBroker() {}

    /** Returns once no broker of this node is active. */
    static void fence(KafkaConfig config, int node) {
        var directories = KafkaRaftServer.initializeLogDirs(config, LOG, "");
        var metrics = Server.initializeMetrics(
                config, Time.SYSTEM, directories._1().clusterId().orElseThrow());
        SharedServer shared = new SharedServer(
                config,
                directories._1(),
                Time.SYSTEM,
                metrics,
                CompletableFuture.completedFuture(
                        QuorumConfig.parseVoterConnections(config.quorumConfig().voters())),
                QuorumConfig.parseBootstrapServers(config.quorumConfig().bootstrapServers()),
                new StandardFaultHandlerFactory(),
                ServerSocketFactory.INSTANCE);
        ControllerServer controller = new ControllerServer(shared, KafkaRaftServer.configSchema(), directories._2());
        try {
            controller.startup();
            Fenced fenced = new Fenced(node);
            shared.loader().installPublishers(List.of(fenced)).get();
            fenced.seen.get(FENCED_WITHIN_S, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new NotStarted("expected the killed broker's session to end, but it did not", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NotStarted("interrupted", e);
        } finally {
            controller.shutdown();
            controller.awaitShutdown();
        }
    }

    /** Watches the cluster's metadata for the end of the registration. */
    private static final class Fenced implements MetadataPublisher {
        final CompletableFuture<Boolean> seen = new CompletableFuture<>();
        private final int node;

        Fenced(int node) {
            this.node = node;
        }

        @Override
        public String name() {
            return "killed-broker";
        }

        @Override
        public void onMetadataUpdate(MetadataDelta delta, MetadataImage image, LoaderManifest manifest) {
            BrokerRegistration registration = image.cluster().broker(node);
            if (registration == null || registration.fenced()) {
                seen.complete(true);
            }
        }

        @Override
        public void close() {
            // holds nothing
        }
    }
}
