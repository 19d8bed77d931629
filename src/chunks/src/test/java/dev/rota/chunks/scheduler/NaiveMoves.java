package dev.rota.chunks.scheduler;

import dev.rota.chunks.PlacementPolicy;
import dev.rota.chunks.WorkerState;
import dev.rota.engine.Nullable;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/**
 * Implements the published function literally: one step from the assignment in force towards the target, copy by copy,
 * with all counts computed again each time.
 */
final class NaiveMoves {

    /** A copy of the target that is not in force. */
    record Addition(NaiveWorker worker, NaiveWanted chunk) {}

    private final List<NaiveWorker> workers;
    private final PlacementPolicy policy;
    private final long now;
    private final NaiveUnplaceable unplaceable;
    private final BiPredicate<NaiveWorker, Integer> confirmed;

    /** The copies in force that still count, and the copies after the moves. */
    private final SortedMap<String, SortedMap<Integer, NaiveWanted>> before = new TreeMap<>();

    private final SortedMap<String, SortedMap<Integer, NaiveWanted>> copies = new TreeMap<>();
    private final List<Addition> waiting = new ArrayList<>();

    /** The target's copies, by id bytes in hexadecimal and number. */
    private final SortedMap<String, SortedMap<Integer, NaiveWanted>> wanted = new TreeMap<>();

    /** Takes the target's copies in its order, and the chunks in global order. */
    NaiveMoves(
            List<NaiveWorker> workers,
            PlacementPolicy policy,
            long now,
            List<NaiveWanted> chunks,
            NaiveUnplaceable unplaceable,
            SortedMap<String, SortedMap<Integer, NaiveChunk>> inForce,
            BiPredicate<NaiveWorker, Integer> confirmed,
            List<Addition> target) {
        this.workers = workers;
        this.policy = policy;
        this.now = now;
        this.unplaceable = unplaceable;
        this.confirmed = confirmed;
        for (NaiveWorker worker : workers) {
            SortedMap<Integer, NaiveWanted> own = new TreeMap<>();
            for (NaiveWanted chunk : chunks) {
                boolean held = inForce.getOrDefault(worker.hex, new TreeMap<>())
                        .containsKey(chunk.chunk().number());
                if (held && !unplaceable.has(chunk)) {
                    own.put(chunk.chunk().number(), chunk);
                }
            }
            before.put(worker.hex, own);
            copies.put(worker.hex, new TreeMap<>(own));
        }
        target.stream().filter(copy -> !has(before, copy)).forEach(waiting::add);
        target.forEach(copy -> wanted.computeIfAbsent(copy.worker.hex, hex -> new TreeMap<>())
                .put(copy.chunk.chunk().number(), copy.chunk));
    }

    /** Returns the chunks of each worker after the moves, by number. */
    SortedMap<String, SortedMap<Integer, NaiveWanted>> run(@Nullable Long bytesMax) {
        if (bytesMax == null) {
            for (NaiveWorker worker : workers) {
                if (!worker.draining) {
                    extra(worker).forEach(chunk -> drop(worker, chunk));
                }
            }
        }
        workers.forEach(worker -> makeRoom(worker, BigInteger.ZERO));
        if (bytesMax == null) {
            List.copyOf(waiting).forEach(this::add);
        } else {
            BigInteger moved = restoreMinimum();
            moveWithin(BigInteger.valueOf(bytesMax).subtract(moved).max(BigInteger.ZERO));
        }
        for (NaiveWorker worker : workers) {
            for (NaiveWanted chunk : extra(worker)) {
                if (worker.draining
                        ? isConfirmedElsewhere(chunk)
                        : waiting.stream().noneMatch(of(chunk))) {
                    drop(worker, chunk);
                }
            }
        }
        return copies;
    }

    List<Addition> waiting() {
        return waiting;
    }

    private boolean anyMoved;

    private BigInteger restoreMinimum() {
        BigInteger bytes = BigInteger.ZERO;
        boolean found = true;
        while (found) {
            found = false;
            for (Addition each : List.copyOf(waiting)) {
                if (counting(copies, each.chunk) < policy.getMinReplication()) {
                    force(each);
                    bytes = bytes.add(size(each.chunk));
                    found = true;
                }
            }
        }
        return bytes;
    }

    private void moveWithin(BigInteger limit) {
        BigInteger left = limit;
        for (Addition each : List.copyOf(waiting)) {
            BigInteger size = size(each.chunk);
            if (size.compareTo(left) > 0 && anyMoved) {
                break;
            }
            if (makeRoomFreely(each.worker, size)) {
                add(each);
                left = left.subtract(size);
            }
        }
        if (!anyMoved && !waiting.isEmpty()) {
            force(waiting.get(0));
            restoreMinimum();
        }
    }

    private void force(Addition each) {
        makeRoom(each.worker, size(each.chunk));
        add(each);
    }

    private void add(Addition each) {
        copies(each.worker).put(each.chunk.chunk().number(), each.chunk);
        waiting.remove(each);
        anyMoved = true;
    }

    private void drop(NaiveWorker worker, NaiveWanted chunk) {
        copies(worker).remove(chunk.chunk().number());
    }

    private void makeRoom(NaiveWorker worker, BigInteger bytes) {
        for (NaiveWanted chunk : extra(worker)) {
            if (!fits(worker, bytes) && isFree(worker, chunk)) {
                drop(worker, chunk);
            }
        }
        for (NaiveWanted chunk : extra(worker)) {
            if (!fits(worker, bytes)) {
                drop(worker, chunk);
            }
        }
    }

    private boolean makeRoomFreely(NaiveWorker worker, BigInteger bytes) {
        List<NaiveWanted> dropped = new ArrayList<>();
        for (NaiveWanted chunk : extra(worker)) {
            if (!fits(worker, bytes) && isFree(worker, chunk)) {
                drop(worker, chunk);
                dropped.add(chunk);
            }
        }
        if (!fits(worker, bytes)) {
            dropped.forEach(chunk -> copies(worker).put(chunk.chunk().number(), chunk));
            return false;
        }
        return true;
    }

    private boolean fits(NaiveWorker worker, BigInteger bytes) {
        Long capacity = worker.capacity(policy);
        BigInteger load = copies(worker).values().stream()
                .map(NaiveMoves::size)
                .reduce(unplaceable.bytesOn(worker), BigInteger::add);
        return load.add(bytes).compareTo(BigInteger.valueOf(capacity == null ? 0 : capacity)) <= 0;
    }

    /** Returns copies that the target does not have, in global order. */
    private List<NaiveWanted> extra(NaiveWorker worker) {
        return copies(worker).values().stream()
                .filter(chunk -> !wanted.getOrDefault(worker.hex, new TreeMap<>())
                        .containsKey(chunk.chunk().number()))
                .sorted((one, other) -> NaiveChunk.GLOBAL.compare(one.chunk(), other.chunk()))
                .toList();
    }

    private boolean isFree(NaiveWorker worker, NaiveWanted chunk) {
        long inForce = workers.stream()
                .filter(each -> counts(each) && isInForce(each, chunk))
                .count();
        long sure = workers.stream()
                .filter(each -> counts(each) && isInForce(each, chunk) && isConfirmed(each, chunk))
                .count();
        return !counts(worker)
                || (inForce > policy.getMinReplication()
                        && (!isConfirmed(worker, chunk) || sure > policy.getMinReplication()));
    }

    private boolean isInForce(NaiveWorker worker, NaiveWanted chunk) {
        int number = chunk.chunk().number();
        return copies(worker).containsKey(number)
                && before.getOrDefault(worker.hex, new TreeMap<>()).containsKey(number);
    }

    private boolean isConfirmed(NaiveWorker worker, NaiveWanted chunk) {
        return isInForce(worker, chunk) && confirmed.test(worker, chunk.chunk().number());
    }

    private boolean isConfirmedElsewhere(NaiveWanted chunk) {
        return workers.stream()
                .filter(worker -> counts(worker)
                        && wanted.getOrDefault(worker.hex, new TreeMap<>())
                                .containsKey(chunk.chunk().number()))
                .allMatch(worker -> isConfirmed(worker, chunk));
    }

    private long counting(SortedMap<String, SortedMap<Integer, NaiveWanted>> some, NaiveWanted chunk) {
        return workers.stream()
                .filter(worker -> counts(worker)
                        && some.getOrDefault(worker.hex, new TreeMap<>())
                                .containsKey(chunk.chunk().number()))
                .count();
    }

    private boolean counts(NaiveWorker worker) {
        return policy.getIgnoreReliability() || worker.condition(policy, now) == WorkerState.ONLINE;
    }

    private SortedMap<Integer, NaiveWanted> copies(NaiveWorker worker) {
        return copies.computeIfAbsent(worker.hex, hex -> new TreeMap<>());
    }

    private static boolean has(SortedMap<String, SortedMap<Integer, NaiveWanted>> some, Addition copy) {
        return some.getOrDefault(copy.worker.hex, new TreeMap<>())
                .containsKey(copy.chunk.chunk().number());
    }

    private static Predicate<Addition> of(NaiveWanted chunk) {
        return copy -> copy.chunk.chunk().number() == chunk.chunk().number();
    }

    private static BigInteger size(NaiveWanted chunk) {
        return BigInteger.valueOf(chunk.chunk().size());
    }
}
