package dev.rota.chunks.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.chunks.Chunk;
import dev.rota.chunks.ChunksListed;
import dev.rota.chunks.ChunksTopics;
import dev.rota.chunks.Epoch;
import dev.rota.chunks.EpochEvent;
import dev.rota.chunks.EpochRequest;
import dev.rota.chunks.EpochStatus;
import dev.rota.chunks.ListingEvent;
import dev.rota.chunks.PlacementPolicy;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.chunks.WorkerEvent;
import dev.rota.chunks.WorkerGone;
import dev.rota.chunks.WorkerPing;
import dev.rota.chunks.WorkerState;
import dev.rota.chunks.WorkerStatus;
import dev.rota.engine.Decision;
import dev.rota.engine.Nullable;
import dev.rota.engine.Subject;
import dev.rota.pages.TestFacts;
import dev.rota.pages.domain.chunks.ChunksPages;
import dev.rota.pages.domain.chunks.MemberView;
import dev.rota.pages.domain.chunks.NetworkView;
import dev.rota.serde.PlainJson;
import dev.rota.testing.Moment;
import dev.rota.testing.TestLog;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares a network's state in JSON and as a page with its outputs. */
class NetworkPageTest {
    private static final String NETWORK = RandomHistory.NETWORK;
    private static final int SEEDS = 3;
    private static final int BYTES_MAX = 190_000;

    private final ChunksDomain domain = new ChunksDomain();
    private final ChunksPages pages = new ChunksPages();

    /** Folds over the outputs in the simplest possible way. */
    private static final class Outputs {
        private @Nullable Epoch last;
        private @Nullable Epoch published;
        private long converged;
        private final TreeMap<String, WorkerStatus> workers = new TreeMap<>();
        /** The bytes of the published epoch's shares, by worker. */
        private final TreeMap<String, Long> bytes = new TreeMap<>();

        private final TreeMap<String, Long> assigned = new TreeMap<>();
        private long assignedEpoch;

        void take(Decision decision) {
            if (decision.value() instanceof Epoch epoch) {
                last = epoch;
                if (epoch.getStatus() == EpochStatus.PUBLISHED) {
                    published = epoch;
                }
            } else if (decision.value() instanceof EpochEvent event) {
                converged = event.getEpoch();
            } else if (decision.value() instanceof WorkerStatus status) {
                workers.put(status.getWorker(), status);
                if (status.getStatus() == WorkerState.GONE) {
                    workers.remove(status.getWorker());
                }
            } else if (decision.value() instanceof WorkerAssignment share) {
                if (share.getEpoch() != assignedEpoch) {
                    assigned.clear();
                    bytes.clear();
                    assignedEpoch = share.getEpoch();
                }
                assigned.put(share.getWorker(), (long) share.getChunkCount());
                bytes.put(share.getWorker(), share.getBytes());
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldShowWhatTheOutputsSay(Profile profile) throws Exception {
        for (long seed = 0; seed < SEEDS; seed++) {
            TestLog asked = TestLog.warm(domain);
            TestLog unasked = TestLog.warm(domain);
            Outputs outputs = new Outputs();
            List<Decision> all = new ArrayList<>();
            int moments = 0;
            for (Moment moment : RandomHistory.of(seed, profile)) {
                List<Decision> decided = feed(asked, moment);
                decided.forEach(outputs::take);
                all.addAll(decided);
                feed(unasked, moment);
                if (++moments % 15 == 0 && asked.knows(NETWORK)) {
                    // when
                    String text = PlainJson.page(asked.snapshot(NETWORK).content("state.json"));
                    // then
                    String where = profile + " seed " + seed + " moment " + moments;
                    assertThat(asked.head(NETWORK)).as(where).isEqualTo(unasked.head(NETWORK));
                    assertSame(PlainJson.parse(text), outputs, where);
                    assertDrawn(new TestFacts(domain, NETWORK, text, all, Map.of()), outputs, where);
                }
            }
        }
    }

    private static List<Decision> feed(TestLog log, Moment moment) {
        return log.take(moment);
    }

    private static void assertSame(JsonNode page, Outputs outputs, String where) {
        Epoch published = outputs.published;
        assertThat(page.path("published").asLong()).as(where).isEqualTo(published == null ? 0 : published.getEpoch());
        assertThat(page.path("converged").asLong()).as(where).isEqualTo(outputs.converged);
        assertThat(page.path("refused").asBoolean())
                .as(where)
                .isEqualTo(outputs.last != null && outputs.last.getStatus() != EpochStatus.PUBLISHED);
        if (published != null) {
            assertThat(page.path("bytesAssigned").asLong()).as(where).isEqualTo(published.getBytesAssigned());
            assertThat(page.path("unplaced").asLong()).as(where).isEqualTo(published.getUnplaced());
            assertThat(page.path("replication"))
                    .as(where)
                    .hasSize(published.getReplication().size());
        }
        assertThat(page.path("workerCount").asInt()).as(where).isEqualTo(outputs.workers.size());
        int[] fill = new int[21];
        int withoutCapacity = 0;
        for (JsonNode worker : page.path("workers")) {
            String name = worker.path("worker").asText();
            WorkerStatus status = Objects.requireNonNull(outputs.workers.get(name), where);
            assertThat(worker.path("status").asText())
                    .as(where)
                    .isEqualTo(status.getStatus().name());
            assertThat(worker.path("bytes").asLong()).as(where).isEqualTo(outputs.bytes.getOrDefault(name, 0L));
            assertThat(worker.path("chunks").asLong()).as(where).isEqualTo(outputs.assigned.getOrDefault(name, 0L));
            if (worker.path("capacity").isNumber()) {
                BigDecimal share = new BigDecimal(worker.path("bytes").asLong());
                BigDecimal room = new BigDecimal(worker.path("capacity").asLong());
                int step = share.compareTo(room) >= 0
                        ? 20
                        : share.multiply(BigDecimal.valueOf(20))
                                .divideToIntegralValue(room)
                                .intValue();
                fill[step]++;
            } else {
                withoutCapacity++;
            }
        }
        assertThat(page.path("withoutCapacity").asInt()).as(where).isEqualTo(withoutCapacity);
        for (int i = 0; i < fill.length; i++) {
            assertThat(page.path("fill").path(i).asInt())
                    .as("%s step %s", where, i)
                    .isEqualTo(fill[i]);
        }
    }

    private void assertDrawn(TestFacts facts, Outputs outputs, String where) {
        NetworkView view = (NetworkView) pages.unit(facts).view();
        assertThat(view.workers().lines()).as(where).hasSize(outputs.workers.size());
        if (outputs.last != null) {
            NetworkView.EpochLine line = view.epochs().get(0);
            assertThat(line.epoch().text()).as(where).isEqualTo("" + outputs.last.getEpoch());
            assertThat(line.isTrouble())
                    .as(where)
                    .isEqualTo(outputs.last.getStatus() != EpochStatus.PUBLISHED
                            || !outputs.last.getUnplaceable().isEmpty());
            MemberView epoch = (MemberView) Objects.requireNonNull(
                            pages.subject(facts, new Subject("epoch", "" + outputs.last.getEpoch())))
                    .view();
            assertThat(epoch.epochs()).as(where).containsExactly(line);
            if (outputs.assignedEpoch == outputs.last.getEpoch()) {
                assertThat(epoch.shares()).as(where).hasSize(Math.min(30, outputs.assigned.size()));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 10, 3_000})
    void shouldStaySmall(int workers) throws Exception {
        // given
        TestLog log = TestLog.warm(domain);
        List<Decision> all = new ArrayList<>();
        all.addAll(log.feed(
                ChunksTopics.POLICIES,
                PlacementPolicy.newBuilder().setNetwork("net").setRings(10).build()));
        for (int i = 0; i < workers; i++) {
            all.addAll(log.feed(
                    ChunksTopics.WORKERS,
                    new WorkerEvent("net", "worker-" + i, new WorkerPing("1.0.0", 400L, null, null))));
        }
        for (int dataset = 0; dataset < Math.min(workers, 300); dataset++) {
            List<Chunk> chunks = IntStream.range(0, 5)
                    .mapToObj(i -> new Chunk(String.format(Locale.ROOT, "0000000000/%010d-%010d-a", i, i), 10L))
                    .toList();
            all.addAll(log.feed(
                    ChunksTopics.LISTINGS, new ListingEvent("net", "s3://data-" + dataset, new ChunksListed(chunks))));
        }
        all.addAll(log.feed(ChunksTopics.REQUESTS, new EpochRequest("net", false)));
        String live = PlainJson.page(log.snapshot("net").content("state.json"));
        for (@Nullable String state : new String[] {live, null}) {
            TestFacts facts = new TestFacts(domain, "net", state, all, Map.of());
            // when, then
            assertThat(TestFacts.html(pages.unit(facts))).hasSizeLessThan(BYTES_MAX);
            for (Subject subject : List.of(
                    new Subject("epoch", "1"),
                    new Subject("worker", "worker-1"),
                    new Subject("dataset", "s3://data-1"))) {
                assertThat(TestFacts.html(Objects.requireNonNull(pages.subject(facts, subject))))
                        .hasSizeLessThan(BYTES_MAX);
            }
        }
        assertThat(PlainJson.parse(live).path("workers")).hasSize(Math.min(2_000, workers));
        assertThat(PlainJson.parse(live).path("workerCount").asInt()).isEqualTo(workers);
    }

    /** An epoch moves chunks from one worker to another. */
    @Test
    void shouldShowWhatWorkersGainAndLose() throws Exception {
        // given
        TestLog log = TestLog.warm(domain);
        List<Decision> all = new ArrayList<>();
        all.addAll(log.feed(
                ChunksTopics.LISTINGS,
                new ListingEvent(
                        "net",
                        "data",
                        new ChunksListed(List.of(new Chunk("0000000000/0000000000-0000000009-a", 50L))))));
        all.addAll(log.feed(
                ChunksTopics.WORKERS, new WorkerEvent("net", "first", new WorkerPing("1.0.0", 100L, null, null))));
        all.addAll(log.feed(ChunksTopics.REQUESTS, new EpochRequest("net", false)));
        all.addAll(log.feed(ChunksTopics.WORKERS, new WorkerEvent("net", "first", new WorkerGone())));
        all.addAll(log.feed(
                ChunksTopics.WORKERS, new WorkerEvent("net", "second", new WorkerPing("1.0.0", 100L, null, null))));
        all.addAll(log.feed(ChunksTopics.REQUESTS, new EpochRequest("net", false)));
        // when
        TestFacts facts =
                new TestFacts(domain, "net", PlainJson.page(log.snapshot("net").content("state.json")), all, Map.of());
        MemberView second = (MemberView) Objects.requireNonNull(pages.subject(facts, new Subject("worker", "second")))
                .view();
        // then
        assertThat(second.workers()).hasSize(1);
        assertThat(second.workers().get(0).percent()).isEqualTo("50.0 %");
        assertThat(second.shares()).extracting(MemberView.Share::bytes).containsExactly("50 B");
    }
}
