package dev.rota.local;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import kafka.server.KafkaConfig;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.image.MetadataDelta;
import org.apache.kafka.image.MetadataImage;
import org.apache.kafka.image.loader.LoaderManifest;
import org.apache.kafka.image.publisher.MetadataPublisher;
import org.apache.kafka.metadata.BrokerRegistration;
import org.apache.kafka.server.ServerSocketFactory;

/**
 * Fences a killed broker's registration before its successor starts.
 *
 * <p>Otherwise the successor does not start: with {@link LocalBroker}'s session timeout, the killed broker's session
 * never ends, and the controller refuses a second registration. With a short timeout, Kafka 4.3 loses transactions, and
 * 4.4 has the same code. A broker that starts while its old registration is still active takes over its transactions.
 * Then the old session ends, all partitions are briefly without a leader, and the coordinator treats them as deleted
 * and skips their transaction markers. The transaction stays half committed, and read_committed consumers wait forever.
 * Therefore the controller runs alone until the registration is fenced, after which all partitions of the successor get
 * their leader at once.
 */
final class KilledBroker {

    private static final long FENCED_WITHIN_S = 30;

    private KilledBroker() {}

    /** Runs the controller until no broker of this node is active. */
    static void fence(KafkaConfig config, int node, ServerSocketFactory sockets) {
        EmbeddedNode controller = new EmbeddedNode(config, Time.SYSTEM, sockets);
        controller.start();
        try {
            Fenced fenced = new Fenced(node);
            controller.shared().loader().installPublishers(List.of(fenced)).get();
            fenced.seen.get(FENCED_WITHIN_S, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new NotStarted("expected the killed broker's session to end, but it did not", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NotStarted("interrupted", e);
        } finally {
            controller.stop();
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
            // holds no resources
        }
    }
}
