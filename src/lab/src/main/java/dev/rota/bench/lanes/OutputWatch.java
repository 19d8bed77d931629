package dev.rota.bench.lanes;

import dev.rota.engine.Output;
import dev.rota.engine.schema.Framing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads the records of one output of a site, on its own thread. */
public final class OutputWatch<T extends SpecificRecord> implements AutoCloseable {

    private final Output<T> output;
    private final java.util.function.Consumer<T> reader;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Thread thread;
    private volatile boolean running = true;

    /** Reads committed records. */
    public OutputWatch(RunTopics site, Output<T> output, java.util.function.Consumer<T> reader) {
        this(site, output, IsolationLevel.READ_COMMITTED, reader);
    }

    public OutputWatch(
            RunTopics site, Output<T> output, IsolationLevel isolation, java.util.function.Consumer<T> reader) {
        this.output = output;
        this.reader = reader;
        this.thread = new Thread(this::read, "bench-" + output.topic());
        Properties properties = site.settings().kafka();
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, isolation.toString());
        properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "10000");
        this.consumer = new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        List<TopicPartition> partitions = site.partitions(consumer, output.topic());
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
    }

    public void start() {
        thread.start();
    }

    private void read() {
        while (running) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(20))) {
                reader.accept(decoded(record.value()));
            }
        }
        consumer.close();
    }

    private T decoded(byte[] value) {
        try {
            return output.codec().decode(value, Framing.BYTES);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        running = false;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
