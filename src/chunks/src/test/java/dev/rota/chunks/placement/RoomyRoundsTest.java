package dev.rota.chunks.placement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.DatasetPolicy;
import dev.rota.chunks.PlacementPolicy;
import dev.rota.chunks.Segment;
import dev.rota.chunks.WorkerState;
import dev.rota.chunks.catalog.Catalog;
import dev.rota.chunks.catalog.ChunkId;
import dev.rota.chunks.policy.Policy;
import dev.rota.chunks.scheduler.ChunksDomain;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.engine.machine.ParallelThreads;
import dev.rota.trials.Seeded;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Chunks that are placed in parallel get the same workers as chunks that are placed one after the other, which is how a
 * watched chunk is placed.
 */
class RoomyRoundsTest {

    static {
        // Avro trusts a domain's records once the class of the domain has been used
        new ChunksDomain();
    }

    private static final int NETWORKS = 400;

    /** The size of a chunk. A worker has room for one of them, and the sum of all overflows even an unsigned long. */
    private static final long HUGE = Long.MAX_VALUE / 9 * 5;

    private static final int HUGE_CHUNKS = 4;

    @AutoClose
    private static final ParallelThreads THREADS = new ParallelThreads(3);

    @Seeded(50)
    void shouldPlaceAsOneAfterTheOther(long seed) {
        // given
        Random random = new Random(seed);
        int complete = 0;
        int incomplete = 0;
        int refused = 0;

        for (int i = 0; i < NETWORKS; i++) {
            Policy policy = Policy.of(policy(random));
            EpochChunks load = new EpochChunks(catalog(random), policy.rules(), 1);
            List<NetworkWorker> workers = workers(random, load.size);

            // when
            Pass parallel = new Pass(load, workers, policy);
            String obstacle = parallel.run(new Pass.Memory(), THREADS);
            Pass watched = new Pass(load, workers, policy);
            watched.watch(0, (replica, slot, objection, room) -> {});

            // then
            assertThat(watched.run(new Pass.Memory(), Parallel.SEQUENTIAL))
                    .as("seed %s, network %s", seed, i)
                    .isEqualTo(obstacle);
            if (obstacle == null) {
                char[] holders = parallel.placement().holders();
                assertThat(holders)
                        .as("seed %s, network %s", seed, i)
                        .isEqualTo(watched.placement().holders());
                boolean isComplete = new String(holders).chars().noneMatch(slot -> slot == ReplicaPlacement.NO_WORKER);
                complete += isComplete ? 1 : 0;
                incomplete += isComplete ? 0 : 1;
            } else {
                refused++;
            }
        }
        assertThat(List.of(complete, incomplete, refused)).allMatch(networks -> networks > NETWORKS / 20);
    }

    @Test
    void shouldStopWhereAWorkerCouldBeFull() {
        // given
        Catalog catalog = new Catalog();
        for (int number = 0; number < 1_000; number++) {
            add(catalog, "one", number, 1);
        }
        Pass pass = prepared(catalog, 20, 200);
        assertThat(pass.factors()).containsEntry(1, 3);

        // when
        long[] room = new long[pass.rings().slots()];
        Arrays.fill(room, 135);
        RoomyRounds.Progress placed =
                new RoomyRounds(pass.placement(), 1, pass.most()).place(room, Parallel.SEQUENTIAL);

        // then
        assertThat(placed.replicas()).isEqualTo(2);
        assertThat(placed.chunk()).isBetween(1, 999);
        assertThat(Arrays.stream(room).sum()).isEqualTo(20 * 135 - 2 * 1_000 - placed.chunk());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void shouldPlaceNothingWhereSumsExceedALong(int part) {
        for (int first = part * 50; first < (part + 1) * 50; first++) {
            // given more huge chunks than workers, each of which has room for one
            Catalog catalog = new Catalog();
            for (int i = 0; i < 128; i++) {
                add(catalog, "one", first + i, i < HUGE_CHUNKS ? HUGE : 1);
            }
            Pass pass = prepared(catalog, HUGE_CHUNKS - 1, Long.MAX_VALUE);
            long[] room = new long[pass.rings().slots()];
            Arrays.fill(room, Long.MAX_VALUE);

            // when
            RoomyRounds.Progress placed =
                    new RoomyRounds(pass.placement(), 1, pass.most()).place(room, Parallel.SEQUENTIAL);

            // then
            assertThat(placed).as("first %s", first).isEqualTo(RoomyRounds.Progress.NOTHING);
            assertThat(room).containsOnly(Long.MAX_VALUE);
        }
    }

    private static Pass prepared(Catalog catalog, int count, long capacity) {
        Policy policy = Policy.of(builder().build());
        List<NetworkWorker> workers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            workers.add(worker(i, capacity, "1.0.0"));
        }
        Pass pass = new Pass(new EpochChunks(catalog, policy.rules(), 1), workers, policy);
        assertThat(pass.prepare(new Pass.Memory(), Parallel.SEQUENTIAL)).isNull();
        return pass;
    }

    private static Catalog catalog(Random random) {
        Catalog catalog = new Catalog();
        boolean isEqual = random.nextBoolean();
        int huge = random.nextInt(3) == 0 ? HUGE_CHUNKS : 0;
        int first = random.nextInt(1_000);
        int chunks = 1 + random.nextInt(300);
        for (int i = 0; i < chunks; i++) {
            String dataset = i < huge || random.nextBoolean() ? "one" : "other";
            add(catalog, dataset, first + i, i < huge ? HUGE : isEqual ? 1 : random.nextInt(30));
        }
        return catalog;
    }

    private static void add(Catalog catalog, String dataset, int number, long size) {
        String id = String.format(Locale.ROOT, "0000000000/%010d-%010d-%08x", number, number + 1, number);
        catalog.add(dataset, Objects.requireNonNull(ChunkId.of(id)), number, size);
    }

    /** Returns workers with enough room for one to six times all chunks. */
    private static List<NetworkWorker> workers(Random random, long[] sizes) {
        long bytes = Arrays.stream(sizes).reduce(0, WorkerShare::saturated);
        int count = 1 + random.nextInt(10);
        double times = 1 + 5 * random.nextDouble();
        List<NetworkWorker> workers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            double part = times / count * (0.7 + 0.6 * random.nextDouble());
            workers.add(worker(i, (long) Math.min(Long.MAX_VALUE, part * bytes), "1." + random.nextInt(3) + ".0"));
        }
        return workers;
    }

    private static NetworkWorker worker(int number, long capacity, String version) {
        NetworkWorker worker = new NetworkWorker(WorkerId.of(String.format(Locale.ROOT, "0x0022%068x", number)));
        worker.capacityBytes = capacity;
        worker.status = WorkerState.ONLINE;
        worker.version(version);
        return worker;
    }

    private static PlacementPolicy policy(Random random) {
        return builder()
                .setMinReplication(1 + random.nextInt(3))
                .setRings(1 + random.nextInt(5))
                .setSaturation(0.8 + random.nextDouble() / 5)
                .setDatasets(List.of(
                        dataset("one", 1, null),
                        dataset("other", 1 + random.nextInt(3), random.nextBoolean() ? "1.1.0" : null)))
                .build();
    }

    private static DatasetPolicy dataset(String name, int weight, @Nullable String version) {
        return new DatasetPolicy(name, List.of(new Segment(0L, weight, version)));
    }

    private static PlacementPolicy.Builder builder() {
        return PlacementPolicy.newBuilder()
                .setNetwork("network")
                .setSaturation(0.99)
                .setIgnoreReliability(true);
    }
}
