package dev.rota.stream.kstreams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.rota.cores.scheduler.CoresDomain;
import dev.rota.engine.text.Causes;
import dev.rota.kafka.AdminAnswers;
import dev.rota.kafka.BatchBound;
import dev.rota.settings.Names;
import dev.rota.stream.SharedCluster;
import dev.rota.stream.common.OwnMembers;
import dev.rota.stream.meters.CommitMeter;
import dev.rota.stream.takeover.OwnProducers;
import dev.rota.stream.takeover.TransactionalIds;
import dev.rota.trials.Await;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidPidMappingException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.NotEnoughReplicasException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that empty transactions are not sent to the brokers. The test has a separate broker, on which no other test
 * fences producers.
 */
@Tag("broker")
class SchedulerProducerTest {

    private static final TopicPartition SPARED = new TopicPartition("spared", 0);

    @AutoClose
    private static final SharedCluster CLUSTER = new SharedCluster();

    private static final PromptCommits COMMITS = new PromptCommits(System::nanoTime);

    private final StreamsClients clients = new StreamsClients(
            new TransactionalIds("app", "i"), new OwnProducers(), new OwnMembers(), COMMITS, meter());

    private static CommitMeter meter() {
        return new CommitMeter(new Names(new CoresDomain(), ""), new SimpleMeterRegistry(), InstantSource.system());
    }

    @BeforeAll
    static void createTopics() {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", CLUSTER.bootstrapServers()))) {
            AdminAnswers.get(admin.createTopics(List.of(new NewTopic(SPARED.topic(), 1, (short) 1)))
                    .all());
        }
    }

    @Test
    void shouldCommitOnlyWhatIsNew() {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", CLUSTER.bootstrapServers()));
                Producer<byte[], byte[]> producer = producer("thread-2")) {
            producer.initTransactions();
            commit(producer, 5);
            awaitCompleted(admin);
            long written = written(admin);

            // when
            commit(producer, 5);
            producer.beginTransaction();
            producer.abortTransaction();

            // then
            assertThat(written(admin)).isEqualTo(written);

            // and when the position moves
            commit(producer, 6);

            // then
            assertThat(written(admin)).isGreaterThan(written);
            awaitCompleted(admin);
            assertThat(AdminAnswers.get(
                            admin.listConsumerGroupOffsets("readers").partitionsToOffsetAndMetadata()))
                    .containsEntry(SPARED, new OffsetAndMetadata(6));
        }
    }

    /** Without a position in the transaction, the group would let a replaced member commit. */
    @Test
    void shouldSendThePositionsThatTheGroupKeepsWithRecordsOfATaskThatConsumedNothing() {
        try (MockProducer<byte[], byte[]> client =
                new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer())) {
            Map<TopicPartition, OffsetAndMetadata> kept = Map.of(SPARED, new OffsetAndMetadata(3));
            Producer<byte[], byte[]> producer = new SchedulerProducer(client, () -> {}, () -> kept, COMMITS, meter());
            producer.initTransactions();
            producer.beginTransaction();

            // when
            var unused = producer.send(new ProducerRecord<>(SPARED.topic(), new byte[1]));
            producer.sendOffsetsToTransaction(Map.of(), member());
            producer.commitTransaction();

            // then
            assertThat(client.consumerGroupOffsetsHistory()).containsExactly(Map.of("readers", kept));

            // and again, though the position has not moved
            producer.beginTransaction();
            var unusedToo = producer.send(new ProducerRecord<>(SPARED.topic(), new byte[1]));
            producer.sendOffsetsToTransaction(kept, member());
            producer.commitTransaction();
            assertThat(client.consumerGroupOffsetsHistory()).hasSize(2);
        }
    }

    /**
     * Streams flushes once for each task. To wait for the brokers each time would multiply the time by the number of
     * tasks.
     */
    @Test
    void shouldWaitForTheRecordsOfAllTasksAtOnce() {
        try (MockProducer<byte[], byte[]> client = unanswering()) {
            Producer<byte[], byte[]> producer = new SchedulerProducer(client, () -> {}, Map::of, COMMITS, meter());
            producer.initTransactions();

            // when
            var unused = producer.send(new ProducerRecord<>(SPARED.topic(), new byte[1]));
            producer.flush();
            var unusedToo = producer.send(new ProducerRecord<>(SPARED.topic(), new byte[2]));
            producer.flush();

            // then
            assertThat(client.flushed()).isFalse();

            // and when their tasks are committed
            producer.sendOffsetsToTransaction(Map.of(SPARED, new OffsetAndMetadata(4)), member());

            // then
            assertThat(client.flushed()).isTrue();
            producer.commitTransaction();
            assertThat(client.history()).hasSize(2);
        }
    }

    static List<Arguments> unwritten() {
        return List.of(
                // the tasks have moved to another instance
                arguments(new ProducerFencedException("fenced"), ProducerFencedException.class),
                arguments(new InvalidProducerEpochException("fenced"), InvalidProducerEpochException.class),
                arguments(new InvalidPidMappingException("forgotten"), InvalidPidMappingException.class),
                arguments(new OutOfOrderSequenceException("lost"), InvalidProducerEpochException.class),
                // the tasks of the thread start again
                arguments(new NotEnoughReplicasException("too few"), InvalidProducerEpochException.class),
                // the scheduler ends
                arguments(new RecordTooLargeException("too large"), KafkaException.class));
    }

    /** Streams must handle a failed commit as it handles a failed record. */
    @ParameterizedTest
    @MethodSource("unwritten")
    void shouldNotCommitWhatWasNotWritten(RuntimeException failure, Class<? extends Exception> says) {
        try (MockProducer<byte[], byte[]> client = unanswering()) {
            Producer<byte[], byte[]> producer = new SchedulerProducer(client, () -> {}, Map::of, COMMITS, meter());
            producer.initTransactions();
            List<Exception> told = new ArrayList<>();
            var unused = producer.send(
                    new ProducerRecord<>(SPARED.topic(), new byte[1]), (metadata, problem) -> told.add(problem));
            var unusedToo = producer.send(new ProducerRecord<>(SPARED.topic(), new byte[2]));
            client.errorNext(failure);

            // when, then
            assertThatThrownBy(
                            () -> producer.sendOffsetsToTransaction(Map.of(SPARED, new OffsetAndMetadata(4)), member()))
                    .isExactlyInstanceOf(says)
                    .satisfies(thrown -> assertThat(Causes.deepest(thrown)).hasMessage(failure.getMessage()));
            assertThat(told).containsExactly(failure);
            assertThat(client.sentOffsets()).isFalse();

            // and records after the abort are committed
            producer.abortTransaction();
            var unusedAgain = producer.send(new ProducerRecord<>(SPARED.topic(), new byte[3]));
            producer.sendOffsetsToTransaction(Map.of(SPARED, new OffsetAndMetadata(4)), member());
            producer.commitTransaction();
            assertThat(client.history()).hasSize(1);
        }
    }

    /** A batch that is compressed could otherwise have more records than its readers can hold. */
    @Test
    void shouldWriteTheRecordsOfALargeStepBeforeTheyAreTooManyForABatch() {
        try (MockProducer<byte[], byte[]> client = unanswering()) {
            Producer<byte[], byte[]> producer = new SchedulerProducer(client, () -> {}, Map::of, COMMITS, meter());
            producer.initTransactions();
            fill(producer);
            assertThat(client.flushed()).isFalse();

            // when
            var unused = producer.send(large());

            // then the one that follows is alone
            assertThat(client.completeNext()).isTrue();
            assertThat(client.flushed()).isTrue();

            // and when it is committed, there is room again
            producer.sendOffsetsToTransaction(Map.of(SPARED, new OffsetAndMetadata(4)), member());
            producer.commitTransaction();
            assertThat(fill(producer)).isEqualTo(unwritten(client));
            fill(producer);
            producer.abortTransaction();
            assertThat(fill(producer)).isEqualTo(unwritten(client));
        }
    }

    /** Streams looks for the reason in the cause of what a send throws. */
    @ParameterizedTest
    @MethodSource("unwritten")
    void shouldSayWhyTheRecordsOfALargeStepWereNotWritten(RuntimeException failure, Class<? extends Exception> says) {
        try (MockProducer<byte[], byte[]> client = unanswering()) {
            Producer<byte[], byte[]> producer = new SchedulerProducer(client, () -> {}, Map::of, COMMITS, meter());
            producer.initTransactions();
            fill(producer);
            client.errorNext(failure);

            assertThatThrownBy(() -> producer.send(large()))
                    .isExactlyInstanceOf(KafkaException.class)
                    .hasCauseExactlyInstanceOf(says)
                    .satisfies(thrown -> assertThat(Causes.deepest(thrown)).hasMessage(failure.getMessage()));
        }
    }

    /** Sends as many records as a batch may contain, and returns their number. */
    private static long fill(Producer<byte[], byte[]> producer) {
        long count = BatchBound.BYTES_MAX / BatchBound.size(large());
        for (long i = 0; i < count; i++) {
            var unused = producer.send(large());
        }
        return count;
    }

    /** Writes the records that were not written yet, and returns their number. */
    private static long unwritten(MockProducer<byte[], byte[]> client) {
        long count = 0;
        while (client.completeNext()) {
            count++;
        }
        return count;
    }

    private static ProducerRecord<byte[], byte[]> large() {
        return new ProducerRecord<>(SPARED.topic(), new byte[1_000_000]);
    }

    private static MockProducer<byte[], byte[]> unanswering() {
        return new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** Streams would treat a transaction without positions as committed after a timeout. */
    @Test
    void shouldCountAsFencedIfACommitIsNotAnswered() {
        for (Map<TopicPartition, OffsetAndMetadata> positions :
                List.of(Map.<TopicPartition, OffsetAndMetadata>of(), Map.of(SPARED, new OffsetAndMetadata(3)))) {
            try (MockProducer<byte[], byte[]> client =
                    new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer())) {
                Producer<byte[], byte[]> producer = new SchedulerProducer(client, () -> {}, Map::of, COMMITS, meter());
                producer.initTransactions();
                var unused = producer.send(new ProducerRecord<>(SPARED.topic(), new byte[1]));
                producer.sendOffsetsToTransaction(positions, member());
                client.commitTransactionException = new TimeoutException("no answer");

                assertThatThrownBy(producer::commitTransaction).isInstanceOf(InvalidProducerEpochException.class);
                assertAsksForANewOne(producer);
            }
        }
    }

    /** After a commit without a response, Streams closes the tasks and aborts, which the client refuses as well. */
    @Test
    void shouldAskForANewProducerIfACommitThatWasNotAnsweredIsAborted() {
        try (MockProducer<byte[], byte[]> client =
                new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer())) {
            Producer<byte[], byte[]> producer = withUnansweredCommit(client);
            client.abortTransactionException = new IllegalStateException("the commit must be retried");

            // when
            producer.abortTransaction();

            // then
            assertAsksForANewOne(producer);
        }
    }

    @Test
    void shouldAskForANewProducerIfAnAbortIsNotAnswered() {
        try (MockProducer<byte[], byte[]> client =
                new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer())) {
            Producer<byte[], byte[]> producer = new SchedulerProducer(client, () -> {}, Map::of, COMMITS, meter());
            producer.initTransactions();
            producer.sendOffsetsToTransaction(Map.of(SPARED, new OffsetAndMetadata(3)), member());
            client.abortTransactionException = new TimeoutException("no answer");

            // when
            assertThatThrownBy(producer::abortTransaction).isInstanceOf(TimeoutException.class);

            // then
            assertAsksForANewOne(producer);
        }
    }

    @Test
    void shouldCountAsFencedIfATransactionIsNotCompleted() {
        try (MockProducer<byte[], byte[]> client =
                new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer())) {
            Producer<byte[], byte[]> producer = new SchedulerProducer(client, () -> {}, Map::of, COMMITS, meter());
            producer.initTransactions();
            var unused = producer.send(new ProducerRecord<>(SPARED.topic(), new byte[1]));
            client.sendOffsetsToTransactionException = new TimeoutException("no answer");

            assertThatThrownBy(() -> producer.sendOffsetsToTransaction(Map.of(), member()))
                    .isInstanceOf(InvalidProducerEpochException.class);
            assertThatThrownBy(
                            () -> producer.sendOffsetsToTransaction(Map.of(SPARED, new OffsetAndMetadata(3)), member()))
                    .isInstanceOf(InvalidProducerEpochException.class);
        }
    }

    /**
     * The positions cannot be looked up while another client's open transaction contains them. The next commit
     * succeeds.
     */
    @Test
    void shouldLeaveATransactionOpenIfKeptPositionsCannotBeLookedUp() {
        try (MockProducer<byte[], byte[]> client =
                new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer())) {
            AtomicBoolean answers = new AtomicBoolean();
            Producer<byte[], byte[]> producer = new SchedulerProducer(
                    client,
                    () -> {},
                    () -> {
                        if (!answers.get()) {
                            throw new TimeoutException("no answer");
                        }
                        return Map.of(SPARED, new OffsetAndMetadata(3));
                    },
                    COMMITS,
                    meter());
            producer.initTransactions();
            var unused = producer.send(new ProducerRecord<>(SPARED.topic(), new byte[1]));
            assertThatThrownBy(() -> producer.sendOffsetsToTransaction(Map.of(), member()))
                    .isInstanceOf(TimeoutException.class);
            answers.set(true);

            producer.sendOffsetsToTransaction(Map.of(), member());
            producer.commitTransaction();

            assertThat(client.history()).hasSize(1);
            assertThat(client.transactionCommitted()).isTrue();
        }
    }

    private static Producer<byte[], byte[]> withUnansweredCommit(MockProducer<byte[], byte[]> client) {
        Producer<byte[], byte[]> producer = new SchedulerProducer(client, () -> {}, Map::of, COMMITS, meter());
        producer.initTransactions();
        producer.sendOffsetsToTransaction(Map.of(SPARED, new OffsetAndMetadata(3)), member());
        client.commitTransactionException = new TimeoutException("no answer");
        assertThatThrownBy(producer::commitTransaction).isInstanceOf(InvalidProducerEpochException.class);
        return producer;
    }

    /** Asserts that the producer fails with the exception by which Streams decides to create a new one. */
    private static void assertAsksForANewOne(Producer<byte[], byte[]> producer) {
        assertThatThrownBy(() -> producer.send(new ProducerRecord<>(SPARED.topic(), new byte[1])))
                .isExactlyInstanceOf(KafkaException.class)
                .hasCauseInstanceOf(InvalidProducerEpochException.class);
        assertThatThrownBy(() -> producer.sendOffsetsToTransaction(Map.of(SPARED, new OffsetAndMetadata(4)), member()))
                .isInstanceOf(InvalidProducerEpochException.class);
    }

    /** Commits a transaction with only a position. */
    private static void commit(Producer<byte[], byte[]> producer, long position) {
        producer.beginTransaction();
        producer.sendOffsetsToTransaction(Map.of(SPARED, new OffsetAndMetadata(position)), member());
        producer.commitTransaction();
    }

    /** Returns metadata without a member, so that the broker does not check membership. */
    private static ConsumerGroupMetadata member() {
        Map<String, Object> config = Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                CLUSTER.bootstrapServers(),
                ConsumerConfig.GROUP_ID_CONFIG,
                "readers");
        try (Consumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            return consumer.groupMetadata();
        }
    }

    /** Waits until the coordinator has completed the transactions, which it does after its response. */
    private static void awaitCompleted(Admin admin) {
        Await.until(
                "the transaction of app-i-2 to be complete",
                () -> AdminAnswers.get(admin.describeTransactions(List.of("app-i-2"))
                                        .description("app-i-2"))
                                .state()
                        == TransactionState.COMPLETE_COMMIT);
    }

    /** Returns how many records the cluster has written for transactions and positions. */
    private static long written(Admin admin) {
        Map<TopicPartition, OffsetSpec> all = new HashMap<>();
        AdminAnswers.get(admin.describeTopics(List.of("__transaction_state", "__consumer_offsets"))
                        .allTopicNames())
                .forEach((topic, described) -> described
                        .partitions()
                        .forEach(partition ->
                                all.put(new TopicPartition(topic, partition.partition()), OffsetSpec.latest())));
        return AdminAnswers.get(admin.listOffsets(all).all()).values().stream()
                .mapToLong(ListOffsetsResultInfo::offset)
                .sum();
    }

    @Test
    void shouldTellStreamsOfAFencingBeforeTheFirstRecord() {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", CLUSTER.bootstrapServers()))) {
            Producer<byte[], byte[]> producer = producer("thread-3");
            try {
                // given that it was fenced, and has detected it
                producer.initTransactions();
                commit(producer, 1);
                AdminAnswers.get(admin.fenceProducers(List.of("app-i-3")).all());
                assertThatThrownBy(() -> commit(producer, 2)).isInstanceOf(KafkaException.class);
                assertThatThrownBy(producer::abortTransaction).isInstanceOf(KafkaException.class);

                // when
                producer.beginTransaction();

                // then Streams finds the reason in the cause of the exception
                assertThatThrownBy(() -> producer.send(new ProducerRecord<>(SPARED.topic(), new byte[1])))
                        .isInstanceOf(KafkaException.class)
                        .cause()
                        .isInstanceOfAny(ProducerFencedException.class, InvalidProducerEpochException.class);
            } finally {
                producer.close(Duration.ZERO);
            }
        }
    }

    private Producer<byte[], byte[]> producer(String name) {
        return clients.getProducer(Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                CLUSTER.bootstrapServers(),
                ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                name));
    }
}
