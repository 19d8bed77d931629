package dev.rota.cli.records;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.Base64Variant;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.JsonGeneratorDelegate;
import dev.rota.cli.cluster.Cluster;
import dev.rota.cli.cluster.Wires;
import dev.rota.cli.io.Lines;
import dev.rota.cli.options.Configured;
import dev.rota.cli.options.Domains;
import dev.rota.cli.options.DurationOption;
import dev.rota.cli.options.ExitCode;
import dev.rota.cli.options.Unusable;
import dev.rota.engine.Nullable;
import dev.rota.kafka.Oversized;
import dev.rota.serde.PlainJson;
import dev.rota.serde.UnreadableValue;
import dev.rota.serde.Wire;
import dev.rota.settings.Settings;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.header.Header;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints the records of an Avro topic as JSON lines. */
@Command(
        name = "consume",
        mixinStandardHelpOptions = true,
        description = {
            "Prints the committed records of an Avro topic.",
            "Each record is one line: its value as JSON; with --headers, coordinates, key and headers too.",
            "Uses the cluster of 'dev' unless --config, --set or ROTA_... variables name another."
        },
        footerHeading = "%nExample:%n",
        footer = "  rota consume cores.claim-events --from-beginning --key tour --max 1 --headers")
public final class ConsumeVerb implements Callable<Integer> {

    private static final Duration POLL = Duration.ofMillis(100);

    @Parameters(index = "0", paramLabel = "TOPIC", description = "The topic, without prefix.")
    private String topic = "";

    @Option(
            names = "--from-beginning",
            description = "Start with the oldest record; by default, only new ones are printed.")
    private boolean fromBeginning;

    @Option(names = "--max", paramLabel = "N", description = "End after N records.")
    private long max = Long.MAX_VALUE;

    @Nullable
    @Option(
            names = "--timeout",
            paramLabel = "T",
            converter = DurationOption.class,
            description = "End when no record has arrived for this long: 30s, 500ms; a bare number is seconds.")
    private Duration timeout;

    @Nullable
    @Option(
            names = "--key",
            paramLabel = "K",
            description =
                    "Print only records with this key; outputs are keyed by unit," + " job, bot, worker or shard.")
    private String key;

    @Option(names = "--plain", description = "Print bytes that are UTF-8 as text: payloads, and outputs in receipts.")
    private boolean plain;

    @Option(names = "--headers", description = "Print coordinates, key and headers around each value.")
    private boolean headers;

    @Mixin
    private Configured configured = new Configured();

    @Override
    public Integer call() throws IOException, InterruptedException {
        Unusable.ifNegative("--max", max);
        Unusable.ifNegative("--timeout", timeout == null ? null : timeout.toMillis());
        Settings settings = configured.clientSettings();
        Domains.schema(topic);
        String full = settings.topic(topic);
        try (Cluster cluster = Cluster.of(settings);
                Wire wire = Wires.impatient(settings);
                PrintWriter out = Lines.out();
                Consumer<byte[], byte[]> consumer = cluster.reader()) {
            cluster.require(full, AclOperation.READ);
            cluster.requireTopic(full);
            List<TopicPartition> partitions = consumer.partitionsFor(full).stream()
                    .map(info -> new TopicPartition(full, info.partition()))
                    .toList();
            consumer.assign(partitions);
            if (fromBeginning) {
                consumer.seekToBeginning(partitions);
            } else {
                consumer.seekToEnd(partitions);
            }
            print(consumer, full, wire, out);
        }
        return ExitCode.DONE;
    }

    private void print(Consumer<byte[], byte[]> consumer, String full, Wire wire, PrintWriter out)
            throws IOException, InterruptedException {
        long printed = 0;
        long last = System.nanoTime();
        while (printed < max && (timeout == null || System.nanoTime() - last < timeout.toNanos())) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                last = System.nanoTime();
                if (printed == max) {
                    break;
                }
                if (isAsked(record)) {
                    out.println(line(full, wire, record));
                    printed++;
                }
            }
            out.flush();
        }
    }

    private boolean isAsked(ConsumerRecord<byte[], byte[]> record) {
        return key == null || (record.key() != null && key.equals(new String(record.key(), UTF_8)));
    }

    private String line(String full, Wire wire, ConsumerRecord<byte[], byte[]> record)
            throws IOException, InterruptedException {
        @Nullable SpecificRecord value = null;
        String oversized = Oversized.why(record);
        String problem = oversized == null ? "the value is null" : "the record is too large: " + oversized;
        if (record.value() != null) {
            try {
                value = wire.read(full, record.value());
            } catch (UnreadableValue e) {
                problem = String.valueOf(e.getMessage());
            }
        }
        StringWriter text = new StringWriter();
        try (JsonGenerator json = plain ? new TextBytes(PlainJson.generator(text)) : PlainJson.generator(text)) {
            if (value != null && !headers) {
                PlainJson.write(value, json);
            } else {
                around(record, value, problem, json);
            }
        }
        return text.toString();
    }

    private static void around(
            ConsumerRecord<byte[], byte[]> record, @Nullable SpecificRecord value, String problem, JsonGenerator json)
            throws IOException {
        json.writeStartObject();
        json.writeStringField("at", record.topic() + "/" + record.partition() + "/" + record.offset());
        json.writeNumberField("time", record.timestamp());
        json.writeStringField("key", record.key() == null ? "" : new String(record.key(), UTF_8));
        for (Header header : record.headers()) {
            if (!Oversized.isMark(header)) {
                json.writeStringField(header.key(), header.value() == null ? null : new String(header.value(), UTF_8));
            }
        }
        if (value == null) {
            json.writeStringField("unreadable", problem);
        } else {
            json.writeFieldName("value");
            PlainJson.write(value, json);
        }
        json.writeEndObject();
    }

    /** Writes bytes that are UTF-8 as text, and all others in base64. */
    private static final class TextBytes extends JsonGeneratorDelegate {

        TextBytes(JsonGenerator json) {
            super(json);
        }

        @Override
        public void writeBinary(Base64Variant variant, byte[] bytes, int offset, int length) throws IOException {
            try {
                writeString(UTF_8.newDecoder()
                        .decode(ByteBuffer.wrap(bytes, offset, length))
                        .toString());
            } catch (CharacterCodingException e) {
                super.writeBinary(variant, bytes, offset, length);
            }
        }
    }
}
