package dev.rota.chunks.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.Epoch;
import dev.rota.chunks.EpochRequest;
import dev.rota.chunks.EpochStatus;
import dev.rota.chunks.PlacementPolicy;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.chunks.WorkerDraining;
import dev.rota.chunks.WorkerEvent;
import dev.rota.chunks.WorkerGone;
import dev.rota.chunks.WorkerPing;
import dev.rota.chunks.WorkerResumed;
import dev.rota.chunks.WorkerState;
import dev.rota.chunks.WorkerStatus;
import dev.rota.engine.Decision;
import dev.rota.engine.Nullable;
import dev.rota.testing.Dice;
import dev.rota.trials.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs drains and the move budget over many epochs, and checks each epoch. */
class MovesTest {

    private static final long SIZE = 10;
    private static final long CAPACITY = 1_000;
    private static final int MIN = 2;

    private final ChunksLog unit = ChunksLog.warm();

    /** The same network without drained workers and without a move budget: it publishes the targets. */
    private final ChunksLog unhindered = ChunksLog.warm();

    private long bytesMax;
    private final SortedSet<String> workers = new TreeSet<>();
    private final SortedSet<String> draining = new TreeSet<>();

    /** The chunks that each worker has confirmed in its pings. */
    private final SortedMap<String, SortedSet<Integer>> confirmed = new TreeMap<>();

    private SortedMap<String, SortedSet<Integer>> assigned = new TreeMap<>();
    private final List<WorkerStatus> statuses = new ArrayList<>();
    private int listed;

    @ParameterizedTest
    @ValueSource(longs = {1, 35, 200, Long.MAX_VALUE})
    void shouldDrainWorkerByWorker(long bytesMax) {
        // given
        network(8, 150, bytesMax);
        for (String worker : List.copyOf(workers).subList(0, 3)) {
            // when
            drain(worker);
            int epochs = 0;
            while (!isLast(worker, WorkerState.DRAINED) && epochs++ < 1_500) {
                workers.forEach(this::confirm);
                Epoch epoch = epoch(false);
                assertThat(epoch.getBytesAdded()).isLessThanOrEqualTo(Math.max(bytesMax, SIZE));
            }

            // then
            assertThat(isLast(worker, WorkerState.DRAINED)).isTrue();
            assertThat(assigned.get(worker)).isEmpty();
            gone(worker);
        }
        assertThat(epoch(true).getReplicasAdded()).isZero();
    }

    @Test
    void shouldNotFinishADrainWithoutConfirmation() {
        // given
        network(5, 120, Long.MAX_VALUE);
        String worker = workers.first();
        int before = assigned.getOrDefault(worker, new TreeSet<>()).size();
        drain(worker);

        // when
        Epoch first = epoch(false);
        Epoch second = epoch(false);

        // then
        assertThat(first.getReplicasAdded()).isPositive();
        assertThat(second.getReplicasAdded() + second.getReplicasRemoved()).isZero();
        assertThat(assigned.get(worker)).hasSize(before);
        assertThat(isLast(worker, WorkerState.DRAINING)).isTrue();

        // and it gets its chunks back when it is resumed
        resume(worker);
        assertThat(isLast(worker, WorkerState.ONLINE)).isTrue();
        assertThat(epoch(true).getDraining()).isZero();
    }

    @Test
    void shouldReachTheTargetWithoutAnyConfirmation() {
        // given
        network(4, 80, 1);
        join("new-1");
        join("new-2");

        // when
        int epochs = 0;
        Epoch epoch = epoch(false);
        while (epoch.getReplicasWaiting() > 0 && epochs++ < 500) {
            long waiting = epoch.getReplicasWaiting();
            epoch = epoch(false);
            assertThat(epoch.getReplicasAdded()).isEqualTo(1);
            assertThat(epoch.getReplicasWaiting()).isEqualTo(waiting - 1);
        }

        // then
        assertThat(epoch.getBytesWaiting()).isZero();
        assertThat(epochs).isPositive();
        assertThat(epoch(true).getReplicasAdded()).isZero();
    }

    @Test
    void shouldRestoreTheMinimumWhateverTheLimitIsWhenAWorkerIsLostDuringADrain() {
        // given
        network(9, 200, 1);
        String drained = workers.first();
        String lost = workers.last();
        drain(drained);
        workers.forEach(this::confirm);
        epoch(false);

        // when
        gone(lost);
        Epoch epoch = epoch(false);

        // then
        assertThat(epoch.getBytesAdded()).isGreaterThan(SIZE);
        assertThat(isLast(drained, WorkerState.DRAINING)).isTrue();
    }

    static IntStream seeds() {
        return IntStream.rangeClosed(1, Seeds.of(6));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldKeepTheInvariantsForAMonth(int seed) {
        // given
        Dice dice = new Dice(seed);
        network(7, 100, dice.of(1L, 30L, 250L));
        for (int hour = 0; hour < 24 * 30; hour++) {
            // when
            switch (dice.below(12)) {
                case 0 -> join("w" + (100 + hour));
                case 1 -> list(dice.below(5));
                case 2 -> drain(dice.of(List.copyOf(workers)));
                case 3 -> resume(dice.of(List.copyOf(workers)));
                case 4 -> {
                    if (workers.size() - draining.size() > 6) {
                        gone(dice.of(List.copyOf(workers)));
                    }
                }
                default -> {}
            }
            if (workers.size() - draining.size() < 5) {
                List.copyOf(draining).forEach(this::resume);
            }
            for (int more = 0; SIZE * MIN * listed > (workers.size() - draining.size()) * CAPACITY / 2; more++) {
                join("more" + hour + "-" + more);
            }
            List.copyOf(workers).forEach(worker -> {
                if (!dice.oneIn(3)) {
                    confirm(worker);
                }
            });

            // then
            epoch(dice.oneIn(40));
        }

        // and when nothing changes any more, the target is reached and all drains end
        int quiet = 0;
        for (int i = 0; i < 1_000 && quiet < 3; i++) {
            workers.forEach(this::confirm);
            Epoch epoch = epoch(false);
            quiet = epoch.getReplicasAdded() + epoch.getReplicasRemoved() == 0 ? quiet + 1 : 0;
        }
        assertThat(quiet).isEqualTo(3);
        draining.forEach(
                worker -> assertThat(isLast(worker, WorkerState.DRAINED)).isTrue());
        assertThat(epoch(true).getReplicasAdded()).isZero();
    }

    private void network(int count, int chunks, long limit) {
        bytesMax = limit;
        unit.policy(policy -> policy(policy).setMoveBytesMax(limit));
        unhindered.policy(MovesTest::policy);
        IntStream.range(0, count).forEach(i -> join("w" + i));
        list(chunks);
        epoch(true);
    }

    private static PlacementPolicy.Builder policy(PlacementPolicy.Builder policy) {
        return policy.setMinReplication(MIN).setSaturation(0.6).setRings(50).setIgnoreReliability(true);
    }

    private void list(int count) {
        long[] blocks = IntStream.range(listed, listed + count).asLongStream().toArray();
        unit.list("a", SIZE, blocks);
        unhindered.list("a", SIZE, blocks);
        listed += count;
    }

    private void join(String worker) {
        workers.add(worker);
        unhindered.decide(ping(worker));
        keep(unit.decide(ping(worker)));
    }

    private static WorkerEvent ping(String worker) {
        return ChunksLog.worker(worker, new WorkerPing("1.0.0", CAPACITY, null, null));
    }

    private void gone(String worker) {
        workers.remove(worker);
        draining.remove(worker);
        confirmed.remove(worker);
        assigned.remove(worker);
        unhindered.decide(ChunksLog.worker(worker, new WorkerGone()));
        say(worker, new WorkerGone());
    }

    private void drain(String worker) {
        draining.add(worker);
        unhindered.decide(ChunksLog.worker(worker, new WorkerGone()));
        say(worker, new WorkerDraining(""));
    }

    private void resume(String worker) {
        draining.remove(worker);
        unhindered.decide(ping(worker));
        say(worker, new WorkerResumed());
    }

    private void say(String worker, SpecificRecord event) {
        keep(unit.decide(ChunksLog.worker(worker, event)));
    }

    private void confirm(String worker) {
        say(worker, new WorkerPing("1.0.0", CAPACITY, null, epochs));
        confirmed.put(worker, new TreeSet<>(assigned.getOrDefault(worker, new TreeSet<>())));
    }

    private long epochs;

    private void keep(List<Decision> decided) {
        decided.stream()
                .filter(one -> one.value() instanceof WorkerStatus)
                .forEach(one -> statuses.add((WorkerStatus) one.value()));
    }

    private boolean isLast(String worker, WorkerState status) {
        @Nullable WorkerStatus last = null;
        for (WorkerStatus each : statuses) {
            last = each.getWorker().equals(worker) ? each : last;
        }
        return last != null && last.getStatus() == status;
    }

    /** Makes an epoch, and checks it against the one before. */
    private Epoch epoch(boolean unbounded) {
        List<Decision> decided = unit.decide(new EpochRequest(ChunksLog.NETWORK, unbounded));
        keep(decided);
        SortedMap<String, SortedSet<Integer>> before = assigned;
        assigned = assigned(decided);
        Epoch epoch = decided.stream()
                .filter(one -> one.value() instanceof Epoch)
                .map(one -> (Epoch) one.value())
                .findFirst()
                .orElseThrow();
        epochs = epoch.getEpoch();
        assertThat(epoch.getStatus()).as("%s", epoch).isEqualTo(EpochStatus.PUBLISHED);
        assigned.values().forEach(share -> assertThat(share.size() * SIZE).isLessThanOrEqualTo(CAPACITY));
        for (int chunk = 0; chunk < listed; chunk++) {
            int number = chunk;
            assertThat(assigned.values().stream()
                            .filter(share -> share.contains(number))
                            .count())
                    .as("copies of %s", chunk)
                    .isGreaterThanOrEqualTo(MIN);
        }
        SortedMap<String, SortedSet<Integer>> target =
                assigned(unhindered.decide(new EpochRequest(ChunksLog.NETWORK, false)));
        movedForAReason(epoch, before, target);
        if (!unbounded) {
            assertThat(epoch.getBytesAdded()).isLessThanOrEqualTo(Math.max(bytesMax, SIZE) + missing(before));
        }
        if (epoch.getReplicasWaiting() == 0 && draining.isEmpty()) {
            assertThat(assigned).isEqualTo(target);
        }
        draining.forEach(worker -> givenUp(before.getOrDefault(worker, new TreeSet<>()), worker));
        confirmed.forEach((worker, held) -> held.retainAll(assigned.getOrDefault(worker, new TreeSet<>())));
        return epoch;
    }

    private static SortedMap<String, SortedSet<Integer>> assigned(List<Decision> decided) {
        SortedMap<String, SortedSet<Integer>> assigned = new TreeMap<>();
        for (Decision one : decided) {
            if (one.value() instanceof WorkerAssignment assignment) {
                assigned.put(assignment.getWorker(), new TreeSet<>(ChunksLog.numbers(assignment)));
            }
        }
        return assigned;
    }

    /**
     * Asserts that workers gain only copies that the target has, and give up only copies that the target does not have.
     */
    private void movedForAReason(
            Epoch epoch, SortedMap<String, SortedSet<Integer>> before, SortedMap<String, SortedSet<Integer>> target) {
        assigned.forEach((worker, share) -> {
            SortedSet<Integer> had = before.getOrDefault(worker, new TreeSet<>());
            SortedSet<Integer> wanted = target.getOrDefault(worker, new TreeSet<>());
            assertThat(share)
                    .as("%s after %s", worker, epoch)
                    .allMatch(chunk -> had.contains(chunk) || wanted.contains(chunk));
            assertThat(had)
                    .as("%s before %s", worker, epoch)
                    .allMatch(chunk -> share.contains(chunk) || !wanted.contains(chunk));
        });
    }

    /** Returns the bytes of the copies that are missing for each chunk to have its minimum. */
    private long missing(SortedMap<String, SortedSet<Integer>> before) {
        long missing = 0;
        for (int chunk = 0; chunk < listed; chunk++) {
            int number = chunk;
            long copies = before.values().stream()
                    .filter(share -> share.contains(number))
                    .count();
            missing += SIZE * Math.max(0, MIN - copies);
        }
        return missing;
    }

    /**
     * Asserts that a drained worker gains nothing, and gives up only chunks that enough other workers have confirmed.
     */
    private void givenUp(SortedSet<Integer> before, String worker) {
        SortedSet<Integer> now = assigned.getOrDefault(worker, new TreeSet<>());
        assertThat(before).containsAll(now);
        for (int chunk : before) {
            if (!now.contains(chunk)) {
                long sure = confirmed.entrySet().stream()
                        .filter(entry -> !draining.contains(entry.getKey())
                                && entry.getValue().contains(chunk)
                                && assigned.getOrDefault(entry.getKey(), new TreeSet<>())
                                        .contains(chunk))
                        .count();
                assertThat(sure).as("confirmed copies of %s", chunk).isGreaterThanOrEqualTo(MIN);
            }
        }
    }
}
