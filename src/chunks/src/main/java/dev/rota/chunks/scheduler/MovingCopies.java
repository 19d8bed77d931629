package dev.rota.chunks.scheduler;

import dev.rota.chunks.MovingRow;
import dev.rota.chunks.placement.AscendingInts;
import dev.rota.chunks.placement.Motion;
import dev.rota.chunks.placement.PackedNumbers;
import dev.rota.chunks.placement.WorkerId;
import dev.rota.chunks.routes.ServedCopies;
import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import dev.rota.engine.Table;
import dev.rota.engine.Tables;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.IntPredicate;

/**
 * The copies in force that are on their way out of an assignment: those that wait for routes elsewhere, and those that
 * readers have left, by the time at which they did. All other copies in force are in the target of their epoch.
 */
final class MovingCopies {

    /** The time in the key of the row of copies that wait: readers have not left them. */
    private static final long WAITING = Long.MAX_VALUE;

    private static final int[] NONE = {};

    private final TreeMap<WorkerId, OfWorker> workers = new TreeMap<>();

    /**
     * The waiting copies by chunk: a number, and the place of the worker in {@link #places}. Some may have gone since.
     * Null: to be made again.
     */
    private @Nullable long[] byChunk;

    private List<WorkerId> places = List.of();

    /** The copies of one worker. */
    private static final class OfWorker {
        int[] waiting = NONE;
        char[] needs = {};

        /** True for each waiting copy that the worker has confirmed; a cache. */
        boolean[] confirmed = {};

        final TreeMap<Long, Left> left = new TreeMap<>();
    }

    /** Copies that readers left at one time. */
    private record Left(int[] numbers, boolean done) {}

    /**
     * Reads all rows.
     *
     * @param confirmed returns which of some numbers a worker has confirmed
     */
    static MovingCopies read(Tables tables, BiFunction<WorkerId, int[], int[]> confirmed) {
        MovingCopies moving = new MovingCopies();
        try (Table.Cursor<MovingRow> cursor = tables.table(ChunksTables.MOVING).scan(Key.EMPTY)) {
            for (Table.Entry<MovingRow> entry = cursor.next(); entry != null; entry = cursor.next()) {
                Key.Reader key = entry.key().read();
                OfWorker own = moving.of(WorkerId.ofHex(key.text()));
                long since = key.number64();
                int[] numbers = PackedNumbers.unpack(
                        entry.row().getNumbers(), entry.row().getCount());
                if (since == WAITING) {
                    own.waiting = numbers;
                    own.needs = new char[numbers.length];
                    entry.row().getNeeds().asCharBuffer().get(own.needs);
                    own.confirmed = new boolean[numbers.length];
                } else {
                    own.left.put(since, new Left(numbers, entry.row().getDone()));
                }
            }
        }
        moving.workers.forEach((worker, own) -> moving.confirm(worker, confirmed.apply(worker, own.waiting)));
        return moving;
    }

    private OfWorker of(WorkerId worker) {
        return workers.computeIfAbsent(worker, id -> new OfWorker());
    }

    boolean has(WorkerId worker) {
        return workers.containsKey(worker);
    }

    /** Returns the numbers of a worker's copies that wait, ascending. */
    int[] waiting(WorkerId worker) {
        OfWorker own = workers.get(worker);
        return own == null ? NONE : own.waiting;
    }

    /** Returns the number of routes elsewhere for which each of them waits. */
    char[] needs(WorkerId worker) {
        OfWorker own = workers.get(worker);
        return own == null ? new char[0] : own.needs;
    }

    /** Returns a worker's copies that readers have left, by the time at which they did. */
    List<ServedCopies.Left> leftByTime(WorkerId worker) {
        OfWorker own = workers.get(worker);
        return own == null
                ? List.of()
                : own.left.entrySet().stream()
                        .map(each ->
                                new ServedCopies.Left(each.getKey(), each.getValue().numbers, each.getValue().done))
                        .toList();
    }

    /** Returns the numbers of a worker's copies that readers have left, ascending. */
    int[] left(WorkerId worker) {
        return left(worker, false);
    }

    /** Returns the numbers of those whose grace has passed, ascending. */
    int[] former(WorkerId worker) {
        return left(worker, true);
    }

    private int[] left(WorkerId worker, boolean doneOnly) {
        OfWorker own = workers.get(worker);
        int[] all = NONE;
        if (own != null) {
            for (Left some : own.left.values()) {
                all = doneOnly && !some.done ? all : AscendingInts.union(all, some.numbers);
            }
        }
        return all;
    }

    /** Returns the number of confirmed copies that wait for routes elsewhere. */
    long waitingCount() {
        long count = 0;
        for (OfWorker own : workers.values()) {
            for (boolean isConfirmed : own.confirmed) {
                count += isConfirmed ? 1 : 0;
            }
        }
        return count;
    }

    /** Returns the number of copies that readers have left and whose grace has not passed. */
    long inGraceCount() {
        return workers.values().stream()
                .flatMap(own -> own.left.values().stream())
                .filter(some -> !some.done)
                .mapToLong(some -> some.numbers.length)
                .sum();
    }

    Iterable<WorkerId> workers() {
        return List.copyOf(workers.keySet());
    }

    /** Returns the numbers of all waiting copies that may leave when they have enough routes elsewhere. */
    int[] allWaiting() {
        return workers.values().stream()
                .flatMapToInt(own -> Arrays.stream(own.waiting))
                .sorted()
                .distinct()
                .toArray();
    }

    /** Returns the workers on which a chunk may have a waiting copy, in the order of ids. */
    List<WorkerId> waiters(int number) {
        long[] index = byChunk == null ? index() : byChunk;
        int at = Arrays.binarySearch(index, (long) number << Integer.SIZE);
        List<WorkerId> found = new ArrayList<>();
        for (int i = at < 0 ? -at - 1 : at; i < index.length && index[i] >>> Integer.SIZE == number; i++) {
            found.add(places.get((int) index[i]));
        }
        return found;
    }

    private long[] index() {
        places = new ArrayList<>(workers.keySet());
        long[] index = new long
                [workers.values().stream().mapToInt(own -> own.waiting.length).sum()];
        int count = 0;
        for (int place = 0; place < places.size(); place++) {
            for (int number : waiting(places.get(place))) {
                index[count++] = ((long) number << Integer.SIZE) | place;
            }
        }
        Arrays.sort(index);
        byChunk = index;
        return index;
    }

    /** Returns how many routes elsewhere a confirmed waiting copy needs; 0 if there is none. */
    int need(WorkerId worker, int number) {
        OfWorker own = workers.get(worker);
        int at = own == null ? -1 : Arrays.binarySearch(own.waiting, number);
        return own == null || at < 0 || !own.confirmed[at] ? 0 : own.needs[at];
    }

    /** Notes which copies a worker has confirmed. */
    void confirm(WorkerId worker, int[] numbers) {
        OfWorker own = workers.get(worker);
        if (own == null) {
            return;
        }
        for (int number : AscendingInts.common(own.waiting, numbers)) {
            own.confirmed[Arrays.binarySearch(own.waiting, number)] = true;
        }
    }

    /** Has readers leave waiting copies at a time. */
    void leave(Tables tables, WorkerId worker, int[] numbers, long now) {
        OfWorker own = of(worker);
        wait(tables, worker, own, AscendingInts.without(own.waiting, numbers), NONE, 0);
        leaveAt(tables, worker, numbers, now);
    }

    /** Adds copies to those that readers leave at a time; a record of the same millisecond may have had them leave some. */
    private void leaveAt(Tables tables, WorkerId worker, int[] numbers, long now) {
        Left before = of(worker).left.getOrDefault(now, new Left(NONE, false));
        put(tables, worker, now, new Left(AscendingInts.union(before.numbers, numbers), false));
    }

    /** Has readers come back to copies that they have left. */
    void recall(Tables tables, WorkerId worker, int[] numbers, int need) {
        OfWorker own = of(worker);
        retain(tables, worker, own, number -> !AscendingInts.has(numbers, number));
        wait(tables, worker, own, AscendingInts.union(own.waiting, numbers), numbers, need);
        confirm(worker, numbers);
        byChunk = null;
    }

    /** Forgets that a worker has confirmed anything. */
    void unconfirm(Tables tables, WorkerId worker) {
        OfWorker own = workers.get(worker);
        if (own != null) {
            Arrays.fill(own.confirmed, false);
            retain(tables, worker, own, number -> false);
            forgetEmpty(worker, own);
        }
    }

    /** Forgets a worker. */
    void drop(Tables tables, WorkerId worker) {
        OfWorker own = workers.get(worker);
        if (own != null) {
            retain(tables, worker, own, number -> false);
            wait(tables, worker, own, NONE, NONE, 0);
            forgetEmpty(worker, own);
        }
    }

    /**
     * Adapts to an epoch.
     *
     * @param confirmed the numbers that the worker has confirmed, those that readers have left too
     */
    void follow(Tables tables, WorkerId worker, Motion motion, int[] confirmed, long now) {
        if (motion.extra().length == 0) {
            drop(tables, worker);
            return;
        }
        OfWorker own = of(worker);
        retain(tables, worker, own, number -> AscendingInts.has(motion.extra(), number));
        if (motion.leave().length > 0) {
            leaveAt(tables, worker, motion.leave(), now);
        }
        int[] waiting = AscendingInts.without(motion.extra(), left(worker));
        boolean wasThere = own.waiting.length > 0;
        own.waiting = waiting;
        own.needs = new char[waiting.length];
        for (int i = 0; i < waiting.length; i++) {
            own.needs[i] = motion.needs()[Arrays.binarySearch(motion.extra(), waiting[i])];
        }
        own.confirmed = new boolean[waiting.length];
        writeWaiting(tables, worker, own, wasThere);
        confirm(worker, confirmed);
        forgetEmpty(worker, own);
        byChunk = null;
    }

    /** Replaces the waiting copies; what is known of those that stay, stays. */
    private void wait(Tables tables, WorkerId worker, OfWorker own, int[] waiting, int[] fresh, int need) {
        if (Arrays.equals(waiting, own.waiting)) {
            return;
        }
        boolean wasThere = own.waiting.length > 0;
        char[] needs = new char[waiting.length];
        boolean[] confirmed = new boolean[waiting.length];
        for (int i = 0; i < waiting.length; i++) {
            int at = Arrays.binarySearch(own.waiting, waiting[i]);
            needs[i] = at < 0 || AscendingInts.has(fresh, waiting[i]) ? (char) need : own.needs[at];
            confirmed[i] = at >= 0 && own.confirmed[at];
        }
        own.waiting = waiting;
        own.needs = needs;
        own.confirmed = confirmed;
        writeWaiting(tables, worker, own, wasThere);
    }

    private static void writeWaiting(Tables tables, WorkerId worker, OfWorker own, boolean wasThere) {
        Table<MovingRow> table = tables.table(ChunksTables.MOVING);
        if (own.waiting.length > 0) {
            ByteBuffer needs = ByteBuffer.allocate(Character.BYTES * own.needs.length);
            needs.asCharBuffer().put(own.needs);
            table.put(
                    key(worker, WAITING),
                    new MovingRow(own.waiting.length, PackedNumbers.pack(own.waiting), needs, false),
                    wasThere);
        } else if (wasThere) {
            table.drop(key(worker, WAITING));
        }
    }

    private void retain(Tables tables, WorkerId worker, OfWorker own, IntPredicate kept) {
        for (Map.Entry<Long, Left> entry : List.copyOf(own.left.entrySet())) {
            int[] numbers = Arrays.stream(entry.getValue().numbers).filter(kept).toArray();
            if (numbers.length < entry.getValue().numbers.length) {
                put(tables, worker, entry.getKey(), new Left(numbers, entry.getValue().done));
            }
        }
    }

    private void put(Tables tables, WorkerId worker, long since, Left left) {
        Table<MovingRow> table = tables.table(ChunksTables.MOVING);
        OfWorker own = of(worker);
        Left before = left.numbers.length > 0 ? own.left.put(since, left) : own.left.remove(since);
        if (left.numbers.length > 0) {
            table.put(
                    key(worker, since),
                    new MovingRow(
                            left.numbers.length, PackedNumbers.pack(left.numbers), ByteBuffer.allocate(0), left.done),
                    before != null);
        } else if (before != null) {
            table.drop(key(worker, since));
        }
    }

    private void forgetEmpty(WorkerId worker, OfWorker own) {
        if (own.waiting.length == 0 && own.left.isEmpty()) {
            workers.remove(worker);
        }
    }

    /** Judges whether a grace has passed. */
    @FunctionalInterface
    interface Judge {
        /** Returns when the grace of copies that readers left at a time has passed. */
        long over(long since);
    }

    /** Marks the copies whose grace has passed; returns when the next one may have, or the end of time. */
    long judge(Tables tables, Judge judge, long now) {
        long next = Long.MAX_VALUE;
        for (Map.Entry<WorkerId, OfWorker> each : workers.entrySet()) {
            for (Map.Entry<Long, Left> entry : List.copyOf(each.getValue().left.entrySet())) {
                if (!entry.getValue().done) {
                    long over = judge.over(entry.getKey());
                    if (over <= now) {
                        put(tables, each.getKey(), entry.getKey(), new Left(entry.getValue().numbers, true));
                    } else {
                        next = Math.min(next, over);
                    }
                }
            }
        }
        return next;
    }

    /** Returns the earliest time at which readers left copies whose grace has not passed, or the end of time. */
    long earliest() {
        return workers.values().stream()
                .flatMap(own -> own.left.entrySet().stream())
                .filter(entry -> !entry.getValue().done)
                .mapToLong(Map.Entry::getKey)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    private static Key key(WorkerId worker, long since) {
        return Key.of().text(worker.hex()).number(since).end();
    }
}
