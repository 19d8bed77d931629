package dev.rota.bench.lanes;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.bench.lanes.Workload.Prepared;
import dev.rota.bench.lanes.Workload.Reply;
import dev.rota.engine.Position;
import dev.rota.engine.log.LogFormat;
import dev.rota.engine.log.LogRecord;
import dev.rota.engine.log.OutputFormat;
import dev.rota.engine.schema.Framing;
import dev.rota.kafka.LogHeaders;
import dev.rota.settings.Names;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * Records a domain's traffic between two moments: the events in its log and the decisions on each. A pass-through needs
 * identical inputs and outputs, which cannot be prepared for a closed loop.
 */
public final class TrafficRecording {

    private final RunTopics site;
    private final Names names;
    private final Set<String> outputs;
    private final TopicEnds from;

    /** The number of rows written to the changelog, and below their bytes. */
    private long rows;

    private long rowBytes;

    /** Begins a recording at the current ends of the topics. */
    public TrafficRecording(RunTopics site) {
        this.site = site;
        this.names = site.names();
        this.outputs = Set.copyOf(names.outputs());
        this.from = now();
    }

    private TopicEnds now() {
        List<String> topics = Stream.concat(outputs.stream(), Stream.of(names.log(), site.changelog()))
                .toList();
        return TopicEnds.now(site.settings(), topics);
    }

    /** Ends the recording at the current ends of the topics. All records in the log must be committed. */
    public Workload end(String name) {
        Map<String, Integer> numbers = new HashMap<>();
        List<Prepared> events = new ArrayList<>();
        List<ConsumerRecord<byte[], byte[]>> decided = new ArrayList<>();
        from.read(now(), site.settings(), record -> {
            if (record.topic().equals(names.log())) {
                event(record, numbers, events);
            } else if (outputs.contains(record.topic())) {
                decided.add(record);
            } else {
                rows++;
                rowBytes += record.value() == null ? 0 : record.value().length;
            }
        });
        for (ConsumerRecord<byte[], byte[]> record : decided) {
            Integer number = numbers.get(text(record, OutputFormat.CAUSE));
            if (number != null) {
                events.get(number).replies().add(reply(record));
            }
        }
        double rowsPerEvent = (double) rows / Math.max(1, events.size());
        return new Workload(name, events, new Workload.Rows(rowsPerEvent, (int) (rowBytes / Math.max(1, rows))));
    }

    /**
     * Adds an event with its decisions. A Tick's decisions are attributed to the event before it, since a pass-through
     * has no Ticks.
     */
    private void event(ConsumerRecord<byte[], byte[]> record, Map<String, Integer> numbers, List<Prepared> events) {
        Position at = new Position(record.partition(), record.offset(), record.timestamp());
        try {
            LogRecord parsed = LogHeaders.parse(at, record.key(), record.headers(), record.value());
            if (parsed instanceof LogRecord.Event event) {
                String topic = event.source().topic().substring(names.prefix().length());
                byte[] avro = Arrays.copyOfRange(event.value(), Framing.BYTES, event.value().length);
                events.add(new Prepared(topic, event.unit().getBytes(UTF_8), avro, new ArrayList<>()));
            }
        } catch (LogFormat.ForeignRecord e) {
            throw new IllegalStateException("expected Rota's records in " + record.topic(), e);
        }
        if (!events.isEmpty()) {
            numbers.put(record.topic() + "/" + at.partition() + "/" + at.offset(), events.size() - 1);
        }
    }

    private Reply reply(ConsumerRecord<byte[], byte[]> record) {
        Map<String, String> headers = new LinkedHashMap<>();
        for (Header header : record.headers()) {
            headers.put(header.key(), new String(header.value(), UTF_8));
        }
        return new Reply(
                record.topic().substring(names.prefix().length()),
                record.key(),
                headers,
                Arrays.copyOfRange(record.value(), Framing.BYTES, record.value().length));
    }

    private static String text(ConsumerRecord<byte[], byte[]> record, String name) {
        Header header = record.headers().lastHeader(name);
        return header == null ? "" : new String(header.value(), UTF_8);
    }

    /** Returns the number of rows written to the changelog, which is known when the recording has ended. */
    public long rows() {
        return rows;
    }

    /** Returns the mean size of these rows. */
    public double bytesPerRow() {
        return (double) rowBytes / Math.max(1, rows);
    }
}
