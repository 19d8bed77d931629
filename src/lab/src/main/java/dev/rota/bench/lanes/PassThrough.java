package dev.rota.bench.lanes;

import dev.rota.bench.lanes.Workload.Reply;
import dev.rota.engine.Output;
import dev.rota.engine.log.LogFormat;
import dev.rota.engine.schema.Framing;
import dev.rota.kafka.LogHeaders;
import dev.rota.settings.Names;
import dev.rota.settings.Settings;
import dev.rota.stream.common.ClientSettings;
import dev.rota.stream.kstreams.RowsStoreBuilder;
import dev.rota.stream.kstreams.StreamsSettings;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;

/**
 * The baseline, which has the same shape without decisions: a copy from the inputs to the log, and a topology that
 * reads and writes one row per log record and forwards the bytes that the scheduler would have emitted.
 */
final class PassThrough implements Lane {

    /** The header with the event's number, which is copied to the log and identifies the outputs to forward. */
    static final String EVENT = "bench-event";

    private static final String STORE = "rows";

    /** The number of keys in its store, if the number of rows is that of the workload. */
    private static final int KEYS = 10_000;

    private final Names names;
    private final Workload workload;
    private final Map<String, Integer> schemaIds;
    private final KafkaStreams streams;
    private final Consumer<byte[], byte[]> consumer;
    private final Producer<byte[], byte[]> producer;
    private final Thread copying = new Thread(this::copy, "bench-copy");
    private final AtomicLong taken = new AtomicLong();
    private final AtomicLong rows = new AtomicLong();
    private volatile boolean running = true;

    PassThrough(Names names, Settings settings, Workload workload, Map<String, Integer> schemaIds) {
        this.names = names;
        this.workload = workload;
        this.schemaIds = schemaIds;
        ClientSettings clients = new ClientSettings(settings);
        this.streams = new KafkaStreams(topology(), new StreamsConfig(StreamsSettings.of(names, settings)));
        this.consumer = new KafkaConsumer<>(
                clients.intakeConsumer(names, ConsumerConfig.DEFAULT_MAX_PARTITION_FETCH_BYTES),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        this.producer =
                new KafkaProducer<>(clients.logProducer(names), new ByteArraySerializer(), new ByteArraySerializer());
    }

    private Topology topology() {
        Topology topology = new Topology();
        topology.addSource(
                AutoOffsetReset.earliest(),
                "log",
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer(),
                names.log());
        topology.addProcessor("pass", Passing::new, "log");
        topology.addStateStore(
                Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore(STORE), Serdes.Bytes(), Serdes.ByteArray())
                        .withCachingDisabled()
                        .withLoggingEnabled(RowsStoreBuilder.CHANGELOG),
                "pass");
        for (Output<?> output : names.domain().outputs()) {
            topology.addSink(
                    "emit-" + output.topic(),
                    names.topic(output.topic()),
                    new ByteArraySerializer(),
                    new ByteArraySerializer(),
                    "pass");
        }
        return topology;
    }

    @Override
    public void start() throws InterruptedException {
        List<TopicPartition> inputs = names.inputs().stream()
                .flatMap(topic -> consumer.partitionsFor(topic).stream())
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
        consumer.assign(inputs);
        consumer.seekToBeginning(inputs);
        streams.start();
        copying.start();
        while (streams.state() != KafkaStreams.State.RUNNING) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    private void copy() {
        while (running) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(50))) {
                var unused = producer.send(
                        new ProducerRecord<>(names.log(), null, record.key(), record.value(), record.headers()));
                taken.incrementAndGet();
            }
        }
    }

    @Override
    public long taken() {
        return taken.get();
    }

    @Override
    public long rowsWritten() {
        return rows.get();
    }

    @Override
    public void close() {
        running = false;
        try {
            copying.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        streams.close(Duration.ofSeconds(10));
        producer.close(Duration.ZERO);
        consumer.close();
    }

    private final class Passing implements Processor<byte[], byte[], byte[], byte[]> {
        private final Map<String, String> sinks = new HashMap<>();

        @SuppressWarnings("NullAway.Init") // Streams calls init first
        private ProcessorContext<byte[], byte[]> context;

        @SuppressWarnings("NullAway.Init")
        private KeyValueStore<Bytes, byte[]> store;

        private double owed;
        private long written;

        @Override
        public void init(ProcessorContext<byte[], byte[]> given) {
            context = given;
            store = given.getStateStore(STORE);
        }

        @Override
        public void process(Record<byte[], byte[]> record) {
            if (LogFormat.isRules(LogHeaders.lookUp(record.headers()))) {
                // The log begins with this record, which is not an event of the workload.
                return;
            }
            rows(record);
            int event =
                    ByteBuffer.wrap(record.headers().lastHeader(EVENT).value()).getInt();
            for (Reply reply : workload.events().get(event).replies()) {
                context.forward(
                        new Record<>(
                                reply.key(),
                                Framing.frame(schemaIds.getOrDefault(reply.topic(), 0), reply.avro()),
                                record.timestamp(),
                                LogHeaders.of(reply.headers())),
                        sinks.computeIfAbsent(reply.topic(), topic -> "emit-" + topic));
            }
        }

        private void rows(Record<byte[], byte[]> record) {
            Workload.Rows wanted = workload.rows();
            if (wanted == null) {
                row(record.key(), record.value());
                return;
            }
            for (owed += wanted.perEvent(); owed >= 1; owed--) {
                row(ByteBuffer.allocate(8).putLong(written++ % KEYS).array(), new byte[wanted.bytes()]);
            }
        }

        private void row(byte[] bytes, byte[] value) {
            Bytes key = Bytes.wrap(bytes);
            store.get(key);
            store.put(key, value);
            rows.incrementAndGet();
        }
    }
}
