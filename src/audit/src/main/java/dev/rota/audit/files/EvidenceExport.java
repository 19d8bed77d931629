package dev.rota.audit.files;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.audit.evidence.AuditRefused;
import dev.rota.audit.evidence.Evidence;
import dev.rota.audit.evidence.Evidence.OffsetRange;
import dev.rota.engine.Version;
import dev.rota.engine.text.FileProblem;
import dev.rota.settings.Names;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.common.errors.AuthorizationException;

/**
 * Exports a domain's evidence to files in an empty folder, to be verified without a cluster. The manifest is written
 * last, so that the files of a killed export are not taken for evidence.
 */
public final class EvidenceExport {

    private final Names names;
    private final Evidence evidence;
    private final Path folder;
    private final List<Path> written = new ArrayList<>();

    public EvidenceExport(Names names, Evidence evidence, Path folder) {
        this.names = names;
        this.evidence = evidence;
        this.folder = folder;
    }

    /**
     * Writes log, outputs and the remaining inputs. Returns the number of records.
     * @throws AuditRefused if the folder is not empty, or cannot be written to; the files written so far are then
     * deleted
     */
    public long write() {
        try {
            requireEmpty();
            Files.createDirectories(folder);
            return writeAll();
        } catch (IOException e) {
            delete(e);
            throw new AuditRefused(
                    "expected to write evidence to " + folder + ", but it cannot be (" + FileProblem.of(e) + ")");
        } catch (RuntimeException e) {
            delete(e);
            throw e;
        }
    }

    private void requireEmpty() throws IOException {
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw new AuditRefused("expected a folder to export to, but " + folder + " is a file");
        }
        if (Files.exists(folder)) {
            try (Stream<Path> entries = Files.list(folder)) {
                Optional<Path> first = entries.min(Comparator.naturalOrder());
                if (first.isPresent()) {
                    throw new AuditRefused("expected a new or empty folder to export to, but " + folder + " holds '"
                            + first.get().getFileName() + "'");
                }
            }
        }
    }

    private void delete(Exception cause) {
        for (Path file : written) {
            try {
                Files.delete(file);
            } catch (IOException e) {
                cause.addSuppressed(e);
            }
        }
    }

    private long writeAll() throws IOException {
        ObjectNode manifest = EvidenceFiles.JSON.createObjectNode();
        manifest.put("domain", names.domain().name());
        manifest.put("prefix", names.prefix());
        manifest.put("version", Version.OF_JAR);
        ArrayNode adopted = manifest.putArray("adopted");
        names.adopted().forEach(adopted::add);
        ArrayNode topics = manifest.putArray("topics");
        long records = 0;
        // Outputs were looked up before the log, so the causes of all of them are exported.
        for (String topic : Stream.concat(names.audited().stream(), names.adopted().stream())
                .toList()) {
            int before = written.size();
            ObjectNode entry = EvidenceFiles.JSON.createObjectNode();
            try {
                records += topic(topic, entry);
                topics.add(entry);
            } catch (AuthorizationException e) {
                if (!names.adopted().contains(topic)) {
                    throw e;
                }
                // It belongs to others; an audit of the files says that it is not there.
                for (Path file : List.copyOf(written.subList(before, written.size()))) {
                    Files.delete(file);
                    written.remove(file);
                }
            }
        }
        try (OutputStream out = create(folder.resolve(EvidenceFiles.MANIFEST))) {
            EvidenceFiles.JSON.writerWithDefaultPrettyPrinter().writeValue(out, manifest);
        }
        return records;
    }

    private long topic(String topic, ObjectNode entry) throws IOException {
        long records = 0;
        entry.put("topic", topic);
        entry.put("id", evidence.topicId(topic));
        if (names.adopted().contains(topic) && evidence.isCompacted(topic)) {
            entry.put("compacted", true);
        }
        ArrayNode partitions = entry.putArray("partitions");
        for (Map.Entry<Integer, OffsetRange> held : evidence.ranges(topic).entrySet()) {
            records += partition(topic, held.getKey(), held.getValue(), partitions.addObject());
        }
        return records;
    }

    private OutputStream create(Path file) throws IOException {
        OutputStream out = Files.newOutputStream(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        written.add(file);
        return new BufferedOutputStream(out);
    }

    private long partition(String topic, int partition, OffsetRange held, ObjectNode entry) throws IOException {
        entry.put("partition", partition);
        entry.put("begin", held.begin());
        entry.put("end", held.end());
        if (held.settled() < held.end()) {
            entry.put("settled", held.settled());
        }
        try (Evidence.Records records = evidence.read(topic, partition, held.begin(), held.end());
                OutputStream out = create(EvidenceFiles.file(folder, topic, partition))) {
            return EvidenceFiles.write(records, out);
        }
    }
}
