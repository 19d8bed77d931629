package dev.rota.audit;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The files of an export. */
final class FileEvidence implements Evidence {

    private final Path folder;
    private final String domain;
    private final String prefix;
    private final Map<String, SortedMap<Integer, Stretch>> stretches = new HashMap<>();
    private final Map<String, String> topicIds = new HashMap<>();
    private final Map<Integer, Long> committed = new TreeMap<>();

    /** @throws AuditRefused where the folder holds no evidence, or another domain's */
    static FileEvidence of(Domain domain, Path folder) {
        FileEvidence files = new FileEvidence(folder);
        if (!files.domain.equals(domain.name())) {
            throw new AuditRefused(
                    "expected evidence of " + domain.name() + " in " + folder + ", but it is of " + files.domain);
        }
        return files;
    }

    private FileEvidence(Path folder) {
        this.folder = folder;
        Path manifest = folder.resolve(EvidenceFiles.MANIFEST);
        try {
            JsonNode node = EvidenceFiles.JSON.readTree(Files.readString(manifest));
            this.domain = node.path("domain").asText();
            this.prefix = node.path("prefix").asText();
            for (JsonNode topic : node.path("topics")) {
                topic(topic);
            }
        } catch (IOException e) {
            throw new AuditRefused("expected evidence in " + folder + ", but " + manifest.getFileName()
                    + " cannot be read (" + e.getClass().getSimpleName() + ")");
        }
    }

    String prefix() {
        return prefix;
    }

    private void topic(JsonNode topic) {
        String name = topic.path("topic").asText();
        topicIds.put(name, topic.path("id").asText());
        SortedMap<Integer, Stretch> held = new TreeMap<>();
        for (JsonNode partition : topic.path("partitions")) {
            int number = partition.path("partition").asInt();
            held.put(
                    number,
                    new Stretch(
                            partition.path("begin").asLong(),
                            partition.path("end").asLong()));
            if (partition.has("committed")) {
                committed.put(number, partition.path("committed").asLong());
            }
        }
        stretches.put(name, held);
    }

    @Override
    public SortedMap<Integer, Stretch> stretches(String topic) {
        return stretches.getOrDefault(topic, Collections.emptySortedMap());
    }

    @Override
    public String topicId(String topic) {
        return topicIds.getOrDefault(topic, "");
    }

    @Override
    public Map<Integer, Long> committed() {
        return committed;
    }

    /** A file is read from its beginning whatever is wanted of it. */
    @Override
    public long firstSince(String topic, int partition, long time) {
        return 0;
    }

    @Override
    public Records read(String topic, int partition, long from, long to) {
        return from < to ? new Reading(topic, partition, from, to) : Records.NONE;
    }

    @Override
    public void close() {
        // files are open only while they are read
    }

    private final class Reading implements Records {
        private final String topic;
        private final int partition;
        private final long from;
        private final long to;
        private final BufferedReader lines;
        private long number;
        private long last = -1;

        Reading(String topic, int partition, long from, long to) {
            this.topic = topic;
            this.partition = partition;
            this.from = from;
            this.to = to;
            Path file = EvidenceFiles.file(folder, topic, partition);
            try {
                this.lines = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1);
            } catch (IOException e) {
                throw Unreadable.end(String.valueOf(file.getFileName()), "the file cannot be opened");
            }
        }

        @Override
        public @Nullable StoredRecord next() {
            try {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    number++;
                    String at = EvidenceFiles.file(folder, topic, partition).getFileName() + " line " + number;
                    StoredRecord record = EvidenceFiles.read(topic, partition, line, at);
                    if (record.offset() <= last) {
                        throw Unreadable.one(at, "expected an offset above " + last + ", but it is " + record.offset());
                    }
                    last = record.offset();
                    if (record.offset() >= to) {
                        return null;
                    }
                    if (record.offset() >= from) {
                        return record;
                    }
                }
                return null;
            } catch (IOException e) {
                throw Unreadable.end(topic + "/" + partition, "the file cannot be read");
            }
        }

        @Override
        public void close() {
            try {
                lines.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
