package dev.rota.pages.domain.jobs;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.pages.Show;
import java.util.List;

/** Draws instances as bars of their quotas. */
final class InstanceBars {

    private static final int WIDTH = 100;

    private final List<JsonNode> instances;
    private final JobsLinks links;
    private final long now;
    private final long longestQueue;

    InstanceBars(JsonNode state, JobsLinks links, long now) {
        this.instances = CohortPage.all(state.path("instances"));
        this.links = links;
        this.now = now;
        this.longestQueue = instances.stream()
                .mapToLong(instance -> instance.path("queued").asLong())
                .max()
                .orElse(0);
    }

    static boolean isAtMax(JsonNode instance) {
        return !instance.path("max").isNull()
                && instance.path("assigned").asLong() >= instance.path("max").asLong();
    }

    /** Whether it has jobs that wait and less than it is guaranteed. */
    static boolean isBelowMin(JsonNode instance) {
        return instance.path("queued").asLong() > 0
                && instance.path("assigned").asLong() < instance.path("min").asLong();
    }

    /** Those with the most jobs, at most so many, by name. */
    List<InstanceBar> all(int most) {
        List<JsonNode> shown = instances;
        if (instances.size() > most) {
            List<JsonNode> largest = instances.stream()
                    .sorted((a, b) -> Long.compare(jobs(b), jobs(a)))
                    .limit(most)
                    .toList();
            shown = instances.stream().filter(largest::contains).toList();
        }
        return shown.stream().map(this::bar).toList();
    }

    /** The bar of one; none if it is not listed. */
    List<InstanceBar> of(String name) {
        return instances.stream()
                .filter(instance -> instance.path("instance").asText().equals(name))
                .map(this::bar)
                .toList();
    }

    private static long jobs(JsonNode instance) {
        return instance.path("assigned").asLong() + instance.path("queued").asLong();
    }

    private InstanceBar bar(JsonNode instance) {
        String name = instance.path("instance").asText();
        boolean hasQuota = !instance.path("max").isNull();
        long assigned = instance.path("assigned").asLong();
        long min = instance.path("min").asLong();
        long max = instance.path("max").asLong();
        long queued = instance.path("queued").asLong();
        long whole = Math.max(1, Math.max(assigned, max));
        JsonNode oldest = instance.path("oldest").path(0);
        return new InstanceBar(
                Show.text(name),
                links.instance(name),
                state(instance),
                hasQuota ? Show.number(min) : "",
                Show.number(assigned),
                hasQuota ? Show.number(max) : "none",
                Show.number(queued),
                oldest.isMissingNode()
                        ? ""
                        : Show.lasting(oldest.path("queuedAt").asLong(), now),
                part(assigned, whole),
                part(min, whole),
                part(queued, Math.max(1, longestQueue)),
                hasQuota,
                Show.number(assigned) + " assigned"
                        + (hasQuota ? ", at least " + Show.number(min) + ", at most " + Show.number(max) : ", no quota")
                        + "; " + Show.number(queued) + " queued");
    }

    private static String state(JsonNode instance) {
        if (instance.path("held").asBoolean()) {
            return "held";
        } else if (isAtMax(instance)) {
            return "at its maximum";
        } else if (isBelowMin(instance)) {
            return "below its minimum";
        }
        return instance.path("served").asBoolean() ? "" : "not served";
    }

    /** Of the width of a bar; what is there can be seen. */
    private static int part(long value, long whole) {
        return value == 0 ? 0 : (int) Math.max(1, (double) value / whole * WIDTH);
    }
}
