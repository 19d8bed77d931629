package dev.rota.stream.kstreams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cores.scheduler.CoresDomain;
import dev.rota.kafka.AdminAnswers;
import dev.rota.settings.Names;
import dev.rota.stream.SharedCluster;
import dev.rota.stream.common.OwnMembers;
import dev.rota.stream.meters.CommitMeter;
import dev.rota.stream.takeover.OwnProducers;
import dev.rota.stream.takeover.TransactionalIds;
import dev.rota.trials.Full;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TransactionAbortableException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("broker")
@Full
class StreamsClientsTest {

    /**
     * The number of producers to fence. Brokers of Kafka 4.4 return the same error in the middle of a commit as at
     * other times; older ones do not.
     */
    private static final int PRODUCERS = 30;

    @AutoClose
    private static final SharedCluster CLUSTER = new SharedCluster();

    private final MeterRegistry metrics = new SimpleMeterRegistry();

    private final StreamsClients clients = new StreamsClients(
            new TransactionalIds("app", "i"),
            new OwnProducers(),
            new OwnMembers(),
            new PromptCommits(System::nanoTime),
            new CommitMeter(new Names(new CoresDomain(), ""), metrics, InstantSource.system()));

    @Test
    void shouldReportToStreamsThatACommitWasFenced() {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", CLUSTER.bootstrapServers()))) {
            AdminAnswers.get(admin.createTopics(List.of(new NewTopic("fenced", 1, (short) 1)))
                    .all());
            AtomicBoolean fencing = new AtomicBoolean(true);
            CompletableFuture<Void> fences = CompletableFuture.runAsync(() -> {
                while (fencing.get()) {
                    AdminAnswers.get(admin.fenceProducers(List.of("app-i-1")).all());
                }
            });

            // when they are fenced repeatedly, sometimes in the middle of a commit
            Set<Class<?>> failures = new HashSet<>();
            for (int i = 0; i < PRODUCERS; i++) {
                failures.add(failure());
            }
            fencing.set(false);
            fences.join();

            // then each ends with an exception that Streams or Rota can recover from
            assertThat(failures)
                    .isSubsetOf(
                            ProducerFencedException.class,
                            InvalidProducerEpochException.class,
                            TransactionAbortableException.class);
        }
    }

    /** Returns the class of the exception that ends a producer that commits all the time. */
    private Class<?> failure() {
        try (Producer<byte[], byte[]> producer = clients.getProducer(Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                CLUSTER.bootstrapServers(),
                ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                "thread-1"))) {
            try {
                producer.initTransactions();
                while (true) {
                    producer.beginTransaction();
                    var unused = producer.send(new ProducerRecord<>("fenced", new byte[1]));
                    producer.flush();
                    producer.commitTransaction();
                }
            } catch (KafkaException e) {
                producer.close(Duration.ZERO);
                return e.getClass();
            }
        }
    }
}
