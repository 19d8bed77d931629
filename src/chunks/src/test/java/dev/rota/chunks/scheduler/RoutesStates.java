package dev.rota.chunks.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.engine.PageSnapshot;
import dev.rota.serde.NotPlainJson;
import dev.rota.serde.PlainJson;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/** Compares what pages show of routes with plain sets that follow from events and outputs alone. */
final class RoutesStates {

    private final RoutesModel model;

    RoutesStates(RoutesModel model) {
        this.model = model;
    }

    /**
     * Checks the state of a network.
     *
     * @param withGrace whether copies that readers have left are in grace at first
     */
    void checkNetwork(PageSnapshot snapshot, Map<String, Long> gauges, boolean withGrace) {
        JsonNode state = page(snapshot, "state.json");
        JsonNode routes = state.path("routes");
        long used = 0;
        long missing = 0;
        long left = 0;
        long inGrace = 0;
        for (JsonNode each : state.path("workers")) {
            String id = each.path("worker").asText();
            RoutesModel.Worker worker = model.worker(id);
            JsonNode own = each.path("routes");
            SortedSet<Integer> usable = new TreeSet<>(model.reader.of(id));
            usable.retainAll(model.reader.visible);
            assertThat(own.path("routes").asInt()).as(id).isEqualTo(usable.size());
            used += usable.size();
            SortedSet<Integer> unconfirmed = new TreeSet<>(worker.assigned);
            unconfirmed.removeAll(worker.confirmed());
            assertThat(each.path("missing").asInt()).as(id).isEqualTo(unconfirmed.size());
            missing += unconfirmed.size();
            if (worker.confirmed == null || unconfirmed.isEmpty()) {
                assertThat(own.path("missingSince").isNull()).as(id).isTrue();
            } else {
                assertThat(own.path("missingSince").asLong())
                        .as(id)
                        .isEqualTo(unconfirmed.stream()
                                .mapToLong(number -> worker.since.getOrDefault(number, 0L))
                                .min()
                                .orElseThrow());
            }
            assertThat(own.path("inGrace").asInt() + own.path("left").asInt())
                    .as(id)
                    .isEqualTo(worker.left.size());
            left += worker.left.size();
            if (withGrace) {
                checkGrace(id, own, worker.left);
            }
            inGrace += own.path("inGrace").asLong();
        }
        assertThat(routes.path("view").asLong()).isEqualTo(model.reader.view);
        assertThat(routes.path("visible").asInt()).isEqualTo(model.reader.visible.size());
        assertThat(routes.path("routes").asLong()).isEqualTo(used);
        assertThat(routes.path("missing").asLong()).isEqualTo(missing);
        assertThat(routes.path("inGrace").asLong()).isEqualTo(inGrace);
        assertThat(routes.path("left").asLong()).isEqualTo(left - inGrace);
        assertThat(routes.path("waiting").asLong()).isEqualTo(gauges.get("waiting_routes"));
        assertThat(routes.path("inGrace").asLong()).isEqualTo(gauges.get("copies_in_grace"));
        assertThat(routes.path("swapCount").asLong()).isEqualTo(openSwaps());
        for (JsonNode swap : routes.path("swaps")) {
            // one that waits for nothing would have been completed
            assertThat(swap.path("waiting").asInt()).as("%s", swap).isPositive();
        }
    }

    private static void checkGrace(String id, JsonNode own, SortedMap<Integer, Long> left) {
        long[] running = left.values().stream()
                .filter(since -> since != Long.MIN_VALUE)
                .mapToLong(since -> since)
                .sorted()
                .toArray();
        assertThat(own.path("inGrace").asInt()).as(id).isEqualTo(running.length);
        if (running.length > 0) {
            assertThat(own.path("inGraceSince").asLong()).as(id).isEqualTo(running[0]);
        }
    }

    /** Returns the number of replacements some of whose old and new chunks are listed. */
    private long openSwaps() {
        return model.swaps.stream()
                .filter(swap -> swap.values().stream()
                        .allMatch(numbers -> numbers.stream().anyMatch(number -> model.listed.containsKey(number))))
                .count();
    }

    /** Checks the page of a chunk. */
    void checkChunk(PageSnapshot snapshot, String address, int number) {
        JsonNode routes = page(snapshot, "chunks/" + address + ".json").path("routes");
        assertThat(routes.path("visible").asBoolean()).isEqualTo(model.reader.visible.contains(number));
        for (JsonNode copy : routes.path("copies")) {
            String id = copy.path("worker").asText();
            RoutesModel.Worker worker = model.worker(id);
            boolean serves = model.reader.of(id).contains(number);
            String sentence = copy.path("sentence").asText();
            assertThat(copy.path("used").asBoolean())
                    .as(sentence)
                    .isEqualTo(serves && model.reader.visible.contains(number));
            assertThat(sentence.startsWith("has not confirmed it"))
                    .as(sentence)
                    .isEqualTo(!worker.confirmed().contains(number));
            assertThat(sentence.startsWith("was left by readers"))
                    .as(sentence)
                    .isEqualTo(worker.left.containsKey(number));
        }
        assertThat(routes.path("copies").size()).isEqualTo((int) model.workers.values().stream()
                .filter(worker -> worker.here && worker.assigned.contains(number))
                .count());
    }

    private static JsonNode page(PageSnapshot snapshot, String name) {
        try {
            return PlainJson.parse(PlainJson.page(snapshot.content(name)));
        } catch (NotPlainJson e) {
            throw new AssertionError(name, e);
        }
    }
}
