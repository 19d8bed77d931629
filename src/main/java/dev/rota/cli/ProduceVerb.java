package dev.rota.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Nullable;
import dev.rota.serde.NotPlainJson;
import dev.rota.serde.PlainJson;
import dev.rota.serde.Wire;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Produces JSON lines to an Avro topic. */
@Command(
        name = "produce",
        mixinStandardHelpOptions = true,
        description = {
            "Produces JSON lines to an Avro topic.",
            "Each line is one value; its first field is the record's key.",
            "The cluster is that of 'dev' unless --config, --set or ROTA_... variables name another."
        },
        footerHeading = "%nExample:%n",
        footer = "  echo '{\"chain\":\"tour\",\"para\":7,\"collator\":\"me\"}' | rota produce cores.claims")
final class ProduceVerb implements Callable<Integer> {

    /** How many sends are awaited together. */
    private static final int BATCH = 1_000;

    @Parameters(index = "0", paramLabel = "TOPIC", description = "The topic, without prefix.")
    private String topic = "";

    @Nullable
    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "FILE",
            description = "The lines; by default, standard input.")
    private Path file;

    @Mixin
    private Configured configured = new Configured();

    @Override
    public Integer call() throws IOException, InterruptedException {
        Settings settings = configured.clientSettings();
        Schema schema = Domains.schema(topic);
        String full = settings.text(Setting.TOPIC_PREFIX) + topic;
        try (BufferedReader lines = Lines.from(file);
                Cluster cluster = Cluster.of(settings);
                Wire wire = Wires.impatient(settings);
                Producer<byte[], byte[]> producer = producer(settings)) {
            cluster.require(full, AclOperation.WRITE);
            cluster.requireTopic(full);
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            long number = 1;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.isBlank()) {
                    sent.add(producer.send(record(full, wire, read(schema, line, number))));
                }
                if (sent.size() == BATCH) {
                    await(sent);
                }
                number++;
            }
            await(sent);
        }
        return Main.DONE;
    }

    private static SpecificRecord read(Schema schema, String line, long number) {
        try {
            return PlainJson.read(schema, PlainJson.parse(line));
        } catch (NotPlainJson e) {
            throw new Unusable("line " + number + ": " + e.sentence() + " (the lines before it were produced)");
        }
    }

    /** Keyed by the record's first field, the entity whose events must stay in order. */
    private static ProducerRecord<byte[], byte[]> record(String topic, Wire wire, SpecificRecord value)
            throws InterruptedException {
        byte[] key = Objects.toString(value.get(0), "").getBytes(UTF_8);
        return new ProducerRecord<>(topic, key, wire.write(topic, value));
    }

    private static void await(List<Future<RecordMetadata>> sent) throws InterruptedException {
        for (Future<RecordMetadata> one : sent) {
            try {
                one.get();
            } catch (ExecutionException e) {
                throw new Unusable("a record was not taken: "
                        + Objects.requireNonNullElse(e.getCause(), e).getMessage());
            }
        }
        sent.clear();
    }

    private static Producer<byte[], byte[]> producer(Settings settings) {
        return new KafkaProducer<>(settings.producing(), new ByteArraySerializer(), new ByteArraySerializer());
    }
}
