package dev.rota.bench.lanes;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Input;
import dev.rota.engine.schema.AvroCodec;
import dev.rota.engine.schema.Framing;
import dev.rota.settings.Names;
import dev.rota.workload.Traffic.Fact;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Encodes events and produces them to the topics of a site. */
public final class FactProducer implements AutoCloseable {

    private final Names names;
    private final Map<String, Integer> schemaIds;
    private final Map<String, AvroCodec<SpecificRecord>> codecs = new HashMap<>();
    private final Producer<byte[], byte[]> producer;
    private long produced;

    /** @param inBulk whether to optimize for throughput rather than latency */
    public FactProducer(RunTopics site, boolean inBulk) {
        this.names = site.names();
        this.schemaIds = site.schemaIds();
        for (Input<?> input : names.domain().inputs()) {
            codecs.put(input.topic(), AvroCodec.of(input.schema()));
        }
        Properties properties = site.settings().producing();
        properties.put(ProducerConfig.LINGER_MS_CONFIG, inBulk ? "5" : "0");
        properties.put(ProducerConfig.BATCH_SIZE_CONFIG, "131072");
        this.producer = new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    }

    public void produce(Fact fact) {
        byte[] avro = Objects.requireNonNull(codecs.get(fact.topic())).encode(fact.value());
        produced++;
        var unused = producer.send(new ProducerRecord<>(
                names.topic(fact.topic()),
                fact.key().getBytes(UTF_8),
                Framing.frame(schemaIds.getOrDefault(fact.topic(), 0), avro)));
    }

    /** Returns the number of events produced. */
    public long produced() {
        return produced;
    }

    public void flush() {
        producer.flush();
    }

    @Override
    public void close() {
        producer.close();
    }
}
