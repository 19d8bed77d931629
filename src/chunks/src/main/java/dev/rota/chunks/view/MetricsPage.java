package dev.rota.chunks.view;

import dev.rota.chunks.DatasetPolicy;
import dev.rota.chunks.Segment;
import dev.rota.chunks.policy.Weights;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/** A network's gauges in OpenMetrics text format. */
public final class MetricsPage {

    public static final String NAME = "metrics.txt";

    public static final String TYPE = "application/openmetrics-text; version=1.0.0; charset=utf-8";

    private static final long SECOND_MS = 1_000;

    private static final String PREFIX = "scheduler_";

    private final NetworkSnapshot network;
    private final StringBuilder text = new StringBuilder();
    private String gauge = "";

    private MetricsPage(NetworkSnapshot network) {
        this.network = network;
    }

    static String of(NetworkSnapshot network) {
        MetricsPage page = new MetricsPage(network);
        page.datasets();
        page.replication();
        page.epoch();
        page.assigned();
        page.workers();
        page.failure();
        return page.text.append("# EOF\n").toString();
    }

    private void datasets() {
        List<SegmentTotals.Total> segments = SegmentTotals.of(network);
        gauge("dataset_chunks", "Chunks that are listed, by segment of the policy.");
        segments.forEach(each -> sample(each.chunks(), "dataset_segment", each.label(), "dataset", each.dataset()));
        gauge("dataset_size_bytes", "Size of the chunks that are listed, by segment of the policy.");
        segments.forEach(each -> sample(each.bytes(), "dataset_segment", each.label(), "dataset", each.dataset()));
    }

    private void replication() {
        gauge("replication_factor", "Replicas of each chunk that the last published epoch planned.");
        SortedMap<Integer, Integer> planned = new TreeMap<>();
        network.row().getReplication().forEach(each -> planned.put(each.getWeight(), each.getPlanned()));
        SortedMap<String, DatasetPolicy> policies = SegmentTotals.policies(network.policy());
        for (NetworkSnapshot.DatasetTotal dataset : network.datasets()) {
            DatasetPolicy policy = policies.get(dataset.name());
            if (policy != null) {
                replication(dataset.name(), policy.getSegments(), planned);
            } else if (policies.isEmpty()) {
                replication(dataset.name(), List.of(), planned);
            }
        }
    }

    /** Writes replication factors; a weight newer than the last published epoch has none yet. */
    private void replication(String dataset, List<Segment> segments, SortedMap<Integer, Integer> planned) {
        if (segments.isEmpty() && planned.containsKey(Weights.DEFAULT)) {
            sample(planned.get(Weights.DEFAULT), "dataset_segment", dataset, "dataset", dataset);
        }
        for (Segment segment : segments) {
            if (planned.containsKey(segment.getWeight())) {
                String name = SegmentTotals.label(dataset, segments, segment);
                sample(planned.get(segment.getWeight()), "dataset_segment", name, "dataset", dataset);
            }
        }
    }

    /** Writes the times of the last published epoch. */
    private void epoch() {
        if (network.row().getPublished() > 0) {
            gauge("weight_multiplier", "Replicas for each unit of weight that the last published epoch planned.");
            sample(network.row().getWeightMultiplier());
            gauge("assignment_timestamp_seconds", "When the last published epoch was published.");
            sample(network.row().getPublishedAt() / SECOND_MS);
        }
    }

    private void assigned() {
        gauge("assigned_chunks", "Chunks of a worker's assignment in force.");
        network.shares().forEach(each -> sample(each.chunks(), "worker", each.worker()));
        gauge("assigned_size_bytes", "Size of the chunks of a worker's assignment in force.");
        network.shares().forEach(each -> sample(each.bytes(), "worker", each.worker()));
    }

    private void workers() {
        gauge("worker_status", "1 for the status that a worker has.");
        network.workers()
                .forEach(each -> sample(
                        1, "worker", each.id(), "status", each.status().name().toLowerCase(Locale.ROOT)));
    }

    private void failure() {
        gauge("failure", "1 for what failed when it was tried last.");
        sample(network.row().getRefused() ? 1 : 0, "target", "epoch");
        sample(isBelowMinimum() ? 1 : 0, "target", "min_assignment");
    }

    /** Returns whether a worker that stores all its assigned chunks would be stale. */
    private boolean isBelowMinimum() {
        return network.shares().stream()
                .anyMatch(share -> share.bytes() < network.policy().getStaleBelowBytes());
    }

    private void gauge(String name, String help) {
        gauge = PREFIX + name;
        text.append("# TYPE ").append(gauge).append(" gauge\n");
        text.append("# HELP ").append(gauge).append(' ').append(help).append('\n');
    }

    /**
     * Writes a sample.
     *
     * @param labels names and values, alternating
     */
    private void sample(Number value, String... labels) {
        text.append(gauge).append("{network=");
        quote(network.network());
        for (int i = 0; i < labels.length; i += 2) {
            text.append(',').append(labels[i]).append('=');
            quote(labels[i + 1]);
        }
        text.append("} ").append(value).append('\n');
    }

    private void quote(String value) {
        String escaped = value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
        text.append('"').append(escaped).append('"');
    }
}
