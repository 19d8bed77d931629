package dev.rota.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.Chunk;
import dev.rota.chunks.ChunksListed;
import dev.rota.chunks.ChunksRemoved;
import dev.rota.chunks.ChunksTopics;
import dev.rota.chunks.EpochRequest;
import dev.rota.chunks.ListingEvent;
import dev.rota.chunks.PlacementPolicy;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.chunks.WorkerEvent;
import dev.rota.chunks.WorkerPing;
import dev.rota.chunks.WorkerState;
import dev.rota.chunks.WorkerStatus;
import dev.rota.chunks.scheduler.ChunksDomain;
import dev.rota.stream.Tenant;
import dev.rota.stream.TopicTail;
import dev.rota.trials.Await;
import dev.rota.trials.Full;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs the workers of {@code schemas/chunks/clients} unchanged against a scheduler. */
@Tag("broker")
@Tag("embedded")
@Full
class ChunkWorkersTest extends ClientFixture {

    private static final String NETWORK = "net";
    private static final String WORKER = "mine";

    /** There are two workers, neither with room for all chunks, so that the scheduler chooses what each stores. */
    @ParameterizedTest
    @EnumSource
    void shouldStoreWhatItsLastAssignmentSays(Language language) throws Exception {
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
                            .setEffectiveAfterMs(0)
                            .build());
            produce(
                    tenant,
                    ChunksTopics.WORKERS,
                    new WorkerEvent(NETWORK, "other", new WorkerPing("2.0.0", 60L, null, null)));
            produce(tenant, ChunksTopics.LISTINGS, listed(0, 10));
            ClientProcess worker = worker(language, tenant);
            awaitStatus(tenant, worker, WorkerState.ONLINE);

            // when
            awaitStored(worker, epoch(tenant, assignments, 1));
            produce(tenant, ChunksTopics.LISTINGS, new ListingEvent(NETWORK, "set", removed(0, 5)));
            produce(tenant, ChunksTopics.LISTINGS, listed(10, 13));
            awaitStored(worker, epoch(tenant, assignments, 2));
            worker.kill();
            addFields(tenant, ChunksTopics.WORKERS, WorkerEvent.getClassSchema());
            produce(tenant, ChunksTopics.LISTINGS, new ListingEvent(NETWORK, "set", removed(5, 9)));
            Set<Integer> last = epoch(tenant, assignments, 3);
            ClientProcess next = worker(language, tenant);

            // then
            awaitStored(next, last);
            next.end();
            assertThat(next.output()).contains("epoch 3: " + last.size() + " of " + last.size() + " chunks, OK");
            assertThat(tenant.rejections().toEnd()).isEmpty();
        }
    }

    private ClientProcess worker(Language language, Tenant tenant) throws Exception {
        return start(
                language,
                tenant,
                "chunks",
                "worker",
                NETWORK,
                WORKER,
                "60",
                "2.0.0",
                folder.resolve("stored").toString());
    }

    private static void produce(Tenant tenant, String topic, SpecificRecord event) throws InterruptedException {
        tenant.produce(topic, NETWORK, event);
        // wait, so that events in different partitions keep their order
        tenant.awaitTaken(topic);
    }

    private static ListingEvent listed(int from, int to) {
        List<Chunk> chunks = new ArrayList<>();
        for (int i = from; i < to; i++) {
            chunks.add(new Chunk(id(i), 10L));
        }
        return new ListingEvent(NETWORK, "set", new ChunksListed(chunks));
    }

    private static ChunksRemoved removed(int from, int to) {
        List<String> ids = new ArrayList<>();
        for (int i = from; i < to; i++) {
            ids.add(id(i));
        }
        return new ChunksRemoved(ids);
    }

    private static String id(int number) {
        return String.format(Locale.ROOT, "0000000000/%010d-%010d-%d", number * 10, number * 10 + 9, number);
    }

    /** Requests an epoch, and returns the chunk numbers that it assigns to the worker. */
    private static Set<Integer> epoch(Tenant tenant, TopicTail assignments, long epoch) throws Exception {
        produce(tenant, ChunksTopics.REQUESTS, new EpochRequest(NETWORK, false));
        List<WorkerAssignment> found = new ArrayList<>();
        Await.until("epoch " + epoch, () -> {
            found.clear();
            values(tenant, WorkerAssignment.class, assignments).stream()
                    .filter(each -> each.getEpoch() == epoch && each.getWorker().equals(WORKER))
                    .forEach(found::add);
            return !found.isEmpty();
        });
        Set<Integer> numbers = new TreeSet<>();
        int number = 0;
        for (int difference : found.get(0).getChunks()) {
            number += difference;
            numbers.add(number);
        }
        assertThat(numbers).hasSize(found.get(0).getChunkCount()).isNotEmpty();
        return numbers;
    }

    private static void awaitStatus(Tenant tenant, ClientProcess worker, WorkerState state) {
        TopicTail statuses = tenant.tail("chunks.worker-status");
        Await.until(
                () -> WORKER + " " + state + ", but it says " + worker.output(),
                () -> values(tenant, WorkerStatus.class, statuses).stream()
                        .anyMatch(each -> each.getWorker().equals(WORKER) && each.getStatus() == state));
    }

    private static <T extends SpecificRecord> List<T> values(Tenant tenant, Class<T> type, TopicTail tail) {
        try {
            return tenant.values(type, tail.toEnd());
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private void awaitStored(ClientProcess worker, Set<Integer> numbers) {
        Await.until(
                () -> numbers + " stored, but there are " + stored() + "; the worker says: " + worker.output(),
                () -> stored().equals(numbers));
    }

    private Set<Integer> stored() {
        try (Stream<Path> files = Files.list(folder.resolve("stored"))) {
            return files.map(file -> Integer.valueOf(file.getFileName().toString()))
                    .collect(Collectors.toCollection(TreeSet::new));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
