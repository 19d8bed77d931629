package dev.rota.cli.records;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.cli.cluster.Cluster;
import dev.rota.cli.cluster.Wires;
import dev.rota.cli.io.Lines;
import dev.rota.cli.options.Configured;
import dev.rota.cli.options.Domains;
import dev.rota.cli.options.ExitCode;
import dev.rota.cli.options.Unusable;
import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.serde.NotPlainJson;
import dev.rota.serde.PlainJson;
import dev.rota.serde.Wire;
import dev.rota.settings.AdoptedTopics;
import dev.rota.settings.Names;
import dev.rota.settings.Settings;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Produces JSON lines to an Avro topic. */
@Command(
        name = "produce",
        mixinStandardHelpOptions = true,
        description = {
            "Produces JSON lines to an Avro topic.",
            "Each line is one value; its first field is the record's key.",
            "With --plain, a line is text for any topic: a key, a tab and a value, or a value.",
            "Uses the cluster of 'dev' unless --config, --set or ROTA_... variables name another."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  echo '{\"chain\":\"tour\",\"para\":7,\"collator\":\"me\"}' | rota produce cores.claims",
            "  printf 'alice\\tone book\\n' | rota produce --plain orders"
        })
public final class ProduceVerb implements Callable<Integer> {

    @Parameters(
            index = "0",
            paramLabel = "TOPIC",
            description = "An input of a scheduler, without prefix; with --plain, another topic.")
    private String topic = "";

    @Option(names = "--plain", description = "Produce text to a topic that is not Rota's own.")
    private boolean plain;

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
        @Nullable Schema schema = plain ? null : Domains.inputSchema(topic);
        String full = plain ? foreign(settings) : settings.topic(topic);
        try (BufferedReader lines = Lines.from(file);
                Cluster cluster = Cluster.of(settings);
                Wire wire = Wires.impatient(settings);
                Producer<byte[], byte[]> producer = producer(settings)) {
            cluster.require(full, AclOperation.WRITE);
            cluster.requireTopic(full);
            LineSender sends = new LineSender(producer);
            for (long number = 1; ; number++) {
                String line = settled(sends, lines::readLine);
                if (line == null) {
                    break;
                }
                if (!line.isBlank()) {
                    long at = number;
                    sends.send(
                            at,
                            settled(
                                    sends,
                                    () -> schema == null
                                            ? plain(full, line)
                                            : record(full, wire, read(schema, line, at))));
                }
            }
            sends.settle();
        }
        return ExitCode.DONE;
    }

    /** Returns the topic, which must not be one that a scheduler reads or writes. */
    private String foreign(Settings settings) {
        if (!AdoptedTopics.isTopic(topic)) {
            throw new Unusable(
                    "expected a topic, which has 1 to 249 letters, digits, dots, underscores and hyphens, but it"
                            + " is '" + topic + "'");
        }
        for (Domain domain : Domains.named(List.of(), settings)) {
            if (Names.of(domain, settings).isOwn(topic)) {
                throw new Unusable("expected with --plain a topic that is not one of Rota's own, but it is " + topic);
            }
        }
        return topic;
    }

    private static ProducerRecord<byte[], byte[]> plain(String topic, String line) {
        int tab = line.indexOf('\t');
        byte[] key = tab < 0 ? null : line.substring(0, tab).getBytes(UTF_8);
        return new ProducerRecord<>(topic, key, line.substring(tab + 1).getBytes(UTF_8));
    }

    private interface Step<T> {
        T get() throws IOException, InterruptedException;
    }

    /**
     * Runs a step. If it fails, waits for the lines before it, and throws their failure instead if one of them failed.
     */
    private static <T> T settled(LineSender sends, Step<T> step) throws IOException, InterruptedException {
        try {
            return step.get();
        } catch (Unusable e) {
            sends.settle();
            throw new Unusable(e.getMessage() + LineSender.SO_FAR);
        } catch (RuntimeException | IOException e) {
            sends.settle();
            throw e;
        }
    }

    private static SpecificRecord read(Schema schema, String line, long number) {
        try {
            return PlainJson.read(schema, PlainJson.parse(line));
        } catch (NotPlainJson e) {
            throw new Unusable("line " + number + ": " + e.sentence());
        }
    }

    /**
     * Returns the record of a value. Its key is the value's first field, the entity whose events must stay in order.
     */
    private static ProducerRecord<byte[], byte[]> record(String topic, Wire wire, SpecificRecord value)
            throws InterruptedException {
        byte[] key = Objects.toString(value.get(0), "").getBytes(UTF_8);
        return new ProducerRecord<>(topic, key, wire.write(topic, value));
    }

    private static Producer<byte[], byte[]> producer(Settings settings) {
        return new KafkaProducer<>(settings.producing(), new ByteArraySerializer(), new ByteArraySerializer());
    }
}
