package dev.rota.chunks.view;

import dev.rota.chunks.PlacementPolicy;
import dev.rota.engine.Nullable;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The status of a network for its clients, in JSON: workers with versions, datasets with heights, and the
 * assignment's times.
 */
public final class StatusPage {

    public static final String NAME = "status.json";

    public static final String TYPE = "application/json";

    /** Any version. */
    private static final String ANY_VERSION = "*";

    private static final long SECOND_MS = 1_000;

    private StatusPage() {}

    /** Renders the page. Times are in seconds, 0 before the first published epoch. */
    static Map<String, Object> of(NetworkSnapshot network) {
        PlacementPolicy policy = network.policy();
        Map<String, Object> page = new LinkedHashMap<>();
        page.put("config", config(policy));
        page.put("workers", network.workers().stream().map(StatusPage::worker).toList());
        page.put(
                "datasets", network.datasets().stream().map(StatusPage::dataset).toList());
        page.put("assignment_timestamp_sec", network.row().getPublishedAt() / SECOND_MS);
        page.put("effective_from", network.row().getEffectiveFrom() / SECOND_MS);
        return page;
    }

    private static Map<String, Object> config(PlacementPolicy policy) {
        Map<String, Object> config = new LinkedHashMap<>();
        config.put("supported_worker_versions", requirement(policy.getMinVersion()));
        config.put("recommended_worker_versions", requirement(policy.getRecommendedVersion()));
        return config;
    }

    private static String requirement(@Nullable String version) {
        return version == null ? ANY_VERSION : ">=" + version;
    }

    private static Map<String, Object> worker(NetworkSnapshot.WorkerView worker) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("peer_id", worker.id());
        line.put("status", worker.status().name().toLowerCase(Locale.ROOT));
        line.put("version", worker.version());
        line.put("assigned_chunks", worker.assigned());
        line.put("confirmed_chunks", worker.assigned() - worker.missing());
        line.put("missing_chunks", worker.missing());
        line.put("confirmed_epoch", worker.confirmedEpoch());
        return line;
    }

    private static Map<String, Object> dataset(NetworkSnapshot.DatasetTotal dataset) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("id", dataset.name());
        line.put("height", dataset.height());
        return line;
    }
}
