package dev.rota.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.local.TestBroker;
import dev.rota.trials.Full;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what a consumer returns of compressed batches that have more bytes than one poll decompresses. */
@Tag("broker")
@Full
class FetchScreenTest {

    private static final AtomicInteger TOPICS = new AtomicInteger();
    private static final String SERVERS = TestBroker.shared().bootstrapServers();
    private static final int TOO_LARGE = 1_500_000;
    private static final int LARGE = 900_000;

    private final String topic = "screened-" + TOPICS.incrementAndGet();

    @ParameterizedTest
    @ValueSource(strings = {"zstd", "lz4", "gzip", "snappy"})
    @Full
    void shouldReturnEveryRecordThatIsNotTooLargeItself(String compression) throws Exception {
        create(1);
        List<Integer> sizes = mixed(100);
        produce(compression, "", 0, sizes);

        try (Consumer<byte[], byte[]> consumer = consumer()) {
            List<ConsumerRecord<byte[], byte[]>> records = readToEnd(consumer, 0);

            assertThat(offsets(records)).isEqualTo(offsets(sizes.size()));
            assertThat(records.stream().map(FetchScreenTest::sizeOrStub).toList())
                    .isEqualTo(sizes.stream()
                            .map(size -> size == TOO_LARGE ? "stub" : "" + size)
                            .toList());
        }
    }

    private static List<Integer> mixed(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> i % 3 == 0 ? TOO_LARGE : i % 3 == 1 ? LARGE : i)
                .toList();
    }

    private static String sizeOrStub(ConsumerRecord<byte[], byte[]> record) {
        String why = Oversized.why(record);
        if (why != null) {
            assertThat(why).matches("it has 15000[0-9]{2} uncompressed");
            return "stub";
        }
        return "" + record.value().length;
    }

    @Test
    @Full
    void shouldContinueABatchWhereAPollHasEnded() throws Exception {
        // given a batch of 300 MB
        create(1);
        produce("gzip", "", 0, IntStream.range(0, 200).mapToObj(i -> TOO_LARGE).toList());

        try (Consumer<byte[], byte[]> consumer = consumer()) {
            consumer.assign(List.of(new TopicPartition(topic, 0)));
            consumer.seekToBeginning(consumer.assignment());

            // then each poll has a part of it
            assertThat(polls(consumer, 200)).allMatch(count -> count <= ScanTurns.POLL_BYTES_MAX / TOO_LARGE + 1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 60, 99})
    @Full
    void shouldReadOnFromAPositionWithinABatch(int from) throws Exception {
        create(1);
        List<Integer> sizes = mixed(100);
        produce("gzip", "", 0, sizes);

        try (Consumer<byte[], byte[]> consumer = consumer()) {
            List<ConsumerRecord<byte[], byte[]>> records = readToEnd(consumer, from);

            assertThat(offsets(records))
                    .isEqualTo(LongStream.range(from, 100).boxed().toList());
        }
    }

    @Test
    void shouldNotTakeAnotherBatchForTheSuspendedOne() throws Exception {
        // given a poll that has ended within the first of two batches
        create(1);
        produce("gzip", "", 0, mixed(100));
        produce("gzip", "", 0, mixed(100));

        try (Consumer<byte[], byte[]> consumer = consumer()) {
            TopicPartition partition = new TopicPartition(topic, 0);
            consumer.assign(List.of(partition));
            consumer.seek(partition, 0);
            assertThat(consumer.poll(Duration.ofSeconds(30)).count()).isBetween(1, 99);

            // then any position is read from
            assertThat(offsets(readToEnd(consumer, 150)))
                    .isEqualTo(LongStream.range(150, 200).boxed().toList());
            assertThat(offsets(readToEnd(consumer, 3)))
                    .isEqualTo(LongStream.range(3, 200).boxed().toList());
        }
    }

    @Test
    @Full
    void shouldGiveEachPartitionItsTurn() throws Exception {
        // given more partitions than may have a suspended batch, each with 2 batches of 100 MB
        int partitions = ScanTurns.SUSPENDED_MAX + 2;
        create(partitions);
        for (int i = 0; i < partitions; i++) {
            for (int j = 0; j < 2; j++) {
                produce(
                        "zstd",
                        "",
                        i,
                        IntStream.range(0, 70).mapToObj(k -> TOO_LARGE).toList());
            }
        }
        try (Consumer<byte[], byte[]> consumer = consumer()) {
            consumer.assign(IntStream.range(0, partitions)
                    .mapToObj(i -> new TopicPartition(topic, i))
                    .toList());
            consumer.seekToBeginning(consumer.assignment());

            Map<Integer, List<Long>> read = new HashMap<>();
            int late = 0;
            for (int total = 0; total < 140 * partitions; ) {
                ConsumerRecords<byte[], byte[]> records = consumer.poll(Duration.ofSeconds(30));
                assertThat(records.count()).isPositive();
                total += records.count();
                records.forEach(record -> read.computeIfAbsent(record.partition(), none -> new ArrayList<>())
                        .add(record.offset()));
                late += read.size() < partitions ? 1 : 0;
            }

            assertThat(read.values()).allMatch(offsets -> offsets.equals(offsets(140)));
            assertThat(late).isLessThanOrEqualTo(2 * partitions);
        }
    }

    @Test
    @Full
    void shouldReturnCommittedRecordsOnly() throws Exception {
        // given large batches of transactions, of which every second one was aborted
        create(1);
        for (int i = 0; i < 4; i++) {
            try (KafkaProducer<byte[], byte[]> producer = producer("gzip", "writer")) {
                producer.initTransactions();
                producer.beginTransaction();
                send(producer, 0, IntStream.range(0, 100).mapToObj(j -> LARGE).toList());
                producer.flush();
                if (i % 2 == 0) {
                    producer.commitTransaction();
                } else {
                    producer.abortTransaction();
                }
            }
        }
        try (Consumer<byte[], byte[]> consumer = consumer()) {
            List<Long> committed = LongStream.concat(LongStream.range(0, 100), LongStream.range(202, 302))
                    .boxed()
                    .toList();

            assertThat(offsets(readToEnd(consumer, 0))).isEqualTo(committed);
        }
    }

    private void create(int partitions) {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", SERVERS))) {
            AdminAnswers.get(admin.createTopics(List.of(new NewTopic(topic, partitions, (short) 1)))
                    .all());
        }
    }

    private void produce(String compression, String transaction, int partition, List<Integer> sizes) {
        try (KafkaProducer<byte[], byte[]> producer = producer(compression, transaction)) {
            send(producer, partition, sizes);
        }
    }

    private void send(KafkaProducer<byte[], byte[]> producer, int partition, List<Integer> sizes) {
        for (int size : sizes) {
            var unused = producer.send(new ProducerRecord<>(topic, partition, null, new byte[size]));
        }
    }

    /** Returns a producer that writes all records until it is closed as one batch. */
    private static KafkaProducer<byte[], byte[]> producer(String compression, String transaction) {
        Properties properties = new Properties();
        properties.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, SERVERS);
        properties.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, compression);
        properties.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, "500000000");
        properties.put(ProducerConfig.BUFFER_MEMORY_CONFIG, "1000000000");
        properties.put(ProducerConfig.BATCH_SIZE_CONFIG, "400000000");
        properties.put(ProducerConfig.LINGER_MS_CONFIG, "60000");
        if (!transaction.isEmpty()) {
            properties.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transaction);
        }
        return new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private static Consumer<byte[], byte[]> consumer() {
        Properties properties = new Properties();
        properties.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, SERVERS);
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "2000");
        return Consumers.of(properties);
    }

    private List<ConsumerRecord<byte[], byte[]>> readToEnd(Consumer<byte[], byte[]> consumer, long from) {
        TopicPartition partition = new TopicPartition(topic, 0);
        consumer.assign(List.of(partition));
        consumer.seek(partition, from);
        long end =
                Objects.requireNonNull(consumer.endOffsets(List.of(partition)).get(partition));
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        while (consumer.position(partition) < end) {
            ConsumerRecords<byte[], byte[]> polled = consumer.poll(Duration.ofSeconds(30));
            long bytes = 0;
            for (ConsumerRecord<byte[], byte[]> record : polled) {
                bytes += Math.max(0, record.serializedValueSize());
                records.add(record);
            }
            assertThat(bytes).isLessThan(ScanTurns.POLL_BYTES_MAX + BatchScan.RECORD_BYTES_MAX);
        }
        return records;
    }

    /** Returns the number of records of each poll until a total is reached. */
    private static List<Integer> polls(Consumer<byte[], byte[]> consumer, int total) {
        List<Integer> counts = new ArrayList<>();
        for (int left = total; left > 0; left -= counts.get(counts.size() - 1)) {
            counts.add(consumer.poll(Duration.ofSeconds(30)).count());
        }
        return counts;
    }

    private static List<Long> offsets(List<ConsumerRecord<byte[], byte[]>> records) {
        return records.stream().map(ConsumerRecord::offset).toList();
    }

    private static List<Long> offsets(int end) {
        return LongStream.range(0, end).boxed().toList();
    }
}
