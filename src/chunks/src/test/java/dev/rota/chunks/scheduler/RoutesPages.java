package dev.rota.chunks.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.chunks.PlacementPolicy;
import dev.rota.engine.PageSnapshot;
import dev.rota.serde.PlainJson;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/** Compares documents of all routes with what a reader of the records knows. */
final class RoutesPages {

    static final String PAGE = "routes.json";

    private static final ObjectMapper JSON = new ObjectMapper();

    private final SortedMap<String, String> tags = new TreeMap<>();

    /** Checks the page of a snapshot, and that pages are equal if their tags are, and otherwise differ. */
    void check(PageSnapshot snapshot, RoutesReader reader, SortedSet<String> here, long size) {
        String text = PlainJson.page(snapshot.content(PAGE));
        assertShown(text, reader, here, size);
        String tag = Objects.requireNonNull(snapshot.tag(PAGE));
        assertThat(tags.getOrDefault(tag, text)).isEqualTo(text);
        tags.put(tag, text);
    }

    void assertEachHasItsTag() {
        assertThat(tags.values()).doesNotHaveDuplicates();
    }

    /** Checks a document; all chunks have the same size. */
    static void assertShown(String text, RoutesReader reader, SortedSet<String> here, long size) {
        JsonNode page;
        try {
            page = JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new AssertionError(text, e);
        }
        assertThat(page.get("network").textValue()).isEqualTo(ChunksLog.NETWORK);
        assertThat(page.get("view").longValue()).isEqualTo(reader.view);
        assertThat(numbers(page.get("shown"))).isEqualTo(List.copyOf(reader.visible));
        SortedMap<String, List<NaiveChunk>> routes = new TreeMap<>();
        List<String> workers = new ArrayList<>();
        for (JsonNode each : page.get("workers")) {
            String worker = each.get("worker").textValue();
            List<Integer> served = numbers(each.get("chunks"));
            assertThat(served).as(worker).isEqualTo(List.copyOf(reader.of(worker)));
            workers.add(worker);
            routes.put(
                    NaiveWorkerId.hex(worker),
                    served.stream()
                            .filter(number -> reader.visible.contains(number))
                            .map(number -> new NaiveChunk("", "", size, number))
                            .toList());
        }
        assertThat(workers)
                .isEqualTo(here.stream()
                        .sorted(Comparator.comparing((Function<String, String>) NaiveWorkerId::hex))
                        .toList());
        assertThat(page.get("digest").textValue())
                .isEqualTo(NaiveDigest.of(
                        routes, PlacementPolicy.newBuilder().setNetwork("").build()));
    }

    private static List<Integer> numbers(JsonNode deltas) {
        SortedSet<Integer> numbers = new TreeSet<>();
        int number = 0;
        for (JsonNode delta : deltas) {
            number += delta.intValue();
            numbers.add(number);
        }
        return List.copyOf(numbers);
    }
}
