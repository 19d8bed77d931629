package dev.rota.chunks.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.CatalogEntry;
import dev.rota.chunks.Chunk;
import dev.rota.chunks.ChunksReplaced;
import dev.rota.chunks.CurrentFiles;
import dev.rota.chunks.Epoch;
import dev.rota.chunks.EpochRequest;
import dev.rota.chunks.EpochStatus;
import dev.rota.chunks.ListingEvent;
import dev.rota.chunks.PlacementPolicy;
import dev.rota.chunks.RoutesMode;
import dev.rota.chunks.WorkerDraining;
import dev.rota.chunks.WorkerFlagged;
import dev.rota.chunks.WorkerGone;
import dev.rota.chunks.WorkerPing;
import dev.rota.chunks.WorkerResumed;
import dev.rota.engine.Decision;
import dev.rota.engine.Nullable;
import dev.rota.engine.OutputRecords;
import dev.rota.engine.PageSnapshot;
import dev.rota.serde.PlainJson;
import dev.rota.testing.Dice;
import dev.rota.trials.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/** Runs networks with routes through random months, and checks after each event what readers may use. */
class RoutesTest {

    private static final long SIZE = 10;
    private static final int EVENTS = 250;

    private Dice dice = new Dice(0);
    private ChunksLog unit = ChunksLog.warm();
    private RoutesModel model = new RoutesModel();
    private PlacementPolicy.Builder policy = PlacementPolicy.newBuilder();
    private RoutesPages pages = new RoutesPages();
    private boolean cold;
    private final DecidedOutputs outputs = new DecidedOutputs();
    private BiFunction<OutputRecords, Long, Map<String, SpecificRecord>> files =
            new ChunksDomain().files(ChunksLog.NETWORK);
    private int filed;
    private final List<String> all = new ArrayList<>();
    private long time;
    private int nextBlock;
    private final SortedMap<Integer, String> ids = new TreeMap<>();

    @Test
    void shouldKeepReadersOnCopiesThatAreThere() {
        for (long seed = 0; seed < Seeds.of(60); seed++) {
            start(seed, false);
            run();
            List<String> warm = List.copyOf(all);
            pages.assertEachHasItsTag();
            assertThat(filed).isPositive();
            if (seed % 4 == 0) {
                start(seed, true);
                run();
                for (int i = 0; i < warm.size(); i++) {
                    assertThat(all.get(i))
                            .as("cold decision %s of seed %s", i, seed)
                            .isEqualTo(warm.get(i));
                }
                assertThat(all).hasSameSizeAs(warm);
            }
        }
    }

    private void start(long seed, boolean isCold) {
        cold = isCold;
        outputs.decided.clear();
        files = new ChunksDomain().files(ChunksLog.NETWORK);
        filed = 0;
        pages = new RoutesPages();
        dice = new Dice(seed);
        unit = ChunksLog.of(isCold);
        model = new RoutesModel();
        all.clear();
        ids.clear();
        time = 1_000;
        nextBlock = 0;
        policy = PlacementPolicy.newBuilder()
                .setNetwork(ChunksLog.NETWORK)
                .setRoutes(RoutesMode.CONFIRMED)
                .setMinReplication(1 + dice.below(3))
                .setSaturation(dice.oneIn(3) ? 0.99 : 0.6)
                .setRings(20)
                .setInactiveAfterMs(Long.MAX_VALUE / 2)
                .setGraceMs(dice.below(4) * 500L);
        if (dice.oneIn(3)) {
            policy.setMoveBytesMax(SIZE * (1 + dice.below(10)));
        }
        if (dice.oneIn(3)) {
            policy.setVisibleReplicas(1 + dice.below(3));
        }
        policy();
        IntStream.range(0, 4 + dice.below(4)).forEach(i -> ping("w" + i, 200 + 10L * dice.below(10), null));
        list(20);
    }

    private void policy() {
        model.passGraces(time);
        model.graceMs = policy.getGraceMs();
        model.on = policy.getRoutes() == RoutesMode.CONFIRMED;
        model.visibleReplicas =
                policy.getVisibleReplicas() == null ? policy.getMinReplication() : policy.getVisibleReplicas();
        decide(policy.build());
    }

    private void run() {
        for (int i = 0; i < EVENTS; i++) {
            event();
        }
        rest();
    }

    private void event() {
        List<String> here = here();
        String worker = here.isEmpty() ? "w0" : here.get(dice.below(here.size()));
        time += dice.oneIn(6) ? 700 : dice.below(40);
        switch (dice.below(40)) {
            case 0 -> list(1 + dice.below(6));
            case 1 -> remove();
            case 2 -> flag(worker, dice.oneIn(2));
            case 3 -> ping("w" + dice.below(9), 150 + 10L * dice.below(20), null);
            case 4 -> lose(worker);
            case 5 -> drain(worker, dice.oneIn(2));
            case 6 -> replace();
            case 7 -> {
                policy.setVisibleReplicas(dice.oneIn(2) ? null : Integer.valueOf(1 + dice.below(3)));
                policy.setGraceMs(dice.below(4) * 500L);
                policy.setRoutes(dice.oneIn(4) ? RoutesMode.OFF : RoutesMode.CONFIRMED);
                policy();
            }
            case 8, 9, 10, 11, 12, 13 -> epoch();
            default -> confirm(worker);
        }
    }

    private void lose(String worker) {
        if (dice.oneIn(2) && here().size() > 3) {
            model.gone(worker);
            decide(ChunksLog.worker(worker, new WorkerGone()));
        } else {
            confirm(worker, 0L);
        }
    }

    private List<String> here() {
        return model.workers.entrySet().stream()
                .filter(each -> each.getValue().here)
                .map(each -> each.getKey())
                .toList();
    }

    private void confirm(String worker) {
        confirm(worker, Math.max(0, model.published - dice.below(2)));
    }

    private void confirm(String worker, @Nullable Long epoch) {
        ping(worker, model.worker(worker).capacity == 0 ? 200 : model.worker(worker).capacity, epoch);
    }

    private void ping(String worker, long capacity, @Nullable Long epoch) {
        model.worker(worker).capacity = capacity;
        model.confirm(worker, epoch);
        decide(ChunksLog.worker(worker, new WorkerPing("1.0.0", capacity, null, epoch)));
    }

    private void flag(String worker, boolean flagged) {
        model.worker(worker).flagged = flagged && model.worker(worker).here;
        decide(ChunksLog.worker(worker, new WorkerFlagged(flagged, "")));
    }

    private void drain(String worker, boolean draining) {
        decide(ChunksLog.worker(worker, draining ? new WorkerDraining("") : new WorkerResumed()));
    }

    private void list(int count) {
        List<Chunk> chunks = IntStream.range(nextBlock, nextBlock + count)
                .mapToObj(i -> new Chunk(ChunksLog.id(i), SIZE))
                .toList();
        nextBlock += count;
        decide(ChunksLog.listed("a", chunks));
    }

    private void remove() {
        if (!ids.isEmpty()) {
            List<Integer> numbers = List.copyOf(ids.keySet());
            int number = numbers.get(dice.below(numbers.size()));
            decide(ChunksLog.removed("a", List.of(ids.getOrDefault(number, ""))));
        }
    }

    /** Replaces some neighbours by one chunk. */
    private void replace() {
        if (ids.isEmpty()) {
            return;
        }
        List<Integer> numbers = List.copyOf(ids.keySet());
        int from = dice.below(numbers.size());
        List<Integer> old = numbers.subList(from, Math.min(numbers.size(), from + 1 + dice.below(2)));
        List<String> names =
                old.stream().map(number -> ids.getOrDefault(number, "")).toList();
        long first = names.stream().mapToLong(RoutesTest::first).min().orElseThrow();
        long last = names.stream().mapToLong(RoutesTest::last).max().orElseThrow();
        String fresh = String.format("%010d/%010d-%010d-v%d", 0, first, last, nextBlock++);
        SortedMap<Boolean, java.util.SortedSet<Integer>> swap = new TreeMap<>();
        swap.put(false, new TreeSet<>(old));
        int number = nextNumber;
        swap.put(true, new TreeSet<>(List.of(number)));
        model.swaps.add(swap);
        decide(new ListingEvent(ChunksLog.NETWORK, "a", new ChunksReplaced(names, List.of(new Chunk(fresh, SIZE)))));
        if (nextNumber == number) {
            model.swaps.remove(swap);
        }
    }

    private static long first(String id) {
        return Long.parseLong(id.substring(11, 21));
    }

    private static long last(String id) {
        return Long.parseLong(id.substring(22, 32));
    }

    private int nextNumber;

    private Epoch epoch() {
        decide(new EpochRequest(ChunksLog.NETWORK, false));
        return Objects.requireNonNull(model.last);
    }

    private void decide(SpecificRecord event) {
        List<Decision> decided = unit.at(time).decide(event);
        long decidedAt = time;
        time += dice.oneIn(4) ? 0 : 1;
        decided.forEach(one -> all.add(one.time() + " " + one.key() + " " + one.value()));
        for (Decision one : decided) {
            if (one.value() instanceof CatalogEntry entry) {
                nextNumber = entry.getFirstNumber() + entry.getChunks().size();
                for (int i = 0; i < entry.getChunks().size(); i++) {
                    ids.put(entry.getFirstNumber() + i, entry.getChunks().get(i).getId());
                }
                entry.getRemoved().forEach(gone -> ids.remove(gone));
            }
        }
        model.take(decided, decidedAt);
        if (!cold && model.on) {
            Map<String, Long> gauges = unit.log().gauges(ChunksLog.NETWORK);
            assertThat(gauges).containsEntry("visible_chunks", (long) model.reader.visible.size());
            if (policy.getGraceMs() > 0) {
                assertThat(gauges).containsEntry("copies_in_grace", model.inGrace());
            }
        }
        if (!cold) {
            checkFiles(decided);
        }
        // a snapshot of a cold network costs as much as all its records
        if (model.on && (!cold || time % 10 == 0)) {
            PageSnapshot snapshot = unit.log().snapshot(ChunksLog.NETWORK);
            pages.check(snapshot, model.reader, new TreeSet<>(here()), SIZE);
            RoutesStates states = new RoutesStates(model);
            states.checkNetwork(snapshot, unit.log().gauges(ChunksLog.NETWORK), policy.getGraceMs() > 0);
            if (!ids.isEmpty()) {
                // a chunk that changes from event to event, without a throw of the dice
                int number = List.copyOf(ids.keySet()).get((int) (time % ids.size()));
                states.checkChunk(snapshot, "a/" + ids.get(number), number);
            }
        }
    }

    /** Checks that each new file of routes is the page of the same view. */
    private void checkFiles(List<Decision> decided) {
        outputs.decided.addAll(decided);
        if (model.published == 0 || !model.on) {
            return;
        }
        files.apply(outputs, time).forEach((name, document) -> {
            if (name.startsWith("routes-")) {
                RoutesPages.assertShown(PlainJson.write(document), model.reader, new TreeSet<>(here()), SIZE);
                filed++;
            } else if (document instanceof CurrentFiles pointer) {
                assertThat(pointer.getEpoch()).isEqualTo(model.published);
                assertThat(pointer.getView())
                        .isEqualTo(model.reader.view == 0 ? null : Long.valueOf(model.reader.view));
            }
        });
    }

    /** Lets a network come to rest: all workers confirm each epoch. Then readers may use all that the target has. */
    private void rest() {
        here().forEach(worker -> drain(worker, false));
        here().forEach(worker -> flag(worker, false));
        here().forEach(worker -> ping(worker, 1_000, null));
        policy.setMoveBytesMax(null).setRoutes(RoutesMode.CONFIRMED);
        policy();
        Epoch epoch = epoch();
        for (int i = 0; i < 12; i++) {
            here().forEach(worker -> confirm(worker, model.published));
            time += 2_000;
            epoch = epoch();
        }
        assertThat(epoch.getStatus()).isEqualTo(EpochStatus.PUBLISHED);
        assertThat(epoch.getTargetDigest()).isEqualTo(epoch.getDigest());
        assertThat(epoch.getReplicasAdded() + epoch.getReplicasRemoved()).isZero();
        assertThat(model.isAtRest()).isTrue();
        assertThat(model.converged).isPositive();
        assertThat(model.swaps.stream()
                        .filter(swap -> swap.getOrDefault(true, new TreeSet<>()).stream()
                                .allMatch(number -> ids.containsKey(number)))
                        .flatMap(swap -> swap.getOrDefault(false, new TreeSet<>()).stream())
                        .filter(number -> ids.containsKey(number)))
                .as("replaced chunks that are still there")
                .isEmpty();
    }
}
