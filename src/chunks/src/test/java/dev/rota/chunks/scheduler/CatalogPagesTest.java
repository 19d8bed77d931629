package dev.rota.chunks.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.chunks.CatalogEntry;
import dev.rota.chunks.Chunk;
import dev.rota.chunks.Epoch;
import dev.rota.chunks.EpochStatus;
import dev.rota.chunks.PlacementPolicy;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.chunks.tables.ChunksTables;
import dev.rota.engine.Key;
import dev.rota.engine.NotThere;
import dev.rota.engine.PageSnapshot;
import dev.rota.serde.PlainJson;
import dev.rota.testing.Decider;
import dev.rota.testing.Moment;
import dev.rota.testing.TestLog;
import dev.rota.testing.TimedDecision;
import dev.rota.trials.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares the pages of chunks, datasets and the policy with a fold over the outputs. */
class CatalogPagesTest {

    private static final String NETWORK = RandomHistory.NETWORK;
    private static final int SEEDS = Seeds.of(6, 2);

    /** Folds over the outputs in the simplest possible way. */
    private static final class Fold {
        final NavigableMap<Integer, NaiveChunk> listed = new TreeMap<>();
        final NavigableMap<Integer, NaiveChunk> everListed = new TreeMap<>();
        final List<WorkerAssignment> coming = new ArrayList<>();
        List<WorkerAssignment> inForce = List.of();

        void take(Object value) {
            if (value instanceof CatalogEntry entry) {
                int number = entry.getFirstNumber();
                for (Chunk chunk : entry.getChunks()) {
                    listed.put(number, new NaiveChunk(entry.getDataset(), chunk.getId(), chunk.getSize(), number));
                    number++;
                }
                entry.getRemoved().forEach(listed::remove);
                everListed.putAll(listed);
            } else if (value instanceof WorkerAssignment assignment) {
                coming.add(assignment);
            } else if (value instanceof Epoch epoch) {
                if (epoch.getStatus() == EpochStatus.PUBLISHED) {
                    inForce = List.copyOf(coming);
                }
                coming.clear();
            }
        }

        NavigableSet<String> holders(int number) {
            NavigableSet<String> holders = new TreeSet<>();
            for (WorkerAssignment share : inForce) {
                if (ChunksLog.numbers(share).contains(number)) {
                    holders.add(share.getWorker());
                }
            }
            return holders;
        }
    }

    private int held;
    private int listed;
    private int datasets;

    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldShowWhatTheOutputsSay(Profile profile) throws Exception {
        for (long seed = 0; seed < SEEDS; seed++) {
            TestLog log = TestLog.warm(new ChunksDomain());
            Decider<TimedDecision> scheduler = Deciders.scheduler(log);
            Fold fold = new Fold();
            int moments = 0;
            for (Moment moment : RandomHistory.of(seed, profile)) {
                // when
                scheduler.take(moment).forEach(told -> fold.take(told.value()));
                // then
                if (++moments % 25 == 0 && log.knows(NETWORK)) {
                    PageSnapshot snapshot = log.snapshot(NETWORK);
                    assertChunks(snapshot, fold);
                    assertDatasets(snapshot, fold);
                    assertPolicy(snapshot, log);
                }
            }
        }
        assertThat(held).isPositive();
        assertThat(listed).isPositive();
        assertThat(datasets).isPositive();
    }

    private void assertChunks(PageSnapshot snapshot, Fold fold) throws Exception {
        for (NaiveChunk chunk : fold.everListed.values()) {
            String address = chunk.dataset() + "/" + chunk.id();
            boolean isListed = fold.listed.values().stream()
                    .anyMatch(each ->
                            each.dataset().equals(chunk.dataset()) && each.id().equals(chunk.id()));
            if (!isListed) {
                assertThatThrownBy(() -> PlainJson.page(snapshot.content("chunks/" + address + ".json")))
                        .isInstanceOf(NotThere.class);
            } else if (fold.listed.containsKey(chunk.number())) {
                JsonNode page = page(snapshot, "chunks/" + address + ".json");
                NavigableSet<String> holders = new TreeSet<>();
                page.path("holders").forEach(holder -> holders.add(holder.asText()));
                assertThat(page.path("number").asInt()).isEqualTo(chunk.number());
                assertThat(page.path("size").asLong()).isEqualTo(chunk.size());
                assertThat(holders).as(address).isEqualTo(fold.holders(chunk.number()));
                assertThat(page.path("state").asText()).isEqualTo(holders.isEmpty() ? "LISTED" : "ASSIGNED");
                held += holders.size();
            }
        }
        assertThatThrownBy(() -> PlainJson.page(snapshot.content("chunks/what.json")))
                .isInstanceOf(NotThere.class);
    }

    private void assertDatasets(PageSnapshot snapshot, Fold fold) throws Exception {
        NavigableMap<String, NavigableMap<String, NaiveChunk>> byDataset = new TreeMap<>();
        fold.listed
                .values()
                .forEach(chunk -> byDataset
                        .computeIfAbsent(chunk.dataset(), name -> new TreeMap<>())
                        .put(chunk.id(), chunk));
        for (String dataset : byDataset.keySet()) {
            NavigableMap<String, NaiveChunk> chunks = byDataset.getOrDefault(dataset, new TreeMap<>());
            NavigableMap<String, Long> holders = new TreeMap<>();
            chunks.values()
                    .forEach(chunk ->
                            fold.holders(chunk.number()).forEach(worker -> holders.merge(worker, 1L, Long::sum)));
            JsonNode page = page(snapshot, "datasets/" + dataset + ".json");
            NavigableMap<String, Long> told = new TreeMap<>();
            page.path("holders")
                    .forEach(holder -> told.put(
                            holder.path("worker").asText(),
                            holder.path("chunks").asLong()));
            long inSegments = 0;
            for (JsonNode segment : page.path("segments")) {
                inSegments += segment.path("chunks").asLong();
            }
            assertThat(page.path("chunks").asInt()).isEqualTo(chunks.size());
            assertThat(inSegments).isEqualTo(chunks.size());
            assertThat(page.path("bytes").asLong())
                    .isEqualTo(
                            chunks.values().stream().mapToLong(NaiveChunk::size).sum());
            assertThat(told).isEqualTo(holders);
            assertThat(page.path("replicas").asLong())
                    .isEqualTo(
                            holders.values().stream().mapToLong(Long::longValue).sum());
            assertThat(listing(snapshot, dataset)).containsExactlyElementsOf(chunks.keySet());
            datasets++;
        }
    }

    /** Reads all chunks of a dataset, page by page. */
    private List<String> listing(PageSnapshot snapshot, String dataset) throws Exception {
        List<String> ids = new ArrayList<>();
        String from = dataset;
        boolean more = true;
        while (more) {
            JsonNode page = page(snapshot, "listing/" + from + ".json");
            assertThat(page.path("dataset").asText()).isEqualTo(dataset);
            for (JsonNode chunk : page.path("chunks")) {
                if (ids.isEmpty()
                        || !ids.get(ids.size() - 1).equals(chunk.path("id").asText())) {
                    ids.add(chunk.path("id").asText());
                }
            }
            more = page.path("more").asBoolean();
            from = dataset + "/" + (ids.isEmpty() ? "" : ids.get(ids.size() - 1));
            listed++;
        }
        return ids;
    }

    private static void assertPolicy(PageSnapshot snapshot, TestLog log) throws Exception {
        PlacementPolicy policy = log.tables(NETWORK).table(ChunksTables.POLICY).get(Key.EMPTY);
        if (policy != null) {
            assertThat(PlainJson.read(PlacementPolicy.class, page(snapshot, "policy.json")))
                    .isEqualTo(policy);
        }
    }

    private static JsonNode page(PageSnapshot snapshot, String name) throws Exception {
        return PlainJson.parse(PlainJson.page(snapshot.content(name)));
    }
}
