package dev.rota.chunks.view;

import dev.rota.chunks.PlacementPolicy;
import dev.rota.engine.Nullable;
import dev.rota.engine.text.JsonText;
import java.util.Collection;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

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
    static String of(NetworkSnapshot network) {
        PlacementPolicy policy = network.policy();
        return "{\"config\": {\"supported_worker_versions\": " + requirement(policy.getMinVersion())
                + ", \"recommended_worker_versions\": " + requirement(policy.getRecommendedVersion())
                + "},\n\"workers\": " + list(network.workers(), StatusPage::worker)
                + ",\n\"datasets\": " + list(network.datasets(), StatusPage::dataset)
                + ",\n\"assignment_timestamp_sec\": " + network.row().getPublishedAt() / SECOND_MS
                + ",\n\"effective_from\": " + network.row().getEffectiveFrom() / SECOND_MS + "}\n";
    }

    private static String requirement(@Nullable String version) {
        return JsonText.quoted(version == null ? ANY_VERSION : ">=" + version);
    }

    private static String worker(NetworkSnapshot.WorkerView worker) {
        return "{\"peer_id\": " + JsonText.quoted(worker.id())
                + ", \"status\": " + JsonText.quoted(worker.status().name().toLowerCase(Locale.ROOT))
                + ", \"version\": " + (worker.version() == null ? "null" : JsonText.quoted(worker.version()))
                + ", \"assigned_chunks\": " + worker.assigned()
                + ", \"confirmed_chunks\": " + (worker.assigned() - worker.missing())
                + ", \"missing_chunks\": " + worker.missing()
                + ", \"confirmed_epoch\": " + worker.confirmedEpoch() + "}";
    }

    private static String dataset(NetworkSnapshot.DatasetTotal dataset) {
        return "{\"id\": " + JsonText.quoted(dataset.name()) + ", \"height\": " + dataset.height() + "}";
    }

    private static <T> String list(Collection<T> items, Function<T, String> json) {
        return items.isEmpty() ? "[]" : items.stream().map(json).collect(Collectors.joining(",\n  ", "[\n  ", "]"));
    }
}
