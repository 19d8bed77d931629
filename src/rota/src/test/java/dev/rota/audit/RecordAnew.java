package dev.rota.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.audit.evidence.Evidence;
import dev.rota.audit.evidence.StoredRecord;
import dev.rota.audit.evidence.StoredRecord.StoredHeader;
import dev.rota.audit.files.EvidenceExport;
import dev.rota.audit.files.FileEvidence;
import dev.rota.audit.log.Voids;
import dev.rota.chores.ChoresDomain;
import dev.rota.chunks.scheduler.ChunksDomain;
import dev.rota.cores.scheduler.CoresDomain;
import dev.rota.engine.Decision;
import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.engine.Output;
import dev.rota.engine.Parallel;
import dev.rota.engine.Position;
import dev.rota.engine.log.LogFormat;
import dev.rota.engine.log.LogRecord;
import dev.rota.engine.log.OutputFormat;
import dev.rota.engine.machine.PartitionMachine;
import dev.rota.engine.rows.MemoryRows;
import dev.rota.jobs.scheduler.JobsDomain;
import dev.rota.kafka.Partitions;
import dev.rota.settings.Names;
import dev.rota.shards.scheduler.ShardsDomain;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Recomputes the outputs of recorded evidence from its log, after a change of rules that are not released yet. Run it
 * from the root of the repository, with the class path of the tests:
 *
 * <pre>
 * mvn -q test-compile dependency:build-classpath -Dmdep.outputFile=/tmp/classpath -pl src/rota -am
 * java -cp src/rota/target/test-classes:src/rota/target/classes:$(cat /tmp/classpath) dev.rota.audit.RecordAnew
 * </pre>
 *
 * <p>Inputs and log stay as they were recorded, except for the schemas of outputs in the log, which are replaced with
 * the newest ({@link NewestLog}). The commit explains why the decisions changed.
 */
final class RecordAnew {

    private static final Path RECORDED = Path.of("src/rota/src/test/resources/recorded");

    private RecordAnew() {}

    public static void main(String[] args) throws IOException, LogFormat.ForeignRecord {
        anew(new CoresDomain(), "cores-1");
        anew(new JobsDomain().configured(new TreeMap<>(Map.of("cohorts", "linux:linux,unknown;mac:mac"))), "jobs-1");
        anew(new ChunksDomain(), "chunks-1");
        anew(new ShardsDomain(), "shards-1");
        anew(new ChoresDomain(), "chores-2");
    }

    private static void anew(Domain domain, String folder) throws IOException, LogFormat.ForeignRecord {
        Path recorded = RECORDED.resolve(folder);
        Path written = Files.createTempDirectory("rota-anew");
        try (FileEvidence evidence = FileEvidence.of(domain, recorded)) {
            Names names = new Names(domain, evidence.prefix());
            System.out.println(folder + ": " + write(names, evidence, written) + " records");
        }
        try (var files = Files.list(written)) {
            for (Path file : files.toList()) {
                Files.move(file, recorded.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    /** Inserts schemas of new outputs only if the log needs them, since they shift all later offsets. */
    private static long write(Names names, Evidence recorded, Path folder) throws IOException, LogFormat.ForeignRecord {
        Recomputed recomputed;
        try {
            recomputed = new Recomputed(names, recorded, false);
        } catch (PartitionMachine.LogBroken e) {
            recomputed = new Recomputed(names, recorded, true);
        }
        return new EvidenceExport(names, recomputed, folder).write();
    }

    /** Combines the recorded inputs and log with the outputs that the current rules decide. */
    private static final class Recomputed implements Evidence {
        private final Names names;
        private final Evidence recorded;
        private final SortedMap<Integer, List<StoredRecord>> log = new TreeMap<>();
        private final SortedMap<String, SortedMap<Integer, List<StoredRecord>>> outputs = new TreeMap<>();
        private final SortedMap<String, List<Long>> offsets = new TreeMap<>();

        Recomputed(Names names, Evidence recorded, boolean newOutputs) throws LogFormat.ForeignRecord {
            this.names = names;
            this.recorded = recorded;
            SortedMap<Integer, OffsetRange> partitionsOfLog = recorded.ranges(names.log());
            partitionsOfLog.forEach((partition, held) ->
                    log.put(partition, NewestLog.of(names, records(names.log(), partition, held), newOutputs)));
            for (Output<?> output : names.domain().outputs()) {
                String topic = names.topic(output.topic());
                SortedMap<Integer, List<StoredRecord>> partitions = new TreeMap<>();
                // a new output has as many partitions as the log
                SortedMap<Integer, OffsetRange> held = recorded.ranges(topic);
                (held.isEmpty() ? partitionsOfLog : held)
                        .keySet()
                        .forEach(number -> partitions.put(number, new ArrayList<>()));
                outputs.put(topic, partitions);
            }
            for (int partition : log.keySet()) {
                replay(partition);
            }
        }

        private List<StoredRecord> records(String topic, int partition, OffsetRange held) {
            List<StoredRecord> all = new ArrayList<>();
            try (Records records = recorded.read(topic, partition, held.begin(), held.end())) {
                for (StoredRecord record = records.next(); record != null; record = records.next()) {
                    all.add(record);
                }
            }
            return all;
        }

        private void replay(int partition) throws LogFormat.ForeignRecord {
            OutputFormat format = new OutputFormat(names.domain(), names.log());
            List<Decision> decided = new ArrayList<>();
            List<ByteBuffer> heads = new ArrayList<>();
            PartitionMachine machine =
                    new PartitionMachine(names.domain(), new MemoryRows(), Parallel.SEQUENTIAL, (decision, chain) -> {
                        decided.add(decision);
                        heads.add(chain);
                    });
            Map<Long, LogRecord.Voiding> voids = new Voids(names, recorded, partition).all();
            for (StoredRecord record : log.getOrDefault(partition, List.of())) {
                decided.clear();
                heads.clear();
                Position at = new Position(partition, record.offset(), record.time());
                LogRecord parsed = LogFormat.parse(at, record.key(), record::header, record.value());
                LogRecord.Voiding voiding = voids.get(record.offset());
                if (voiding == null) {
                    machine.handle(parsed);
                } else {
                    machine.voided(parsed, voiding);
                }
                for (int i = 0; i < decided.size(); i++) {
                    Decision decision = decided.get(i);
                    add(format, decision, heads.get(i), machine.schemaId(decision));
                }
            }
        }

        private void add(OutputFormat format, Decision decision, ByteBuffer chain, int schemaId) {
            String topic = names.topic(decision.output().topic());
            SortedMap<Integer, List<StoredRecord>> partitions = outputs.getOrDefault(topic, new TreeMap<>());
            int number = Partitions.of(format.key(decision), partitions.size());
            List<StoredRecord> records = partitions.computeIfAbsent(number, missing -> new ArrayList<>());
            List<StoredHeader> headers = new ArrayList<>();
            format.headers(decision, chain)
                    .forEach((name, value) -> headers.add(new StoredHeader(name, value.getBytes(UTF_8))));
            records.add(new StoredRecord(
                    topic,
                    number,
                    offset(topic, number, records),
                    decision.cause().time(),
                    format.key(decision),
                    headers,
                    format.value(decision, schemaId)));
        }

        private long end(String topic, int partition, List<StoredRecord> records) {
            long last = records.isEmpty() ? -1 : records.get(records.size() - 1).offset();
            OffsetRange held = recorded.ranges(topic).getOrDefault(partition, new OffsetRange(0, 0));
            return Math.max(held.end(), last + 1);
        }

        /**
         * Returns the recorded offset of a record, with the gaps of transaction markers. Additional records follow the
         * recorded ones.
         */
        private long offset(String topic, int partition, List<StoredRecord> before) {
            List<Long> recordedOffsets = offsets.computeIfAbsent(topic + "/" + partition, place -> {
                List<Long> read = new ArrayList<>();
                OffsetRange held = recorded.ranges(topic).get(partition);
                if (held != null) {
                    records(topic, partition, held).forEach(record -> read.add(record.offset()));
                }
                return read;
            });
            int at = before.size();
            return at < recordedOffsets.size()
                    ? recordedOffsets.get(at)
                    : at == 0 ? 0 : before.get(at - 1).offset() + 1;
        }

        @Override
        public SortedMap<Integer, OffsetRange> ranges(String topic) {
            SortedMap<Integer, OffsetRange> ranges = new TreeMap<>();
            if (topic.equals(names.log())) {
                recorded.ranges(topic)
                        .forEach((number, held) ->
                                ranges.put(number, new OffsetRange(held.begin(), held.end() + introduced(number))));
            } else if (outputs.containsKey(topic)) {
                outputs.getOrDefault(topic, new TreeMap<>())
                        .forEach((number, records) ->
                                ranges.put(number, new OffsetRange(0, end(topic, number, records))));
            } else {
                ranges.putAll(recorded.ranges(topic));
            }
            return ranges;
        }

        /** Returns the number of records that were inserted into a log partition. */
        private long introduced(int partition) {
            OffsetRange held = recorded.ranges(names.log()).get(partition);
            return held == null
                    ? 0
                    : log.getOrDefault(partition, List.of()).size()
                            - records(names.log(), partition, held).size();
        }

        @Override
        public Records read(String topic, int partition, long from, long to) {
            SortedMap<Integer, List<StoredRecord>> partitions = topic.equals(names.log()) ? log : outputs.get(topic);
            if (partitions == null) {
                return recorded.read(topic, partition, from, to);
            }
            Iterator<StoredRecord> records =
                    partitions.getOrDefault(partition, List.of()).iterator();
            return new Records() {
                @Override
                public @Nullable StoredRecord next() {
                    return records.hasNext() ? records.next() : null;
                }

                @Override
                public void close() {
                    // there is nothing to close
                }
            };
        }

        @Override
        public void settle(Collection<String> topics) {
            // files have no open transactions
        }

        @Override
        public String topicId(String topic) {
            String id = recorded.topicId(topic);
            return id.isEmpty() && outputs.containsKey(topic) ? newId(topic) : id;
        }

        /** Returns a topic id in Kafka's form, which depends on the name alone. */
        private static String newId(String topic) {
            UUID id = UUID.nameUUIDFromBytes(topic.getBytes(UTF_8));
            ByteBuffer bytes = ByteBuffer.allocate(2 * Long.BYTES)
                    .putLong(id.getMostSignificantBits())
                    .putLong(id.getLeastSignificantBits());
            return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
        }

        @Override
        public boolean isCompacted(String topic) {
            return false;
        }

        @Override
        public long firstSince(String topic, int partition, long time) {
            return 0;
        }

        @Override
        public void close() {
            // the caller closes the recorded evidence
        }
    }
}
