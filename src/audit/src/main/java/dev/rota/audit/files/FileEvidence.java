package dev.rota.audit.files;

import dev.rota.audit.evidence.AuditRefused;
import dev.rota.audit.evidence.Evidence;
import dev.rota.engine.Domain;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.SortedMap;

/** The evidence in the files of an export. */
public final class FileEvidence implements Evidence {

    private final Path folder;
    private final Manifest manifest;

    private FileEvidence(Path folder, Manifest manifest) {
        this.folder = folder;
        this.manifest = manifest;
    }

    /** Returns the evidence in a folder; throws {@link AuditRefused} if it has none, or another domain's. */
    public static FileEvidence of(Domain domain, Path folder) {
        return new FileEvidence(folder, Manifest.read(domain, folder));
    }

    public String prefix() {
        return manifest.prefix();
    }

    @Override
    public void settle(Collection<String> topics) {
        // Files do not change.
    }

    @Override
    public SortedMap<Integer, OffsetRange> ranges(String topic) {
        return manifest.ranges().getOrDefault(topic, Collections.emptySortedMap());
    }

    @Override
    public String topicId(String topic) {
        return manifest.topicIds().getOrDefault(topic, "");
    }

    @Override
    public boolean isCompacted(String topic) {
        return manifest.compacted().contains(topic);
    }

    /** Returns 0: a file is always read from its beginning. */
    @Override
    public long firstSince(String topic, int partition, long time) {
        return 0;
    }

    /** Reads an empty range too, since records in its file would contradict the manifest. */
    @Override
    public Records read(String topic, int partition, long from, long to) {
        OffsetRange held = ranges(topic).getOrDefault(partition, new OffsetRange(0, 0));
        return from < to || held.begin() == held.end()
                ? new FileRecords(folder, topic, partition, held, from, to)
                : Records.NONE;
    }

    @Override
    public void close() {
        // Files are open only while they are read.
    }
}
