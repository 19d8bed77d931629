package dev.rota.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.CatalogEntry;
import dev.rota.chunks.Chunk;
import dev.rota.chunks.ChunksListed;
import dev.rota.chunks.ChunksRemoved;
import dev.rota.chunks.ChunksReplaced;
import dev.rota.chunks.EpochRequest;
import dev.rota.chunks.ListingEvent;
import dev.rota.chunks.PlacementPolicy;
import dev.rota.chunks.RouteView;
import dev.rota.chunks.RoutesMode;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.chunks.WorkerDraining;
import dev.rota.chunks.WorkerEvent;
import dev.rota.chunks.WorkerPing;
import dev.rota.chunks.WorkerResumed;
import dev.rota.engine.log.OutputFormat;
import dev.rota.testing.Dice;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;

/**
 * A network with routes, in which workers delete whatever they may and readers with old views read: no read may meet a
 * missing chunk, except on a worker that has lost its disk, and of a chunk that was removed.
 */
final class ReadNetwork {

    private static final String NETWORK = "read";
    private static final String DATASET = "s3://one";
    private static final long CHUNK_BYTES = 10;
    private static final int CHUNKS = 400;
    private static final int WORKERS = 8;
    private static final long CAPACITY_BYTES = CHUNK_BYTES * CHUNKS * 2 / WORKERS * 2;
    private static final long GRACE_MS = 6_000;
    private static final int READS = 60;

    private final Dice dice = new Dice(7);
    private final long start = System.nanoTime();
    private final SortedMap<String, DiskWorker> workers = new TreeMap<>();
    private final LateReader present = new LateReader(0);
    private final List<LateReader> readers =
            List.of(present, new LateReader(GRACE_MS / 8), new LateReader(GRACE_MS / 3));
    private final SortedMap<String, Integer> numbers = new TreeMap<>();
    private final SortedSet<Integer> removed = new TreeSet<>();
    private final List<Swap> swaps = new ArrayList<>();

    /** Reads that met a missing chunk, by the number of the chunk. */
    private final SortedMap<Integer, String> misses = new TreeMap<>();

    private int nextBlock;
    private long reads;
    private long lostReads;
    private long nextEpochAt;
    private int changes;

    /** A replacement that was sent. */
    private record Swap(List<String> old, String fresh) {}

    private final Tenant tenant;
    private final TopicTail assignments;
    private final TopicTail catalog;
    private final TopicTail views;

    ReadNetwork(Tenant tenant) {
        this.tenant = tenant;
        this.assignments = tenant.tail("chunks.assignments");
        this.catalog = tenant.tail("chunks.catalog");
        this.views = tenant.tail("chunks.routes");
    }

    /** Returns whether all readers see the chunks that {@link #open} has listed. */
    boolean isVisible() {
        return readers.stream().allMatch(reader -> reader.routes.visible.size() == CHUNKS);
    }

    private long now() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    }

    private int number(String id) {
        return Objects.requireNonNull(numbers.get(id));
    }

    /** Returns whether workers have what is assigned to them, and readers see what is listed. */
    boolean isAtRest() {
        return workers.values().stream().allMatch(worker -> worker.isServedWhole(present.routes.of(worker.id)))
                && swaps.stream().allMatch(swap -> present.routes.visible.contains(number(swap.fresh)));
    }

    /** Reads some chunks as a reader would. */
    private void read(LateReader reader) {
        List<Integer> visible = List.copyOf(reader.routes.visible);
        for (int i = 0; i < READS && !visible.isEmpty(); i++) {
            int chunk = visible.get(dice.below(visible.size()));
            for (DiskWorker worker : workers.values()) {
                if (reader.routes.of(worker.id).contains(chunk) && !removed.contains(chunk)) {
                    reads++;
                    if (!worker.disk.contains(chunk)) {
                        miss(reader, worker, chunk);
                    }
                }
            }
        }
        for (Swap swap : swaps) {
            Integer fresh = numbers.get(swap.fresh);
            boolean isNew = fresh != null && reader.routes.visible.contains(fresh);
            for (String old : swap.old) {
                assertThat(reader.routes.visible.contains(number(old)))
                        .as("%s, which is replaced by %s", old, swap.fresh)
                        .isNotEqualTo(isNew);
            }
        }
    }

    private void miss(LateReader reader, DiskWorker worker, int chunk) {
        if (reader.routes.view() < worker.lossKnownFrom) {
            lostReads++;
        } else {
            misses.put(chunk, worker.id + " in view " + reader.routes.view() + " of " + present.routes.view());
        }
    }

    /** Lets readers, workers and time go on. */
    void turn() throws Exception {
        for (CatalogEntry entry : more(CatalogEntry.class, catalog)) {
            for (int i = 0; i < entry.getChunks().size(); i++) {
                numbers.put(entry.getChunks().get(i).getId(), entry.getFirstNumber() + i);
            }
            removed.addAll(entry.getRemoved());
        }
        for (RouteView view : more(RouteView.class, views)) {
            readers.forEach(reader -> reader.take(view, now()));
            view.getChanges().stream().filter(change -> change.getCleared()).forEach(change -> {
                Objects.requireNonNull(workers.get(change.getWorker())).lossKnownFrom = view.getView();
            });
        }
        readers.forEach(reader -> reader.apply(now()));
        for (WorkerAssignment assignment : more(WorkerAssignment.class, assignments)) {
            Objects.requireNonNull(workers.get(assignment.getWorker())).take(assignment, now());
        }
        for (DiskWorker worker : workers.values()) {
            if (worker.fetch(now())) {
                ping(worker);
            }
        }
        readers.forEach(this::read);
        if (now() >= nextEpochAt) {
            nextEpochAt = now() + 1_000;
            tenant.produce("chunks.requests", NETWORK, new EpochRequest(NETWORK, false));
        }
    }

    private <T extends SpecificRecord> List<T> more(Class<T> type, TopicTail decisions) throws Exception {
        return tenant.values(
                type,
                decisions.more().stream()
                        .filter(record ->
                                Tenant.header(record, OutputFormat.UNIT).equals(NETWORK))
                        .toList());
    }

    void open() throws InterruptedException {
        tenant.produce(
                "chunks.policies",
                NETWORK,
                PlacementPolicy.newBuilder()
                        .setNetwork(NETWORK)
                        .setMinReplication(2)
                        .setSaturation(0.6)
                        .setRings(50)
                        .setInactiveAfterMs(3_600_000)
                        .setRoutes(RoutesMode.CONFIRMED)
                        .setGraceMs(GRACE_MS)
                        .build());
        for (int i = 0; i < WORKERS; i++) {
            join("w" + i, i == 5 ? 5_000 : dice.below(600));
        }
        list(CHUNKS);
    }

    private void join(String id, long delayMs) throws InterruptedException {
        DiskWorker worker = new DiskWorker(id, delayMs);
        workers.put(id, worker);
        ping(worker);
    }

    private void ping(DiskWorker worker) throws InterruptedException {
        say(worker.id, new WorkerPing("1.0.0", CAPACITY_BYTES, null, worker.confirmed));
    }

    private void say(String worker, SpecificRecord event) throws InterruptedException {
        tenant.produce("chunks.workers", worker, new WorkerEvent(NETWORK, worker, event));
    }

    private void list(int count) throws InterruptedException {
        list(new ChunksListed(IntStream.range(nextBlock, nextBlock + count)
                .mapToObj(block -> new Chunk(id(block, block, "a"), CHUNK_BYTES))
                .toList()));
        nextBlock += count;
    }

    private void list(SpecificRecord event) throws InterruptedException {
        tenant.produce("chunks.listings", DATASET, new ListingEvent(NETWORK, DATASET, event));
    }

    /** Lists, removes and replaces chunks; a worker joins, one is drained, one is resumed, one loses its disk. */
    void change() throws InterruptedException {
        int life = changes++;
        list(20);
        list(new ChunksRemoved(IntStream.range(life * 10, life * 10 + 5)
                .mapToObj(block -> id(block, block, "a"))
                .toList()));
        int first = 100 + 10 * life;
        List<String> old = List.of(id(first, first, "a"), id(first + 1, first + 1, "a"));
        Swap swap = new Swap(old, id(first, first + 1, "b"));
        swaps.add(swap);
        list(new ChunksReplaced(old, List.of(new Chunk(swap.fresh, CHUNK_BYTES))));
        join("x" + life, dice.below(600));
        say("w" + life, new WorkerDraining("test"));
        if (life > 0) {
            say("w" + (life - 1), new WorkerResumed());
        }
        if (life == 1) {
            DiskWorker worker = Objects.requireNonNull(workers.get("w6"));
            worker.loseDisk(now());
            ping(worker);
        }
    }

    /** Ends what {@link #change} has begun. */
    void settle() throws InterruptedException {
        say("w" + (changes - 1), new WorkerResumed());
    }

    void assertNoReadMissed() {
        misses.keySet().removeAll(removed);
        assertThat(misses).isEmpty();
        assertThat(GraceCheck.of(tenant, NETWORK, GRACE_MS).kept()).isGreaterThan(CHUNKS / WORKERS);
        assertThat(reads).isPositive();
        assertThat(lostReads).isPositive();
        assertThat(swaps).allSatisfy(swap -> {
            assertThat(present.routes.visible).contains(number(swap.fresh));
            assertThat(removed).containsAll(swap.old.stream().map(this::number).toList());
        });
    }

    private static String id(int first, int last, String hash) {
        return String.format("0000000000/%010d-%010d-%s", first, last, hash);
    }
}
