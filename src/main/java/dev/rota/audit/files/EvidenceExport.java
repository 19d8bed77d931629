package dev.rota.audit.files;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.audit.evidence.AuditRefused;
import dev.rota.audit.evidence.Evidence;
import dev.rota.audit.evidence.Evidence.OffsetRange;
import dev.rota.engine.Version;
import dev.rota.settings.Names;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** Exports a domain's evidence to files, to be verified without a cluster. */
public final class EvidenceExport {

    private final Names names;
    private final Evidence evidence;
    private final Path folder;

    public EvidenceExport(Names names, Evidence evidence, Path folder) {
        this.names = names;
        this.evidence = evidence;
        this.folder = folder;
    }

    /** Writes log, outputs and what remains of the inputs; returns the number of records. */
    public long write() {
        try (ExportFolder place = ExportFolder.open(names.domain(), folder)) {
            long records = write(place.fresh());
            place.complete();
            return records;
        } catch (IOException e) {
            throw new AuditRefused("expected to write evidence to " + folder + ", but it cannot be ("
                    + e.getClass().getSimpleName() + ": " + e.getMessage() + ")");
        }
    }

    private long write(Path to) throws IOException {
        ObjectNode manifest = EvidenceFiles.JSON.createObjectNode();
        manifest.put("domain", names.domain().name());
        manifest.put("prefix", names.prefix());
        manifest.put("version", Version.OF_JAR);
        ArrayNode topics = manifest.putArray("topics");
        long records = 0;
        // Outputs come after the log, so none of its decisions is missing.
        for (String topic : names.audited()) {
            ObjectNode entry = topics.addObject();
            entry.put("topic", topic);
            entry.put("id", evidence.topicId(topic));
            ArrayNode partitions = entry.putArray("partitions");
            for (Map.Entry<Integer, OffsetRange> held : evidence.ranges(topic).entrySet()) {
                records += partition(to, topic, held.getKey(), held.getValue(), partitions.addObject());
            }
        }
        EvidenceFiles.JSON
                .writerWithDefaultPrettyPrinter()
                .writeValue(to.resolve(EvidenceFiles.MANIFEST).toFile(), manifest);
        return records;
    }

    private long partition(Path to, String topic, int partition, OffsetRange held, ObjectNode entry)
            throws IOException {
        entry.put("partition", partition);
        entry.put("begin", held.begin());
        entry.put("end", held.end());
        if (held.settled() < held.end()) {
            entry.put("settled", held.settled());
        }
        try (Evidence.Records records = evidence.read(topic, partition, held.begin(), held.end())) {
            return EvidenceFiles.write(to, topic, partition, records);
        }
    }
}
