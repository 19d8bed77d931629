package dev.rota.chunks.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.chunks.CatalogEntry;
import dev.rota.chunks.Chunk;
import dev.rota.chunks.Epoch;
import dev.rota.chunks.EpochStatus;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.chunks.WorkerState;
import dev.rota.chunks.WorkerStatus;
import dev.rota.engine.NotThere;
import dev.rota.engine.PageSnapshot;
import dev.rota.serde.PlainJson;
import dev.rota.testing.Decider;
import dev.rota.testing.Moment;
import dev.rota.testing.TestLog;
import dev.rota.testing.TimedDecision;
import dev.rota.trials.Full;
import dev.rota.trials.Seeds;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the page of a worker with the records on Kafka. */
class WorkerPageTest {

    private static final int SEEDS = Seeds.of(8, 4);

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Reads the records as a worker does. */
    private static final class Reader {
        final SortedMap<Integer, NaiveChunk> everListed = new TreeMap<>();
        final NavigableSet<Integer> removed = new TreeSet<>();
        final SortedMap<String, WorkerState> statuses = new TreeMap<>();
        final List<WorkerAssignment> coming = new ArrayList<>();
        List<WorkerAssignment> inForce = List.of();

        void read(Object value) {
            if (value instanceof CatalogEntry entry) {
                int number = entry.getFirstNumber();
                for (Chunk chunk : entry.getChunks()) {
                    everListed.put(number, new NaiveChunk(entry.getDataset(), chunk.getId(), chunk.getSize(), number));
                    number++;
                }
                removed.addAll(entry.getRemoved());
            } else if (value instanceof WorkerStatus status) {
                statuses.put(status.getWorker(), status.getStatus());
            } else if (value instanceof WorkerAssignment assignment) {
                coming.add(assignment);
            } else if (value instanceof Epoch epoch) {
                if (epoch.getStatus() == EpochStatus.PUBLISHED) {
                    inForce = List.copyOf(coming);
                }
                coming.clear();
            }
        }

        void assertShown(JsonNode page, WorkerAssignment assignment) {
            List<NaiveChunk> held = ChunksLog.numbers(assignment).stream()
                    .map(number -> Objects.requireNonNull(everListed.get(number)))
                    .toList();
            assertThat(page.get("network").textValue()).isEqualTo(RandomHistory.NETWORK);
            assertThat(page.get("worker").textValue()).isEqualTo(assignment.getWorker());
            assertThat(page.get("epoch").longValue()).isEqualTo(assignment.getEpoch());
            assertThat(page.get("effectiveFrom").longValue()).isEqualTo(assignment.getEffectiveFrom());
            assertThat(page.get("chunkCount").intValue()).isEqualTo(assignment.getChunkCount());
            assertThat(page.get("bytes").longValue()).isEqualTo(assignment.getBytes());
            assertThat(page.get("status").textValue()).isEqualTo(String.valueOf(statuses.get(assignment.getWorker())));
            assertThat(page.get("digest").textValue())
                    .isEqualTo(HexFormat.of()
                            .formatHex(NaiveDigest.worker(NaiveWorkerId.hex(assignment.getWorker()), held)));
            List<NaiveChunk> shown = new ArrayList<>();
            page.get("chunks")
                    .forEach(chunk -> shown.add(new NaiveChunk(
                            chunk.get("dataset").textValue(),
                            chunk.get("id").textValue(),
                            chunk.get("size").longValue(),
                            chunk.get("number").intValue())));
            assertThat(shown)
                    .isEqualTo(held.stream()
                            .filter(chunk -> !removed.contains(chunk.number()))
                            .toList());
            List<Integer> gone = new ArrayList<>();
            page.get("removed").forEach(number -> gone.add(number.intValue()));
            assertThat(gone)
                    .isEqualTo(held.stream()
                            .map(NaiveChunk::number)
                            .filter(removed::contains)
                            .toList());
        }
    }

    private static String page(String worker) {
        return "workers/" + worker + ".json";
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldShowWhatTheRecordsSay(Profile profile) throws Exception {
        int shown = 0;
        int withRemoved = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            // given
            TestLog log = TestLog.warm(new ChunksDomain());
            Decider<TimedDecision> scheduler = Deciders.scheduler(log);
            Reader reader = new Reader();
            SortedMap<String, String> tags = new TreeMap<>();
            for (Moment moment : RandomHistory.of(seed, profile)) {
                // when
                scheduler.take(moment).forEach(told -> reader.read(told.value()));
                // then
                for (WorkerAssignment assignment : reader.inForce) {
                    PageSnapshot snapshot = log.snapshot(RandomHistory.NETWORK);
                    String text = PlainJson.page(snapshot.content(page(assignment.getWorker())));
                    JsonNode page = JSON.readTree(text);
                    reader.assertShown(page, assignment);
                    shown++;
                    withRemoved += page.get("removed").size();
                    // and pages are equal if and only if their tags are
                    String tag = Objects.requireNonNull(snapshot.tag(page(assignment.getWorker())));
                    String before = tags.put(tag, text);
                    assertThat(before == null || before.equals(text)).isTrue();
                }
            }
            assertThat(tags.values()).doesNotHaveDuplicates();
        }
        assertThat(shown).isGreaterThan(SEEDS);
        assertThat(withRemoved).isPositive();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Full
    void shouldShowAnAssignmentOfParts(boolean cold) throws Exception {
        // given
        ChunksLog unit = ChunksLog.of(cold);
        unit.policy(policy -> policy.setRings(10));
        unit.ping("w", null, 1_000_000L);
        for (int from = 160_000; from > 0; from -= 20_000) {
            unit.listMany("a", from - 20_000, 20_000);
        }
        unit.epoch();

        // when
        JsonNode page = JSON.readTree(unit.log().page(ChunksLog.NETWORK, page("w")));

        // then
        assertThat(page.get("chunks")).hasSize(160_000);
        assertThat(page.get("chunkCount").intValue()).isEqualTo(160_000);
        assertThat(page.get("chunks").get(159_999).get("number").intValue()).isEqualTo(159_999);
    }

    @Test
    void shouldShowWhatWasTrueWhenTheSnapshotWasTaken() {
        // given chunks that were listed in order, and some that were not
        ChunksLog unit = ChunksLog.warm();
        unit.ping("w", null, 1_000_000L);
        unit.listMany("a", 10, 50);
        unit.epoch();
        unit.listMany("a", 0, 10);
        PageSnapshot snapshot = unit.log().snapshot(ChunksLog.NETWORK);
        String before = PlainJson.page(snapshot.content(page("w")));
        String tag = snapshot.tag(page("w"));

        // when
        unit.remove("a", 5, 20, 21);
        unit.listMany("a", 100, 50);
        unit.log().snapshot(ChunksLog.NETWORK);
        unit.remove("a", 22);
        unit.epoch();

        // then
        PageSnapshot after = unit.log().snapshot(ChunksLog.NETWORK);
        assertThat(PlainJson.page(snapshot.content(page("w")))).isEqualTo(before);
        assertThat(snapshot.tag(page("w"))).isEqualTo(tag);
        assertThat(PlainJson.page(after.content(page("w")))).isNotEqualTo(before);
        assertThat(after.tag(page("w"))).isNotEqualTo(tag);
    }

    @Test
    void shouldSayWhichWorkerHasNoAssignment() {
        // given a worker whose id has no known form, and one that takes no part
        ChunksLog unit = ChunksLog.warm();
        String hostile = "a\"b\\c/../.json?\u00FC";
        unit.ping(hostile, null, 1_000_000L);
        unit.ping("none", null, null);
        PageSnapshot none = unit.log().snapshot(ChunksLog.NETWORK);
        assertThatThrownBy(() -> PlainJson.page(none.content(page(hostile)))).isInstanceOf(NotThere.class);
        unit.epoch();

        // then
        PageSnapshot snapshot = unit.log().snapshot(ChunksLog.NETWORK);
        assertThat(PlainJson.page(snapshot.content(page(hostile)))).contains("\"chunkCount\":0");
        for (String unknown : List.of("none", "w\u0007", "", "../" + hostile)) {
            assertThatThrownBy(() -> PlainJson.page(snapshot.content(page(unknown))))
                    .isInstanceOf(NotThere.class)
                    .hasMessageStartingWith("expected a worker that the assignment in force of ")
                    .hasMessageNotContaining("\u0007");
            assertThatThrownBy(() -> snapshot.tag(page(unknown))).isInstanceOf(NotThere.class);
        }
        assertThatThrownBy(() -> PlainJson.page(snapshot.content("workers")))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
