package dev.rota.http;

import static dev.rota.http.DomainWithPages.figure;
import static dev.rota.http.DomainWithPages.figures;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.chunks.CatalogEntry;
import dev.rota.chunks.Chunk;
import dev.rota.chunks.ChunksListed;
import dev.rota.chunks.ChunksRemoved;
import dev.rota.chunks.ChunksTopics;
import dev.rota.chunks.DatasetPolicy;
import dev.rota.chunks.Epoch;
import dev.rota.chunks.EpochRequest;
import dev.rota.chunks.ListingEvent;
import dev.rota.chunks.PlacementPolicy;
import dev.rota.chunks.Segment;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.chunks.WorkerEvent;
import dev.rota.chunks.WorkerGone;
import dev.rota.chunks.WorkerPing;
import dev.rota.chunks.scheduler.ChunksDomain;
import dev.rota.engine.Nullable;
import dev.rota.engine.Output;
import dev.rota.trials.Full;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares each figure on a network's pages over HTTP with a fold over the consumed outputs. */
@Tag("broker")
@Full
class ChunksPagesTest {

    private static final String NETWORK = "net";
    private static final String ETH = "s3://eth";
    private static final String BTC = "s3://btc/main";
    private static final int CAPACITY = 160;

    /** A fold over the outputs: the listed chunks, and the assignments in force. */
    private record Fold(
            Map<Integer, String> chunks, Map<Integer, Long> sizes, List<Epoch> epochs, List<WorkerAssignment> inForce) {

        static Fold of(DomainWithPages domain) throws Exception {
            Map<Integer, String> chunks = new TreeMap<>();
            Map<Integer, Long> sizes = new TreeMap<>();
            for (DomainWithPages.NumberedOutput<CatalogEntry> told : domain.outputs(ChunksTopics.CATALOG)) {
                int number = told.value().getFirstNumber();
                for (Chunk chunk : told.value().getChunks()) {
                    sizes.put(number, chunk.getSize());
                    chunks.put(number++, told.value().getDataset() + "/" + chunk.getId());
                }
                told.value().getRemoved().forEach(chunks::remove);
            }
            List<Epoch> epochs = new ArrayList<>();
            domain.outputs(ChunksTopics.EPOCHS).forEach(epoch -> epochs.add(0, epoch.value()));
            List<WorkerAssignment> inForce = new ArrayList<>();
            domain.outputs(ChunksTopics.ASSIGNMENTS).forEach(share -> inForce.add(share.value()));
            inForce.removeIf(share -> share.getEpoch() != epochs.get(0).getEpoch());
            return new Fold(chunks, sizes, epochs, inForce);
        }

        List<String> holders(int number) {
            return inForce.stream()
                    .filter(share -> numbers(share).contains(number))
                    .map(WorkerAssignment::getWorker)
                    .sorted()
                    .toList();
        }

        private static List<Integer> numbers(WorkerAssignment share) {
            List<Integer> numbers = new ArrayList<>();
            for (int delta : share.getChunks()) {
                numbers.add(delta + (numbers.isEmpty() ? 0 : numbers.get(numbers.size() - 1)));
            }
            return numbers;
        }

        long bytes(String dataset) {
            return chunks.entrySet().stream()
                    .filter(chunk -> chunk.getValue().startsWith(dataset))
                    .mapToLong(chunk -> sizes.getOrDefault(chunk.getKey(), 0L))
                    .sum();
        }
    }

    @Test
    void shouldShowTheFiguresOfTheOutputs() throws Exception {
        try (DomainWithPages domain = new DomainWithPages(new ChunksDomain())) {
            // given a dataset in two segments, one without a policy, and two epochs, between which a worker left
            domain.feed(
                    ChunksTopics.POLICIES,
                    NETWORK,
                    PlacementPolicy.newBuilder()
                            .setNetwork(NETWORK)
                            .setRings(7)
                            .setSaturation(0.5)
                            .setDatasets(List.of(
                                    new DatasetPolicy(
                                            ETH, List.of(new Segment(20L, 1, null), new Segment(50L, 2, null))),
                                    new DatasetPolicy(BTC, List.of())))
                            .build());
            list(domain, ETH, 0, 10);
            list(domain, BTC, 0, 3);
            for (int i = 0; i < 5; i++) {
                ping(domain, "w/" + i, null);
            }
            domain.feed(ChunksTopics.REQUESTS, NETWORK, new EpochRequest(NETWORK, false));
            domain.feed(
                    ChunksTopics.LISTINGS, NETWORK, new ListingEvent(NETWORK, ETH, new ChunksRemoved(List.of(id(30)))));
            domain.feed(ChunksTopics.WORKERS, "w/4", new WorkerEvent(NETWORK, "w/4", new WorkerGone()));
            domain.feed(ChunksTopics.REQUESTS, NETWORK, new EpochRequest(NETWORK, false));
            ping(domain, "w/0", 2L);

            // when
            Fold fold = Fold.of(domain);
            long last = 0;
            for (Output<?> output : new ChunksDomain().decisions()) {
                for (DomainWithPages.NumberedOutput<?> told : domain.outputs(output)) {
                    last = Math.max(last, told.seq());
                }
            }
            domain.awaitShown(NETWORK, last);

            // then
            assertNetwork(domain.page("/state", "unit", NETWORK), fold);
            assertWorkers(domain, fold);
            assertDatasets(domain, fold);
            assertChunks(domain, fold);
        }
    }

    private static void assertNetwork(Document page, Fold fold) {
        assertThat(figure(page, "epoch")).isEqualTo("2");
        assertThat(figure(page, "workers")).isEqualTo("4");
        assertThat(figure(page, "online")).isEqualTo("4");
        assertThat(page.select(".why [data-figure=chunks]").text())
                .isEqualTo(String.valueOf(fold.chunks().size()));
        assertThat(page.select(".why [data-figure=bytes]").text().replace(" B", ""))
                .isEqualTo(String.valueOf(fold.bytes("")));
        long assigned =
                fold.inForce().stream().mapToLong(WorkerAssignment::getBytes).sum();
        assertThat(assigned).isEqualTo(fold.epochs().get(0).getBytesAssigned()).isPositive();
        assertThat(page.select(".why [data-figure=percent]").text())
                .isEqualTo(Math.round(assigned * 100.0 / (4 * CAPACITY)) + " %");
        for (Epoch epoch : fold.epochs()) {
            String line = "tr[data-epoch=" + epoch.getEpoch() + "] ";
            assertThat(page.select(line + "[data-figure=replicas]").text())
                    .isEqualTo(String.valueOf(epoch.getReplicas()));
            assertThat(page.select(line + "[data-figure=added]").text())
                    .isEqualTo(String.valueOf(epoch.getReplicasAdded()));
            assertThat(page.select(line + "[data-figure=removed]").text())
                    .isEqualTo(String.valueOf(epoch.getReplicasRemoved()));
        }
        assertThat(figures(page, "status")).hasSize(2 + 4);
        int[] fill = new int[21];
        fold.inForce().forEach(share -> fill[(int) (share.getBytes() * 20 / CAPACITY)]++);
        List<String> steps = new ArrayList<>();
        for (int count : fill) {
            steps.add(String.valueOf(count));
        }
        assertThat(figures(page, "fill")).isEqualTo(steps);
        for (WorkerAssignment share : fold.inForce()) {
            String line = "tr[data-worker=" + share.getWorker() + "] ";
            assertThat(page.select(line + "[data-figure=chunks]").text())
                    .isEqualTo(String.valueOf(share.getChunkCount()));
            assertThat(page.select(line + "[data-figure=bytes]").text()).isEqualTo(share.getBytes() + " B");
        }
    }

    private static void assertWorkers(DomainWithPages domain, Fold fold) throws Exception {
        for (WorkerAssignment share : fold.inForce()) {
            Document page = domain.subject(NETWORK, "worker", share.getWorker());
            assertThat(page.select("tr[data-epoch=2] [data-figure=chunks]").text())
                    .isEqualTo(String.valueOf(share.getChunkCount()));
            assertThat(page.select(".why").text()).contains("has " + share.getChunkCount() + " chunks");
            String address = page.select("a[href^=/chunks/]").attr("href");
            JsonNode stored = new ObjectMapper().readTree(domain.get(address));
            assertThat(stored.path("worker").asText()).isEqualTo(share.getWorker());
            assertThat(stored.path("chunkCount").asInt()).isEqualTo(share.getChunkCount());
        }
    }

    private static void assertDatasets(DomainWithPages domain, Fold fold) {
        Document eth = domain.subject(NETWORK, "dataset", ETH);
        Document btc = domain.subject(NETWORK, "dataset", BTC);
        assertThat(figures(eth, "segment-chunks")).containsExactly("2", "2", "5");
        assertThat(figures(eth, "weight")).containsExactly("not placed", "×1", "×2");
        assertThat(figures(btc, "segment-chunks")).containsExactly("3");
        assertThat(figures(btc, "segment-bytes")).containsExactly(fold.bytes(BTC) + " B");
        Map<String, Integer> held = new TreeMap<>();
        fold.chunks().forEach((number, chunk) -> {
            if (chunk.startsWith(ETH)) {
                fold.holders(number).forEach(worker -> held.merge(worker, 1, Integer::sum));
            }
        });
        assertThat(held).isNotEmpty();
        held.forEach((worker, count) -> assertThat(eth.select("tr[data-worker=" + worker + "] [data-figure=held]")
                        .text())
                .isEqualTo(String.valueOf(count)));
        assertThat(eth.select("tr[data-chunk]")).hasSize(9);
        assertThat(domain.subject(NETWORK, "dataset", ETH, "from", "0000000000/000000008")
                        .select("tr[data-chunk]")
                        .eachAttr("data-chunk"))
                .containsExactly(id(80), id(90));
    }

    private static void assertChunks(DomainWithPages domain, Fold fold) {
        fold.chunks().forEach((number, chunk) -> {
            Document page = domain.subject(NETWORK, "chunk", chunk);
            List<String> holders = fold.holders(number);
            assertThat(figures(page, "holder").stream().sorted().toList()).isEqualTo(holders);
            assertThat(figure(page, "replicas")).isEqualTo(String.valueOf(holders.size()));
            assertThat(figure(page, "number")).isEqualTo(String.valueOf(number));
            assertThat(page.select(".why").text())
                    .startsWith(holders.isEmpty() ? "LISTED as of " : "ASSIGNED as of ")
                    .endsWith(holders.isEmpty() ? "" : String.join(", ", figures(page, "holder")));
        });
        // and a prefix of an address finds the chunks that begin with it
        assertThat(domain.subject(NETWORK, "chunk", BTC + "/0000000000/00000000")
                        .select("tr[data-chunk] a")
                        .eachAttr("href"))
                .hasSize(3)
                .allMatch(address -> address.contains("id=" + URLEncoder.encode(BTC + "/0000000000/", UTF_8)));
        assertThat(domain.subject(NETWORK, "chunk", ETH + "/" + id(30)).text())
                .contains("cannot be read from live tables");
    }

    private static String id(int first) {
        return "0000000000/%010d-%010d-a\"b".formatted(first, first + 9);
    }

    private static void list(DomainWithPages domain, String dataset, int from, int count) throws InterruptedException {
        List<Chunk> chunks = new ArrayList<>();
        for (int i = from; i < from + count; i++) {
            chunks.add(new Chunk(id(10 * i), 11L + i));
        }
        domain.feed(ChunksTopics.LISTINGS, NETWORK, new ListingEvent(NETWORK, dataset, new ChunksListed(chunks)));
    }

    private static void ping(DomainWithPages domain, String worker, @Nullable Long confirmed)
            throws InterruptedException {
        domain.feed(
                ChunksTopics.WORKERS,
                worker,
                new WorkerEvent(NETWORK, worker, new WorkerPing("1.0.0", (long) CAPACITY, null, confirmed)));
    }
}
