package dev.rota.sim;

import dev.rota.engine.Nullable;
import dev.rota.kafka.Topics;
import dev.rota.trials.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Runs the operations on a real broker, with real clients. */
final class BrokerOps implements ClusterOps.Target, AutoCloseable {

    private static final Duration READ_MAX = Duration.ofSeconds(30);

    /** The wait for a response that is expected not to arrive. */
    private static final Duration NO_ANSWER = Duration.ofSeconds(1);

    private final String bootstrap;
    private final String name;
    private final Admin admin;
    private final Producer<String, String> plain;
    private final SortedMap<Boolean, Consumer<String, String>> readers = new TreeMap<>();
    private final Map<Integer, Transactional> producers = new HashMap<>();
    private final Map<Integer, Transactional> zombies = new HashMap<>();

    /** A producer and the state of its transaction. */
    private static final class Transactional {
        private final Producer<String, String> producer;
        private boolean begun;
        private boolean ongoing;

        /** Partitions whose positions are in the transaction. */
        private final Set<Integer> positions = new HashSet<>();

        Transactional(Producer<String, String> producer) {
            this.producer = producer;
        }

        Producer<String, String> begun() {
            begin();
            ongoing = true;
            return producer;
        }

        /** Begins a transaction, which stays empty until something is sent. */
        void begin() {
            if (!begun) {
                producer.beginTransaction();
                begun = true;
            }
        }
    }

    /** @param name the name of the topic and the group, and the prefix of transactional ids */
    BrokerOps(String bootstrap, String name, Admin admin) throws Exception {
        this.bootstrap = bootstrap;
        this.name = name;
        this.admin = admin;
        this.plain = producer(Map.of());
        create();
    }

    private void create() throws ExecutionException, InterruptedException {
        admin.createTopics(List.of(new NewTopic(name, Optional.of(ClusterOps.PARTITIONS), Optional.of((short) 1))))
                .all()
                .get();
    }

    private Producer<String, String> producer(Map<String, Object> more) {
        Map<String, Object> settings = new HashMap<>(more);
        settings.put("bootstrap.servers", bootstrap);
        settings.put("linger.ms", "0");
        return new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer());
    }

    private Consumer<String, String> reader(boolean committedOnly) {
        return readers.computeIfAbsent(
                committedOnly,
                only -> new KafkaConsumer<>(
                        Map.of(
                                "bootstrap.servers",
                                bootstrap,
                                "auto.offset.reset",
                                "none",
                                "enable.auto.commit",
                                "false",
                                "group.id",
                                name,
                                "fetch.max.wait.ms",
                                "20",
                                "isolation.level",
                                only ? "read_committed" : "read_uncommitted"),
                        new StringDeserializer(),
                        new StringDeserializer()));
    }

    private TopicPartition at(int partition) {
        return new TopicPartition(name, partition);
    }

    private ProducerRecord<String, String> record(int partition, String value) {
        return new ProducerRecord<>(name, partition, ClusterOps.time(value), null, value);
    }

    @Override
    public String append(int partition, String value) {
        return sent(plain, partition, value);
    }

    private String sent(Producer<String, String> producer, int partition, String value) {
        try {
            return "at " + producer.send(record(partition, value)).get().offset();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof ProducerFencedException
                    || e.getCause() instanceof InvalidProducerEpochException) {
                return "fenced";
            }
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public String init(int id) {
        Producer<String, String> producer = producer(Map.of("transactional.id", name + "-producer-" + id));
        producer.initTransactions();
        Transactional before = producers.put(id, new Transactional(producer));
        Transactional older = before == null ? null : zombies.put(id, before);
        close(older);
        return "done";
    }

    @Override
    public String appendIn(int id, int partition, String value) {
        Transactional producer = producers.get(id);
        return producer == null ? "no producer" : sent(producer.begun(), partition, value);
    }

    @Override
    @SuppressWarnings("removal") // a consumer would have to join the group to supply it
    public String positionIn(int id, int partition, long offset) {
        Transactional producer = producers.get(id);
        if (producer == null) {
            return "no producer";
        }
        producer.begun()
                .sendOffsetsToTransaction(
                        Map.of(at(partition), new OffsetAndMetadata(offset, "by " + id)),
                        new ConsumerGroupMetadata(name));
        producer.positions.add(partition);
        return "done";
    }

    @Override
    @SuppressWarnings("removal") // a consumer would have to join the group to supply it
    public String noPositionsIn(int id) {
        Transactional producer = producers.get(id);
        if (producer == null) {
            return "no producer";
        }
        producer.begin();
        producer.producer.sendOffsetsToTransaction(Map.of(), new ConsumerGroupMetadata(name));
        return "done";
    }

    @Override
    public String end(int id, boolean commit) {
        Transactional producer = producers.get(id);
        if (producer == null || !producer.begun) {
            return "no transaction";
        }
        boolean empty = !producer.ongoing;
        if (commit) {
            producer.producer.commitTransaction();
        } else {
            producer.producer.abortTransaction();
        }
        if (empty) {
            producer.begun = false;
            return "nothing in it";
        }
        return ended(id, producer);
    }

    private String ended(int id, Transactional producer) {
        producer.begun = false;
        producer.ongoing = false;
        producer.positions.clear();
        String transaction = name + "-producer-" + id;
        Await.until("the markers are written", () -> isComplete(transaction));
        return "done";
    }

    /** Returns whether the coordinator has written the markers, which it does after its response. */
    private boolean isComplete(String transaction) {
        try {
            TransactionState state = admin.describeTransactions(List.of(transaction))
                    .description(transaction)
                    .get()
                    .state();
            return state == TransactionState.COMPLETE_COMMIT || state == TransactionState.COMPLETE_ABORT;
        } catch (ExecutionException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public String zombie(int id, int partition, String value) {
        Transactional zombie = zombies.remove(id);
        if (zombie == null) {
            return "no zombie";
        }
        String result = sent(zombie.begun(), partition, value);
        close(zombie);
        return result;
    }

    @Override
    public String read(int partition, long from, boolean committedOnly) {
        Consumer<String, String> reader = reader(committedOnly);
        reader.assign(List.of(at(partition)));
        reader.seek(at(partition), from);
        List<String> found = new ArrayList<>();
        long end = end(reader, partition);
        boolean outOfRange = from > end(reader(false), partition);
        long until = System.nanoTime() + READ_MAX.toNanos();
        try {
            do {
                reader.poll(Duration.ofMillis(50)).forEach(each -> {
                    if (each.offset() < end) {
                        found.add(ClusterOps.text(each.offset(), each.value(), each.timestamp()));
                    }
                });
                if (System.nanoTime() > until) {
                    throw new AssertionError(name + "-" + partition + " cannot be read to " + end);
                }
            } while (outOfRange || reader.position(at(partition)) < end);
        } catch (OffsetOutOfRangeException e) {
            return "out of range";
        }
        return String.join(" ", found);
    }

    @Override
    public String ends(int partition) {
        TopicPartition at = at(partition);
        return reader(false).beginningOffsets(List.of(at)).get(at) + " " + end(reader(true), partition) + " "
                + end(reader(false), partition);
    }

    private long end(Consumer<String, String> reader, int partition) {
        return Objects.requireNonNull(reader.endOffsets(List.of(at(partition))).get(at(partition)));
    }

    @Override
    public String deleteBefore(int partition, long offset) {
        try {
            return "to "
                    + Objects.requireNonNull(
                                    admin.deleteRecords(Map.of(at(partition), RecordsToDelete.beforeOffset(offset)))
                                            .lowWatermarks()
                                            .get(at(partition)))
                            .get()
                            .lowWatermark();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof org.apache.kafka.common.errors.OffsetOutOfRangeException) {
                return "out of range";
            }
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns the topic's id in the broker's metadata, or the zero id if the topic is not in it. */
    private Uuid id() {
        return Topics.find(admin, name).map(TopicDescription::topicId).orElse(Uuid.ZERO_UUID);
    }

    @Override
    public String recreate() {
        if (producers.values().stream().anyMatch(each -> each.ongoing)) {
            return "not now";
        }
        try {
            Uuid before = id();
            admin.deleteTopics(List.of(name)).all().get();
            create();
            // Until the broker's metadata contains the new topic, it appends to the deleted one.
            Await.until("the broker knows the new topic", () -> !id().equals(Uuid.ZERO_UUID) && !id().equals(before));
            // The group's positions in a deleted topic are removed some time after the deletion.
            Await.until(
                    "no positions of the deleted topic",
                    () -> IntStream.range(0, ClusterOps.PARTITIONS)
                            .allMatch(partition -> position(partition).equals("none")));
            // New consumers, since the old ones have the deleted topic in their metadata.
            readers.values().forEach(Consumer::close);
            readers.clear();
        } catch (ExecutionException | InterruptedException e) {
            throw new AssertionError(e);
        }
        return "done";
    }

    @Override
    public String position(int partition) {
        try {
            return position(admin.listConsumerGroupOffsets(name)
                    .partitionsToOffsetAndMetadata()
                    .get()
                    .get(at(partition)));
        } catch (ExecutionException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Asks with a consumer, which waits for the transaction. An admin client would report no position. */
    @Override
    public String stablePosition(int partition) {
        boolean expected = producers.values().stream().noneMatch(each -> each.positions.contains(partition));
        try {
            return position(reader(true)
                    .committed(Set.of(at(partition)), expected ? READ_MAX : NO_ANSWER)
                    .get(at(partition)));
        } catch (TimeoutException e) {
            return "pending";
        }
    }

    private static String position(@Nullable OffsetAndMetadata committed) {
        return committed == null ? "none" : committed.offset() + " " + committed.metadata();
    }

    @Override
    @SuppressWarnings("removal") // a consumer would have to join the group to supply it
    public String positionOfStranger(int id, int partition, long offset) {
        Transactional producer = producers.get(id);
        if (producer == null) {
            return "no producer";
        }
        try {
            producer.begun()
                    .sendOffsetsToTransaction(
                            Map.of(at(partition), new OffsetAndMetadata(offset)),
                            new ConsumerGroupMetadata(name, 1, "stranger", Optional.of("strange")));
            return "done";
        } catch (CommitFailedException e) {
            producer.producer.abortTransaction();
            ended(id, producer);
            return "refused";
        }
    }

    private static void close(@Nullable Transactional transactional) {
        if (transactional != null) {
            transactional.producer.close(Duration.ZERO);
        }
    }

    @Override
    public void close() {
        plain.close();
        readers.values().forEach(Consumer::close);
        producers.values().forEach(BrokerOps::close);
        zombies.values().forEach(BrokerOps::close);
    }
}
