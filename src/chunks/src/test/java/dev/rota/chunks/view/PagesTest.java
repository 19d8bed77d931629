package dev.rota.chunks.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.chunks.Chunk;
import dev.rota.chunks.ChunksListed;
import dev.rota.chunks.ChunksRemoved;
import dev.rota.chunks.DatasetPolicy;
import dev.rota.chunks.DatasetRemoved;
import dev.rota.chunks.EpochRequest;
import dev.rota.chunks.ListingEvent;
import dev.rota.chunks.PlacementPolicy;
import dev.rota.chunks.Segment;
import dev.rota.chunks.WorkerEvent;
import dev.rota.chunks.WorkerPing;
import dev.rota.chunks.epoch.Network;
import dev.rota.chunks.scheduler.ChunksDomain;
import dev.rota.chunks.scheduler.Deciders;
import dev.rota.chunks.scheduler.Profile;
import dev.rota.chunks.scheduler.RandomHistory;
import dev.rota.chunks.tables.ChunksTables;
import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import dev.rota.engine.PageSnapshot;
import dev.rota.engine.Table;
import dev.rota.engine.TableType;
import dev.rota.serde.PlainJson;
import dev.rota.testing.Moment;
import dev.rota.testing.TestLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads the pages of a network by their format alone. */
class PagesTest {

    private static final String HOSTILE = "a\"b\\c\\nd{}=,ü\uD83E\uDDF9 # EOF";

    private static final long NOW = 1_700_000_000_500L;

    private TestLog log = TestLog.warm(new ChunksDomain());
    private String network = "net";
    private long time = NOW;

    private void feed(SpecificRecord event) {
        log.take(new Moment(time, event));
    }

    private void list(String dataset, Chunk... chunks) {
        feed(new ListingEvent(network, dataset, new ChunksListed(List.of(chunks))));
    }

    private void ping(String worker, @Nullable String version, long stored) {
        feed(new WorkerEvent(network, worker, new WorkerPing(version, 1_000_000L, stored, null)));
    }

    private void policy(DatasetPolicy... datasets) {
        feed(PlacementPolicy.newBuilder()
                .setNetwork(network)
                .setDatasets(List.of(datasets))
                .setSaturation(0.01)
                .setMinVersion("1.0.0")
                .setRecommendedVersion("2.0.0-rc1")
                .setStaleBelowBytes(10)
                .build());
    }

    private static Chunk chunk(long first, long last, long size) {
        return new Chunk(id(first, last), size);
    }

    private static String id(long first, long last) {
        return String.format("%010d/%010d-%010d-abc", first, first, last);
    }

    private JsonNode status() throws JsonProcessingException {
        return new ObjectMapper().readTree(log.page(network, StatusPage.NAME));
    }

    private Map<String, Map<Map<String, String>, String>> metrics() {
        return OpenMetrics.read(Objects.requireNonNull(log.page(network, MetricsPage.NAME)));
    }

    private Map<Map<String, String>, String> metrics(String gauge) {
        return Objects.requireNonNull(metrics().get("scheduler_" + gauge));
    }

    /** Returns labels of this network, from names and values in turn. */
    private Map<String, String> labels(String... labels) {
        Map<String, String> all = new TreeMap<>(Map.of("network", network));
        for (int i = 0; i < labels.length; i += 2) {
            all.put(labels[i], labels[i + 1]);
        }
        return all;
    }

    /** Returns the labels of a dataset that is one segment. */
    private Map<String, String> dataset(String name) {
        return labels("dataset_segment", name, "dataset", name);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldCountBySegment(boolean cold) {
        // given segments from blocks 10 and 90, the second counted from the end, and chunks that are listed in no order
        log = cold ? TestLog.cold(new ChunksDomain()) : log;
        policy(
                new DatasetPolicy("a", List.of(new Segment(10L, 1, null), new Segment(-10L, 3, null))),
                new DatasetPolicy("b", List.of(new Segment(0L, 2, null))),
                new DatasetPolicy("c", List.of(new Segment(-10L, 2, null))));
        ping("x", "2.0.0", 10);
        list("a", chunk(90, 100, 5), chunk(0, 9, 1), chunk(10, 19, 2), chunk(89, 89, 3), chunk(91, 91, 6));
        list("b", chunk(0, 1, 10));
        list("c", chunk(0, 9, 20));
        list("d", chunk(7, 9, 30));

        // then
        assertThat(metrics("dataset_chunks"))
                .containsOnly(
                        Map.entry(labels("dataset_segment", "a[..10]", "dataset", "a"), "1"),
                        Map.entry(labels("dataset_segment", "a[10..]", "dataset", "a"), "2"),
                        Map.entry(labels("dataset_segment", "a[-10..]", "dataset", "a"), "2"),
                        Map.entry(dataset("b"), "1"),
                        Map.entry(labels("dataset_segment", "c[-10..]", "dataset", "c"), "1"),
                        Map.entry(dataset("d"), "1"));
        assertThat(metrics("dataset_size_bytes"))
                .containsEntry(labels("dataset_segment", "a[..10]", "dataset", "a"), "1")
                .containsEntry(labels("dataset_segment", "a[10..]", "dataset", "a"), "5")
                .containsEntry(labels("dataset_segment", "a[-10..]", "dataset", "a"), "11")
                .containsEntry(dataset("b"), "10");
        // and a factor has the label of its chunks
        feed(new EpochRequest(network, false));
        assertThat(metrics("dataset_chunks").keySet())
                .containsAll(metrics("replication_factor").keySet());
        assertThat(metrics("replication_factor")).containsKey(dataset("b"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldShowWhatAnEpochWasMadeBy(boolean cold) {
        // given 30,000 usable bytes, 21,000 of which are taken when each chunk is counted by its weight
        log = cold ? TestLog.cold(new ChunksDomain()) : log;
        policy(
                new DatasetPolicy("a", List.of(new Segment(0L, 1, null), new Segment(-10L, 3, null))),
                new DatasetPolicy("b", List.of()));
        ping("x", "2.0.0", 10);
        ping("y", "2.0.0", 10);
        ping("z", "2.0.0", 10);
        list("a", chunk(0, 89, 5_000), chunk(90, 100, 5_000));
        list("b", chunk(0, 1, 1_000));
        assertThat(metrics())
                .doesNotContainKeys("scheduler_weight_multiplier", "scheduler_assignment_timestamp_seconds");

        // when
        feed(new EpochRequest(network, false));

        // then
        assertThat(metrics("weight_multiplier"))
                .containsExactly(Map.entry(labels(), String.valueOf(30_000 / 21_000.0)));
        assertThat(metrics("assignment_timestamp_seconds")).containsExactly(Map.entry(labels(), "1700000000"));

        // and a refused epoch leaves them unchanged
        time += 60_000;
        list("b", chunk(2, 3, 1_000_000));
        feed(new EpochRequest(network, false));
        assertThat(metrics("weight_multiplier"))
                .containsExactly(Map.entry(labels(), String.valueOf(30_000 / 21_000.0)));
        assertThat(metrics("assignment_timestamp_seconds")).containsExactly(Map.entry(labels(), "1700000000"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldWarnOfAnAssignmentThatMakesAWorkerStale(boolean cold) {
        // given a policy that considers workers below ten bytes stale
        log = cold ? TestLog.cold(new ChunksDomain()) : log;
        policy();
        ping("x", "2.0.0", 10);
        list("a", chunk(0, 1, 9));
        feed(new EpochRequest(network, false));
        assertThat(metrics("failure")).containsEntry(labels("target", "min_assignment"), "1");

        // when
        list("a", chunk(2, 3, 1));
        feed(new EpochRequest(network, false));

        // then
        assertThat(metrics("failure")).containsEntry(labels("target", "min_assignment"), "0");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldShowANetworkThatHasDecidedNothing(boolean cold) throws Exception {
        // given
        log = cold ? TestLog.cold(new ChunksDomain()) : log;
        feed(new EpochRequest(network, false));

        // then
        assertThat(status()).isEqualTo(new ObjectMapper().readTree("""
                                {"config": {"supported_worker_versions": "*", "recommended_worker_versions": "*"},
                                 "workers": [], "datasets": [], "assignment_timestamp_sec": 0, "effective_from": 0}
                                """));
        assertThat(metrics("failure"))
                .containsExactly(
                        Map.entry(labels("target", "epoch"), "1"), Map.entry(labels("target", "min_assignment"), "0"));
        assertThat(metrics().keySet())
                .containsExactly(
                        "scheduler_dataset_chunks",
                        "scheduler_dataset_size_bytes",
                        "scheduler_replication_factor",
                        "scheduler_assigned_chunks",
                        "scheduler_assigned_size_bytes",
                        "scheduler_worker_status",
                        "scheduler_failure");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldShowStatuses(boolean cold) throws Exception {
        // given
        log = cold ? TestLog.cold(new ChunksDomain()) : log;
        policy();
        ping("b", "2.0.0", 10);
        ping("0x61", null, 10);
        ping("c", "1.0.0", 9);
        list("s3://b", chunk(5, 9, 100));
        list("s3://a", chunk(7, 2_000_000_000_000L, 1), chunk(5, 6, 1));

        // when
        feed(new EpochRequest(network, false));
        time += 60_000;
        feed(new WorkerEvent(network, "b", new WorkerPing("2.0.0", 1_000_000L, 10L, 1L)));

        // then
        assertThat(status()).isEqualTo(new ObjectMapper().readTree("""
                                        {"config": {"supported_worker_versions": ">=1.0.0",
                                                    "recommended_worker_versions": ">=2.0.0-rc1"},
                                         "workers": [{"peer_id": "0x61", "status": "unsupported_version", "version": null,
                                                      "assigned_chunks": 3, "confirmed_chunks": 0, "missing_chunks": 3, "confirmed_epoch": null},
                                                     {"peer_id": "b", "status": "online", "version": "2.0.0",
                                                      "assigned_chunks": 3, "confirmed_chunks": 3, "missing_chunks": 0, "confirmed_epoch": 1},
                                                     {"peer_id": "c", "status": "stale", "version": "1.0.0",
                                                      "assigned_chunks": 3, "confirmed_chunks": 0, "missing_chunks": 3, "confirmed_epoch": null}],
                                         "datasets": [{"id": "s3://a", "height": 2000000000000},
                                                      {"id": "s3://b", "height": 9}],
                                         "assignment_timestamp_sec": 1700000000,
                                         "effective_from": 1700000060}
                                        """));
        assertThat(metrics("worker_status"))
                .containsExactly(
                        Map.entry(labels("worker", "0x61", "status", "unsupported_version"), "1"),
                        Map.entry(labels("worker", "b", "status", "online"), "1"),
                        Map.entry(labels("worker", "c", "status", "stale"), "1"));
        assertThat(metrics("failure")).containsEntry(labels("target", "epoch"), "0");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldShowWhatIsAssigned(boolean cold) {
        // given room for three replicas of a heavy weight, and for one of the light one
        log = cold ? TestLog.cold(new ChunksDomain()) : log;
        policy(
                new DatasetPolicy("a", List.of(new Segment(0L, 1, null), new Segment(-10L, 3, null))),
                new DatasetPolicy("b", List.of()),
                new DatasetPolicy("nowhere", List.of()));
        ping("x", "2.0.0", 10);
        ping("y", "2.0.0", 10);
        ping("z", "2.0.0", 10);
        list("a", chunk(0, 89, 5_000), chunk(90, 100, 5_000));
        list("b", chunk(0, 1, 1_000));
        list("left-out", chunk(0, 1, 1_000));

        // when
        feed(new EpochRequest(network, false));

        // then
        assertThat(metrics("replication_factor"))
                .containsExactly(
                        Map.entry(labels("dataset_segment", "a[0..]", "dataset", "a"), "1"),
                        Map.entry(labels("dataset_segment", "a[-10..]", "dataset", "a"), "3"),
                        Map.entry(labels("dataset_segment", "b", "dataset", "b"), "1"));
        assertThat(metrics("assigned_chunks").keySet())
                .containsExactly(labels("worker", "x"), labels("worker", "y"), labels("worker", "z"));
        assertThat(metrics("assigned_chunks").values().stream().mapToInt(Integer::parseInt))
                .allMatch(count -> count > 0)
                .satisfies(counts ->
                        assertThat(counts.stream().mapToInt(i -> i).sum()).isEqualTo(5));
        assertThat(metrics("assigned_size_bytes").values().stream()
                        .mapToInt(Integer::parseInt)
                        .sum())
                .isEqualTo(3 * 5_000 + 5_000 + 1_000);

        // and a refused epoch leaves it in force, and a weight that no epoch has placed has no factor
        list("a", chunk(80, 90, 1_000_000));
        policy(new DatasetPolicy("a", List.of(new Segment(5L, 3, null), new Segment(7L, 9, null))));
        feed(new EpochRequest(network, false));
        assertThat(metrics("failure")).containsEntry(labels("target", "epoch"), "1");
        assertThat(metrics("replication_factor"))
                .containsExactly(Map.entry(labels("dataset_segment", "a[5..]", "dataset", "a"), "3"));
        assertThat(metrics("assigned_chunks").values().stream()
                        .mapToInt(Integer::parseInt)
                        .sum())
                .isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldSumAndForgetChunks(boolean cold) throws Exception {
        // given more bytes than a long can count
        log = cold ? TestLog.cold(new ChunksDomain()) : log;
        list("a", chunk(50, 60, 1L << 40), chunk(10, 20, 7), chunk(30, 40, 1_048_577));
        list("b", chunk(1, 2, 3));

        // when
        feed(new ListingEvent(network, "a", new ChunksRemoved(List.of(id(50, 60), id(10, 20)))));
        feed(new ListingEvent(network, "b", new DatasetRemoved()));
        list("c", chunk(1, 2, 0));

        // then
        assertThat(status().get("datasets"))
                .isEqualTo(new ObjectMapper()
                        .readTree("[{\"id\": \"a\", \"height\": 40}, {\"id\": \"c\", \"height\": 2}]"));
        assertThat(metrics("dataset_chunks"))
                .containsExactly(Map.entry(dataset("a"), "1"), Map.entry(dataset("c"), "1"));
        assertThat(metrics("dataset_size_bytes"))
                .containsExactly(Map.entry(dataset("a"), "1048577"), Map.entry(dataset("c"), "0"));
    }

    @Test
    void shouldEscapeAnyName() throws Exception {
        // given
        network = "n " + HOSTILE;
        ping("w " + HOSTILE, "v " + HOSTILE, 10);
        list("d " + HOSTILE, chunk(1, 2, 3));

        // when
        feed(new EpochRequest(network, false));

        // then
        assertThat(status().get("workers").get(0).get("peer_id").textValue()).isEqualTo("w " + HOSTILE);
        assertThat(status().get("workers").get(0).get("version").textValue()).isEqualTo("v " + HOSTILE);
        assertThat(status().get("datasets").get(0).get("id").textValue()).isEqualTo("d " + HOSTILE);
        assertThat(metrics("dataset_chunks")).containsExactly(Map.entry(dataset("d " + HOSTILE), "1"));
        assertThat(metrics("replication_factor"))
                .containsExactly(Map.entry(labels("dataset_segment", "d " + HOSTILE, "dataset", "d " + HOSTILE), "1"));
        assertThat(metrics("assigned_chunks")).containsExactly(Map.entry(labels("worker", "w " + HOSTILE), "1"));
    }

    /** The next decision uses the rows that a page has read into a cache. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldDecideAsIfNoPageHadBeenShown(boolean cold) {
        List<String> chains = new ArrayList<>();
        for (boolean shown : new boolean[] {true, false}) {
            log = cold ? TestLog.cold(new ChunksDomain()) : TestLog.warm(new ChunksDomain());
            for (Moment moment : RandomHistory.of(7, Profile.SCHEDULE)) {
                if (shown && log.knows(RandomHistory.NETWORK)) {
                    log.page(RandomHistory.NETWORK, StatusPage.NAME);
                    log.page(RandomHistory.NETWORK, MetricsPage.NAME);
                }
                Deciders.scheduler(log).take(moment);
            }
            chains.add(log.chain(RandomHistory.NETWORK));
        }
        assertThat(chains.get(0)).isEqualTo(chains.get(1));
    }

    /** An instance that shows a page before its first decision decides the same as any other. */
    @Test
    void shouldDecideAlikeAfterShowingAPageFirst() {
        // given
        log = TestLog.cold(new ChunksDomain());
        ping("x", "2.0.0", 10);
        list("a", chunk(1, 2, 3));
        log.page(network, MetricsPage.NAME);

        // when
        feed(new EpochRequest(network, false));
        log.page(network, MetricsPage.NAME);
        policy();

        // then
        assertThat(metrics("assigned_chunks")).containsExactly(Map.entry(labels("worker", "x"), "1"));
    }

    @Test
    void shouldReadAStatePartByPartAsItDoesAtOnce() {
        for (long seed = 0; seed < 20; seed++) {
            // given
            log = TestLog.warm(new ChunksDomain());
            RandomHistory.of(seed, Profile.SCHEDULE).forEach(Deciders.scheduler(log)::take);
            Network whole = new Network(log.tables(RandomHistory.NETWORK));
            Network parts = new Network(log.tables(RandomHistory.NETWORK));

            // when
            int reads = 1;
            while (!parts.readSome(1)) {
                reads++;
            }

            // then each row but the last of its table took a separate read
            assertThat(reads)
                    .isEqualTo(rows(ChunksTables.CHUNKS)
                            + rows(ChunksTables.ASSIGNMENTS)
                            + rows(ChunksTables.ASSIGNMENT_CHANGES)
                            + 1);
            NetworkPages one = NetworkPages.of(parts, "net", 0);
            NetworkPages other = NetworkPages.of(whole, "net", 0);
            assertThat(PlainJson.page(one.content(StatusPage.NAME)))
                    .isEqualTo(PlainJson.page(other.content(StatusPage.NAME)));
            assertThat(PlainJson.page(one.content(MetricsPage.NAME)))
                    .isEqualTo(PlainJson.page(other.content(MetricsPage.NAME)));
            assertThat(PlainJson.page(one.content(NetworkState.NAME)))
                    .isEqualTo(PlainJson.page(other.content(NetworkState.NAME)));
            assertThat(parts.published().all()).isEqualTo(whole.published().all());
        }
    }

    @Test
    void shouldReadTheRestAtOnceWhenAnEventIsDecided() {
        // given
        for (int i = 0; i < 200; i++) {
            list("a", chunk(i, i, 1));
        }
        Network parts = new Network(log.tables(network));

        // when
        assertThat(parts.readSome(1)).isFalse();

        // then
        assertThat(parts.catalog().count()).isEqualTo(200);
        assertThat(parts.readSome(1)).isTrue();
    }

    @Test
    void shouldRenderWhatWasTrueWhenTheSnapshotWasTaken() {
        // given
        policy();
        ping("x", "2.0.0", 10);
        list("a", chunk(1, 2, 3), chunk(5, 6, 7));
        feed(new EpochRequest(network, false));
        PageSnapshot snapshot = log.snapshot(network);
        String status = PlainJson.page(snapshot.content(StatusPage.NAME));
        String metrics = PlainJson.page(snapshot.content(MetricsPage.NAME));

        // when everything that it shows changes
        time += 60_000;
        feed(new ListingEvent(network, "a", new ChunksRemoved(List.of(id(5, 6)))));
        list("b", chunk(1, 2, 3));
        ping("x", "0.1.0", 10);
        ping("y", "2.0.0", 10);
        feed(new EpochRequest(network, false));
        feed(PlacementPolicy.newBuilder().setNetwork(network).build());

        // then
        assertThat(PlainJson.page(snapshot.content(StatusPage.NAME))).isEqualTo(status);
        assertThat(PlainJson.page(snapshot.content(MetricsPage.NAME))).isEqualTo(metrics);
        assertThat(log.page(network, StatusPage.NAME)).isNotEqualTo(status);
        assertThat(log.page(network, MetricsPage.NAME)).isNotEqualTo(metrics);
    }

    private int rows(TableType<?> type) {
        int rows = 0;
        try (Table.Cursor<?> cursor = log.table(type, RandomHistory.NETWORK).scan(Key.EMPTY)) {
            while (cursor.next() != null) {
                rows++;
            }
        }
        return rows;
    }

    @Test
    void shouldShowNothingOfAnotherNetwork() {
        feed(new EpochRequest("other", false));
        assertThat(log.page(network, StatusPage.NAME)).isNull();
    }
}
