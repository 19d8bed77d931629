package dev.rota.cli.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.cli.cluster.Wires;
import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.engine.Output;
import dev.rota.kafka.Consumers;
import dev.rota.serde.PlainJson;
import dev.rota.serde.RegistryRefused;
import dev.rota.serde.UnreadableValue;
import dev.rota.serde.Wire;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import dev.rota.workload.Traffic;
import dev.rota.workload.WorkloadRegistry;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Runs demo traffic as an external client: it produces events, reads committed decisions and reacts to them. */
final class TrafficRun implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(100);

    /** The number of characters of a decision that are printed. A forecast of many cores is long. */
    private static final int SHOWN_CHARS_MAX = 160;

    private final Domain domain;
    private final Settings settings;
    private final PrintStream out;
    private final String prefix;
    private final Consumer<String> ended;
    private final Traffic traffic;
    private final Thread thread;
    private final AtomicReference<String> refused = new AtomicReference<>();
    private volatile boolean running = true;

    /** @param ended receives a sentence, once, if the traffic ends without being stopped */
    TrafficRun(Domain domain, Settings settings, PrintStream out, Consumer<String> ended) {
        this.ended = ended;
        this.domain = domain;
        this.settings = settings;
        this.out = out;
        this.traffic = WorkloadRegistry.of(domain).demo(domain);
        this.prefix = settings.text(Setting.TOPIC_PREFIX);
        this.thread = new Thread(this::run, "rota-demo-" + domain.name());
    }

    void start() {
        thread.start();
    }

    private void run() {
        try (Wire wire = Wires.of(settings);
                Producer<byte[], byte[]> producer = producer();
                var consumer = consumer()) {
            List<TopicPartition> decisions = domain.outputs().stream()
                    .map(Output::topic)
                    .flatMap(topic -> consumer.partitionsFor(prefix + topic).stream())
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
            consumer.assign(decisions);
            consumer.seekToEnd(decisions);
            while (running && refused.get() == null) {
                produce(traffic.at(System.currentTimeMillis()), wire, producer);
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    String topic = record.topic().substring(prefix.length());
                    SpecificRecord decision = wire.read(record.topic(), record.value());
                    show(topic, decision);
                    produce(traffic.answer(topic, decision), wire, producer);
                }
            }
            end(refused.get());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (UnreadableValue | RegistryRefused | KafkaException e) {
            end(e.getMessage() == null ? e.toString() : e.getMessage());
        }
    }

    private void end(@Nullable String why) {
        if (running && why != null) {
            ended.accept("the demo traffic of " + domain.name() + " ended: " + why);
        }
    }

    private void produce(List<Traffic.Fact> facts, Wire wire, Producer<byte[], byte[]> producer)
            throws InterruptedException {
        for (Traffic.Fact fact : facts) {
            String topic = prefix + fact.topic();
            var unused = producer.send(
                    new ProducerRecord<>(topic, fact.key().getBytes(UTF_8), wire.write(topic, fact.value())),
                    (sent, failure) -> {
                        if (failure != null) {
                            refused.compareAndSet(null, topic + " does not accept a record: " + failure.getMessage());
                        }
                    });
        }
    }

    private void show(String topic, SpecificRecord decision) {
        String text = PlainJson.write(decision);
        String shown = text.length() <= SHOWN_CHARS_MAX ? text : text.substring(0, SHOWN_CHARS_MAX) + "…";
        out.printf("%-19s %s%n", topic, shown);
    }

    private Producer<byte[], byte[]> producer() {
        return new KafkaProducer<>(settings.producing(), new ByteArraySerializer(), new ByteArraySerializer());
    }

    private org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer() {
        Properties properties = settings.kafka();
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "latest");
        return Consumers.of(properties);
    }

    @Override
    public void close() {
        running = false;
        try {
            thread.join(3_000);
            thread.interrupt();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
