package dev.rota.pages;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.rota.audit.Replay;
import dev.rota.engine.Checkpoint;
import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.engine.log.AttendedTime;
import dev.rota.engine.log.LogRecord;
import dev.rota.engine.machine.PartitionMachine;
import dev.rota.engine.schema.Framing;
import dev.rota.pages.index.Entry;
import dev.rota.pages.index.Recent;
import dev.rota.pages.source.Coordinates;
import dev.rota.pages.source.TopicReader;
import dev.rota.pages.source.TopicReader.NotReadable;
import dev.rota.pages.source.TopicReader.Stored;
import dev.rota.settings.Setting;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Collects the input of a browser that recomputes a unit's chain between two checkpoints: the raw records of the log
 * and the outputs, and all schemas and rules that the partition declared. A replay determines which log records are in
 * the chain, since duplicates and idle Ticks are not. The browser need not trust it: with a wrong selection the heads
 * would not match.
 */
final class ChainTask {

    /** The size of the records that a browser hashes in one check. */
    private static final long BYTES_MAX = 16L << 20;

    /** The size of a record apart from its value, as {@link TopicReader} counts it. */
    private static final long OVERHEAD_BYTES = 100;

    private final House house;
    private final TopicReader reader;

    ChainTask(House house, TopicReader reader) {
        this.house = house;
        this.reader = reader;
    }

    /** The text that stands for the unit's first record in place of a checkpoint's coordinates. */
    static final String BEGINNING = "beginning";

    /** One end of the checked stretch: the position of the chain at a checkpoint. */
    private record End(String unit, int partition, long offset, long seq, String chain) {

        static final End BEFORE_ALL = new End("", 0, -1, 0, "0".repeat(64));

        static End of(Checkpoint checkpoint) {
            return new End(
                    checkpoint.getUnit(),
                    checkpoint.getLogPartition(),
                    checkpoint.getLogOffset(),
                    checkpoint.getSeq(),
                    checkpoint.getChain());
        }
    }

    Tasks.Work<String> work(Domain domain, String unit, String from, String to) {
        return progress -> {
            End begin = from.equals(BEGINNING) ? End.BEFORE_ALL : end(domain, from);
            End end = end(domain, to);
            if (!(from.equals(BEGINNING) || begin.unit().equals(unit))
                    || !end.unit().equals(unit)
                    || begin.offset() >= end.offset()) {
                throw new IllegalArgumentException("expected two checkpoints of '" + Show.text(unit)
                        + "', the earlier one first, but they are " + from + " and " + to);
            }
            // Read the outputs first: if they are too large, the log is not read.
            SortedMap<Long, List<Stored>> outputs = outputs(domain, unit, begin, end);
            return json(begin, end, records(domain, unit, begin, end, progress), outputs);
        };
    }

    private End end(Domain domain, String at) throws NotReadable, IOException {
        Coordinates where = Coordinates.parse(at);
        if (where == null
                || !where.topic()
                        .equals(house.names(domain).topic(domain.checkpoints().topic()))) {
            throw new IllegalArgumentException(
                    "expected the coordinates of a checkpoint, but found '" + Show.text(at) + "'");
        }
        byte[] value = reader.read(where).value();
        if (value == null || !Framing.isFramed(value)) {
            throw new IllegalArgumentException(
                    "expected a checkpoint at " + at + ", but the record there is not a checkpoint");
        }
        return End.of(domain.checkpoints().decode(value, Framing.BYTES, 1));
    }

    /** Returns the log records of the stretch, after all schemas and rules that the partition declared before it. */
    private List<LogRecord> records(Domain domain, String unit, End begin, End end, Tasks.Progress progress) {
        Stretch stretch = new Stretch(unit, begin.offset(), BYTES_MAX, progress);
        try (Replay replay = Replay.ofCluster(domain, house.settings())) {
            var unused = replay.unit(unit, end.offset() + 1, stretch);
        }
        return stretch.records;
    }

    /**
     * Collects the log records that are in a unit's chain after an offset, after all records that declare schemas or
     * rules.
     */
    static final class Stretch implements Replay.Watch {

        private final String unit;
        private final long after;
        private final long bytesMax;
        private final Tasks.Progress progress;
        private final List<LogRecord> records = new ArrayList<>();
        private long bytes;

        Stretch(String unit, long after, long bytesMax, Tasks.Progress progress) {
            this.unit = unit;
            this.after = after;
            this.bytesMax = bytesMax;
            this.progress = progress;
        }

        List<LogRecord> records() {
            return List.copyOf(records);
        }

        @Override
        public void applied(LogRecord record, PartitionMachine.Outcome outcome, String chainedTo) {
            boolean within = record.at().offset() > after;
            if (outcome == PartitionMachine.Outcome.VOIDED) {
                if (within) {
                    throw new IllegalArgumentException("the record "
                            + record.at().partition() + "/" + record.at().offset()
                            + " in between was voided; this stretch is checked by an audit");
                }
                // A voided schema record declares nothing.
                return;
            }
            boolean declares = outcome == PartitionMachine.Outcome.HEARD
                    && (record instanceof LogRecord.Schema
                            || record instanceof LogRecord.Rules
                            || record instanceof LogRecord.Mapped);
            if (declares || (within && outcome == PartitionMachine.Outcome.TAKEN && chainedTo.equals(unit))) {
                bytes += bytes(record);
                if (bytes > bytesMax) {
                    throw tooLarge(bytesMax);
                }
                records.add(record);
            }
        }

        @Override
        public void progress(long done, long all) {
            progress.report(done, all);
        }

        private static long bytes(LogRecord record) {
            if (record instanceof LogRecord.Event event) {
                return OVERHEAD_BYTES + event.value().length;
            } else if (record instanceof LogRecord.Schema schema) {
                return OVERHEAD_BYTES + schema.text().length();
            } else if (record instanceof LogRecord.Mapped mapping) {
                return OVERHEAD_BYTES + mapping.text().length();
            }
            return OVERHEAD_BYTES;
        }
    }

    private static IllegalArgumentException tooLarge(long bytesMax) {
        return new IllegalArgumentException("the records in between have more than " + bytesMax
                + " bytes, too much for a browser; an audit reads them all");
    }

    /** Returns the outputs of the stretch as they are stored, in the order decided, by the offset of their cause. */
    private SortedMap<Long, List<Stored>> outputs(Domain domain, String unit, End begin, End end) throws NotReadable {
        Recent recent = house.recent(domain);
        long first = begin.offset();
        long last = end.offset();
        List<Entry> entries = recent.find(
                entry -> entry.unit().equals(unit)
                        && entry.seq() > 0
                        && entry.cause().offset() > first
                        && entry.cause().offset() <= last,
                Integer.MAX_VALUE);
        long expected = end.seq() - begin.seq();
        if (entries.size() != expected) {
            throw new IllegalArgumentException("expected " + expected + " decisions between these checkpoints, but "
                    + entries.size() + " are kept here; an audit reads them all");
        }
        Map<String, Stored> stored = new TreeMap<>();
        Map<String, List<Entry>> byPartition = new TreeMap<>();
        entries.forEach(entry -> byPartition
                .computeIfAbsent(entry.topic() + "/" + entry.partition(), key -> new ArrayList<>())
                .add(entry));
        long bytes = 0;
        for (List<Entry> some : byPartition.values()) {
            Entry one = some.get(0);
            long from = some.stream().mapToLong(Entry::offset).min().orElse(0);
            long to = some.stream().mapToLong(Entry::offset).max().orElse(0) + 1;
            for (Stored record :
                    reader.read(new Coordinates(one.topic(), one.partition(), from), to, BYTES_MAX - bytes)) {
                stored.put(record.at().toString(), record);
                bytes += record.bytes();
            }
            if (bytes >= BYTES_MAX) {
                throw tooLarge(BYTES_MAX);
            }
        }
        SortedMap<Long, List<Stored>> byCause = new TreeMap<>();
        entries.stream().sorted((a, b) -> Long.compare(a.seq(), b.seq())).forEach(entry -> {
            Stored record = stored.get(entry.at());
            if (record != null) {
                byCause.computeIfAbsent(entry.cause().offset(), offset -> new ArrayList<>())
                        .add(record);
            }
        });
        return byCause;
    }

    private String json(End begin, End end, List<LogRecord> records, SortedMap<Long, List<Stored>> outputs) {
        String prefix = house.settings().text(Setting.TOPIC_PREFIX);
        return Json.of(json -> {
            json.writeStringField("unit", end.unit());
            json.writeStringField("from", begin.chain());
            json.writeStringField("to", end.chain());
            json.writeNumberField("partition", end.partition());
            json.writeNumberField("decisions", end.seq() - begin.seq());
            json.writeArrayFieldStart("records");
            for (LogRecord record : records) {
                json.writeStartObject();
                json.writeStringField("offset", String.valueOf(record.at().offset()));
                json.writeStringField("time", String.valueOf(record.at().time()));
                fields(record, json);
                json.writeArrayFieldStart("decisions");
                for (Stored output : outputs.getOrDefault(record.at().offset(), List.of())) {
                    json.writeStartObject();
                    json.writeStringField("topic", output.at().topic().substring(prefix.length()));
                    json.writeStringField("key", base64(output.key()));
                    json.writeStringField("value", base64(output.value()));
                    json.writeEndObject();
                }
                json.writeEndArray();
                json.writeEndObject();
            }
            json.writeEndArray();
        });
    }

    private static void fields(LogRecord record, JsonGenerator json) throws IOException {
        if (record instanceof LogRecord.Schema schema) {
            json.writeStringField("kind", "S");
            json.writeNumberField("id", schema.id());
            json.writeStringField("fingerprint", schema.fingerprint());
            json.writeStringField("text", schema.text());
        } else if (record instanceof LogRecord.Rules rules) {
            json.writeStringField("kind", "L");
            json.writeNumberField("number", rules.number());
            json.writeNumberField("partitions", rules.partitions());
            json.writeNumberField("format", rules.format());
            json.writeStringField("build", rules.build());
        } else if (record instanceof LogRecord.Mapped mapping) {
            json.writeStringField("kind", "M");
            json.writeNumberField("version", mapping.version());
            json.writeStringField("text", mapping.text());
        } else if (record instanceof LogRecord.Event event) {
            json.writeStringField("kind", event.mapping() == 0 ? "E" : "D");
            json.writeNumberField("mapping", event.mapping());
            json.writeStringField("source", event.source().coordinates());
            json.writeStringField("sourceId", event.source().topicId());
            json.writeStringField("type", event.type());
            json.writeStringField("value", base64(event.value()));
        } else if (record instanceof LogRecord.Refused refused) {
            json.writeStringField("kind", "R");
            json.writeStringField("source", refused.source().coordinates());
            json.writeStringField("sourceId", refused.source().topicId());
            json.writeStringField("reason", refused.reason());
            json.writeStringField("message", refused.message());
            json.writeStringField("value", base64(refused.value()));
        } else if (record instanceof LogRecord.Tick tick) {
            json.writeStringField("kind", tick.attended().intervals().isEmpty() ? "T" : "A");
            json.writeArrayFieldStart("attended");
            for (AttendedTime.Interval interval : tick.attended().intervals()) {
                json.writeString(String.valueOf(interval.from()));
                json.writeString(String.valueOf(interval.to()));
            }
            json.writeEndArray();
        }
    }

    private static @Nullable String base64(@Nullable byte[] bytes) {
        return bytes == null ? null : Base64.getEncoder().encodeToString(bytes);
    }
}
