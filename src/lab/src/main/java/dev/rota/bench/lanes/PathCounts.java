package dev.rota.bench.lanes;

import dev.rota.bench.lanes.SegmentCounts.Batches;
import dev.rota.bench.report.ReportPrinter;
import dev.rota.settings.Names;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The records, batches, rows and commits that the whole path wrote between two moments. At both, all that the log contains
 * must be committed.
 */
public final class PathCounts {

    private final RunTopics site;
    private final Names names;
    private final WholePath lane;
    private final SegmentCounts segments;
    private final TopicEnds changelog;
    private final long commits;

    /** Begins to count. */
    public PathCounts(RunTopics site, WholePath lane) {
        this.site = site;
        this.names = site.names();
        this.lane = lane;
        this.segments = SegmentCounts.now(site.admin());
        this.changelog = changelog();
        this.commits = lane.commits();
    }

    private TopicEnds changelog() {
        return TopicEnds.now(site.settings(), List.of(names.changelog()));
    }

    /** The rows of a changelog. */
    private static final class Rows {
        long written;
        long deleted;
    }

    /**
     * Prints what has been written since the beginning, for each of {@code count} things.
     *
     * @param what the counted thing, with its article
     */
    public void print(ReportPrinter out, String what, long count) {
        SegmentCounts since = SegmentCounts.now(site.admin()).since(segments);
        long commitsSince = lane.commits() - commits;
        Rows rows = new Rows();
        changelog.read(changelog(), site.settings(), record -> {
            if (record.value() == null) {
                rows.deleted++;
            } else {
                rows.written++;
            }
        });
        Batches inputs = since.of(names.inputs());
        Batches log = since.of(names.log());
        Batches outputs = since.of(names.outputs());
        Batches stored = since.of(names.changelog());
        double each = 1.0 / count;
        out.print(
                "  %s: %.2f input records, %.2f log records, %.2f outputs (%s), %.2f rows written, %.2f deleted",
                what,
                inputs.records() * each,
                log.records() * each,
                outputs.records() * each,
                byTopic(since, each),
                rows.written * each,
                rows.deleted * each);
        out.print(
                "    batches: inputs %.2f, log %.2f, outputs %.2f, changelog %.2f, Kafka's own %.2f; markers: outputs"
                        + " %.2f, changelog %.2f, Kafka's own %.2f",
                inputs.batches() * each,
                log.batches() * each,
                outputs.batches() * each,
                stored.batches() * each,
                since.ofKafka().batches() * each,
                outputs.markers() * each,
                stored.markers() * each,
                since.ofKafka().markers() * each);
        // a commit writes the position of each of its log partitions, so its changelog gets a marker
        out.print(
                "    a commit: %.1f log records, %.1f log partitions (%,d commits)",
                (double) log.records() / commitsSince, (double) stored.markers() / commitsSince, commitsSince);
    }

    private String byTopic(SegmentCounts since, double each) {
        int prefix = names.topic(names.domain().name() + ".").length();
        return names.outputs().stream()
                .filter(topic -> since.of(topic).records() > 0)
                .map(topic -> String.format(
                        Locale.ROOT,
                        "%s %.2f",
                        topic.substring(prefix),
                        since.of(topic).records() * each))
                .collect(Collectors.joining(", "));
    }
}
