package dev.rota.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.Chunk;
import dev.rota.chunks.ChunksListed;
import dev.rota.chunks.ChunksRemoved;
import dev.rota.chunks.ChunksTopics;
import dev.rota.chunks.EpochRequest;
import dev.rota.chunks.ListingEvent;
import dev.rota.chunks.PlacementPolicy;
import dev.rota.chunks.RoutesMode;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.chunks.WorkerEvent;
import dev.rota.chunks.WorkerFlagged;
import dev.rota.chunks.WorkerPing;
import dev.rota.chunks.scheduler.ChunksDomain;
import dev.rota.engine.Nullable;
import dev.rota.stream.Tenant;
import dev.rota.stream.TopicTail;
import dev.rota.trials.Await;
import dev.rota.trials.Full;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs the readers of {@code schemas/chunks/clients} unchanged against a scheduler. */
@Tag("broker")
@Tag("embedded")
@Full
class ChunkReadersTest extends ClientFixture {

    private static final String NETWORK = "net";
    private static final String DATASET = "set";
    private static final List<String> WORKERS = List.of("a", "b", "c");
    private static final int CHUNKS = 12;

    @ParameterizedTest
    @EnumSource
    void shouldKnowWhoServesAChunk(Language language) throws Exception {
        language.interpreter();
        try (Tenant tenant = cluster.tenant(new ChunksDomain())) {
            // given
            tenant.startReady();
            TopicTail assignments = tenant.tail("chunks.assignments");
            produce(
                    tenant,
                    ChunksTopics.POLICIES,
                    PlacementPolicy.newBuilder()
                            .setNetwork(NETWORK)
                            .setMinReplication(2)
                            .setSaturation(0.9)
                            .setRoutes(RoutesMode.CONFIRMED)
                            .build());
            for (String worker : WORKERS) {
                produce(tenant, ChunksTopics.WORKERS, ping(worker, null));
            }
            produce(
                    tenant,
                    ChunksTopics.LISTINGS,
                    listing(new ChunksListed(IntStream.range(0, CHUNKS)
                            .mapToObj(i -> new Chunk(id(i), 10L))
                            .toList())));
            produce(tenant, ChunksTopics.REQUESTS, new EpochRequest(NETWORK, false));
            ClientProcess reader = start(language, tenant, "chunks", "reader", NETWORK);
            List<WorkerAssignment> assigned =
                    tenant.values(WorkerAssignment.class, assignments.atLeast(WORKERS.size()));
            awaitAnswer(reader, 1, 0, "nobody");

            // when all but the last worker confirm
            produce(tenant, ChunksTopics.WORKERS, ping("a", 1L));
            produce(tenant, ChunksTopics.WORKERS, ping("b", 1L));

            // then
            int shared = IntStream.range(0, CHUNKS)
                    .filter(chunk -> holders(assigned, chunk).equals(new TreeSet<>(List.of("a", "b"))))
                    .findFirst()
                    .orElseThrow();
            int hidden = IntStream.range(0, CHUNKS)
                    .filter(chunk -> holders(assigned, chunk).contains("c"))
                    .findFirst()
                    .orElseThrow();
            awaitAnswer(reader, 3, shared, "a, b");
            awaitAnswer(reader, 3, hidden, "nobody");
            produce(tenant, ChunksTopics.WORKERS, ping("c", 1L));
            awaitAnswer(reader, 4, hidden, String.join(", ", holders(assigned, hidden)));
            produce(tenant, ChunksTopics.WORKERS, new WorkerEvent(NETWORK, "b", new WorkerFlagged(true, "")));
            awaitAnswer(reader, 4, shared, "a");
            produce(tenant, ChunksTopics.LISTINGS, listing(new ChunksRemoved(List.of(id(shared)))));
            awaitAnswer(reader, 5, shared, "nobody");
            reader.endInput();
            reader.awaitEnd();
            assertThat(tenant.rejections().toEnd()).isEmpty();
        }
    }

    /** Asks a reader for the workers of a chunk until it gives the answer. */
    private static void awaitAnswer(ClientProcess reader, long view, int chunk, String workers) {
        String answer = "view " + view + ": " + workers;
        long before = reader.output().lines().count();
        long[] asked = {before};
        Await.until(() -> answer + " for chunk " + chunk + ", but it says " + reader.output(), () -> {
            List<String> answers = reader.output().lines().toList();
            if (answers.size() < asked[0]) {
                return false;
            }
            if (answers.size() > before && answers.get(answers.size() - 1).equals(answer)) {
                return true;
            }
            ask(reader, chunk);
            asked[0]++;
            return false;
        });
    }

    private static void ask(ClientProcess reader, int chunk) {
        try {
            reader.write(String.valueOf(chunk));
        } catch (IOException e) {
            throw new UncheckedIOException(reader.output(), e);
        }
    }

    private static SortedSet<String> holders(List<WorkerAssignment> assigned, int chunk) {
        SortedSet<String> holders = new TreeSet<>();
        for (WorkerAssignment each : assigned) {
            int number = 0;
            for (int difference : each.getChunks()) {
                number += difference;
                if (number == chunk) {
                    holders.add(each.getWorker());
                }
            }
        }
        return holders;
    }

    private static void produce(Tenant tenant, String topic, SpecificRecord event) throws InterruptedException {
        tenant.produce(topic, NETWORK, event);
        // wait, so that events in different partitions keep their order
        tenant.awaitTaken(topic);
    }

    private static WorkerEvent ping(String worker, @Nullable Long confirmed) {
        return new WorkerEvent(NETWORK, worker, new WorkerPing("1.0.0", 90L, null, confirmed));
    }

    private static ListingEvent listing(SpecificRecord event) {
        return new ListingEvent(NETWORK, DATASET, event);
    }

    private static String id(int number) {
        return String.format("0000000000/%010d-%010d-hash", number, number);
    }
}
