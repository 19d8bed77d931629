package dev.rota.chunks.routes;

import dev.rota.chunks.MovingRow;
import dev.rota.chunks.placement.AscendingInts;
import dev.rota.chunks.placement.Motion;
import dev.rota.chunks.placement.PackedNumbers;
import dev.rota.chunks.placement.WorkerId;
import dev.rota.chunks.routes.ServedCopies.Departure;
import dev.rota.chunks.tables.ChunksTables;
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
import java.util.function.LongUnaryOperator;

/**
 * The copies in force that are on their way out of an assignment: those that wait for routes elsewhere, and those that
 * readers have left, by the time at which they did. All other copies in force are in the target of their epoch.
 */
public final class MovingCopies {

    /** The time in the key of the row of copies that wait: readers have not left them. */
    private static final long WAITING = Long.MAX_VALUE;

    private static final int[] NONE = {};

    /** No copies; never changed. */
    private static final OfWorker NOTHING = new OfWorker();

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

        /** The copies that readers have left, by the time at which they did. */
        final TreeMap<Long, Departure> left = new TreeMap<>();
    }

    /**
     * Reads all rows.
     *
     * @param confirmed returns which of some numbers a worker has confirmed
     */
    static MovingCopies read(Tables tables, BiFunction<WorkerId, int[], int[]> confirmed) {
        MovingCopies moving = new MovingCopies();
        tables.table(ChunksTables.MOVING).forEach(Key.EMPTY, (key, row) -> {
            Key.Reader reader = key.read();
            OfWorker copies = moving.of(WorkerId.ofHex(reader.text()));
            long since = reader.number64();
            int[] numbers = PackedNumbers.unpack(row.getNumbers(), row.getCount());
            if (since == WAITING) {
                copies.waiting = numbers;
                copies.needs = new char[numbers.length];
                row.getNeeds().asCharBuffer().get(copies.needs);
                copies.confirmed = new boolean[numbers.length];
            } else {
                copies.left.put(since, new Departure(since, numbers, row.getDone()));
            }
        });
        moving.workers.forEach((worker, copies) -> moving.confirm(worker, confirmed.apply(worker, copies.waiting)));
        return moving;
    }

    private OfWorker of(WorkerId worker) {
        return workers.computeIfAbsent(worker, id -> new OfWorker());
    }

    /** Returns the copies of a worker, to be read only. */
    private OfWorker known(WorkerId worker) {
        return workers.getOrDefault(worker, NOTHING);
    }

    boolean has(WorkerId worker) {
        return workers.containsKey(worker);
    }

    /** Returns the numbers of a worker's copies that wait, ascending. */
    int[] waiting(WorkerId worker) {
        return known(worker).waiting;
    }

    /** Returns the number of routes elsewhere for which each of them waits. */
    char[] needs(WorkerId worker) {
        return known(worker).needs;
    }

    /** Returns a worker's copies that readers have left, by the time at which they did. */
    List<Departure> leftByTime(WorkerId worker) {
        return List.copyOf(known(worker).left.values());
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
        int[] all = NONE;
        for (Departure some : known(worker).left.values()) {
            all = doneOnly && !some.done() ? all : AscendingInts.union(all, some.numbers());
        }
        return all;
    }

    /** Returns the number of confirmed copies that wait for routes elsewhere. */
    public long waitingCount() {
        long count = 0;
        for (OfWorker copies : workers.values()) {
            for (boolean isConfirmed : copies.confirmed) {
                count += isConfirmed ? 1 : 0;
            }
        }
        return count;
    }

    /** Returns the number of copies that readers have left and whose grace has not passed. */
    public long inGraceCount() {
        return workers.values().stream()
                .flatMap(copies -> copies.left.values().stream())
                .filter(some -> !some.done())
                .mapToLong(some -> some.numbers().length)
                .sum();
    }

    Iterable<WorkerId> workers() {
        return List.copyOf(workers.keySet());
    }

    /** Returns the numbers of all waiting copies that may leave when they have enough routes elsewhere. */
    int[] allWaiting() {
        return workers.values().stream()
                .flatMapToInt(copies -> Arrays.stream(copies.waiting))
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
                [workers.values().stream()
                        .mapToInt(copies -> copies.waiting.length)
                        .sum()];
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
        OfWorker copies = known(worker);
        int at = Arrays.binarySearch(copies.waiting, number);
        return at < 0 || !copies.confirmed[at] ? 0 : copies.needs[at];
    }

    /** Notes which copies a worker has confirmed. */
    void confirm(WorkerId worker, int[] numbers) {
        OfWorker copies = known(worker);
        for (int number : AscendingInts.common(copies.waiting, numbers)) {
            copies.confirmed[Arrays.binarySearch(copies.waiting, number)] = true;
        }
    }

    /** Has readers leave waiting copies at a time. */
    void leave(Tables tables, WorkerId worker, int[] numbers, long now) {
        OfWorker copies = of(worker);
        wait(tables, worker, copies, AscendingInts.without(copies.waiting, numbers), NONE, 0);
        leaveAt(tables, worker, numbers, now);
    }

    /** Adds copies to those that readers leave at a time; a record of the same millisecond may have had them leave some. */
    private void leaveAt(Tables tables, WorkerId worker, int[] numbers, long now) {
        Departure before = of(worker).left.get(now);
        put(
                tables,
                worker,
                new Departure(now, before == null ? numbers : AscendingInts.union(before.numbers(), numbers), false));
    }

    /** Has readers come back to copies that they have left. */
    void recall(Tables tables, WorkerId worker, int[] numbers, int need) {
        OfWorker copies = of(worker);
        retain(tables, worker, copies, number -> !AscendingInts.has(numbers, number));
        wait(tables, worker, copies, AscendingInts.union(copies.waiting, numbers), numbers, need);
        confirm(worker, numbers);
        byChunk = null;
    }

    /** Forgets that a worker has confirmed anything. */
    void unconfirm(Tables tables, WorkerId worker) {
        OfWorker copies = workers.get(worker);
        if (copies != null) {
            Arrays.fill(copies.confirmed, false);
            retain(tables, worker, copies, number -> false);
            forgetEmpty(worker, copies);
        }
    }

    /** Forgets a worker. */
    void drop(Tables tables, WorkerId worker) {
        OfWorker copies = workers.get(worker);
        if (copies != null) {
            retain(tables, worker, copies, number -> false);
            wait(tables, worker, copies, NONE, NONE, 0);
            forgetEmpty(worker, copies);
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
        OfWorker copies = of(worker);
        retain(tables, worker, copies, number -> AscendingInts.has(motion.extra(), number));
        if (motion.leave().length > 0) {
            leaveAt(tables, worker, motion.leave(), now);
        }
        int[] waiting = AscendingInts.without(motion.extra(), left(worker));
        boolean wasThere = copies.waiting.length > 0;
        copies.waiting = waiting;
        copies.needs = new char[waiting.length];
        for (int i = 0; i < waiting.length; i++) {
            copies.needs[i] = motion.needs()[Arrays.binarySearch(motion.extra(), waiting[i])];
        }
        copies.confirmed = new boolean[waiting.length];
        writeWaiting(tables, worker, copies, wasThere);
        confirm(worker, confirmed);
        forgetEmpty(worker, copies);
        byChunk = null;
    }

    /** Replaces the waiting copies; what is known of those that stay, stays. */
    private void wait(Tables tables, WorkerId worker, OfWorker copies, int[] waiting, int[] fresh, int need) {
        if (Arrays.equals(waiting, copies.waiting)) {
            return;
        }
        boolean wasThere = copies.waiting.length > 0;
        char[] needs = new char[waiting.length];
        boolean[] confirmed = new boolean[waiting.length];
        for (int i = 0; i < waiting.length; i++) {
            int at = Arrays.binarySearch(copies.waiting, waiting[i]);
            needs[i] = at < 0 || AscendingInts.has(fresh, waiting[i]) ? (char) need : copies.needs[at];
            confirmed[i] = at >= 0 && copies.confirmed[at];
        }
        copies.waiting = waiting;
        copies.needs = needs;
        copies.confirmed = confirmed;
        writeWaiting(tables, worker, copies, wasThere);
    }

    private static void writeWaiting(Tables tables, WorkerId worker, OfWorker copies, boolean wasThere) {
        Table<MovingRow> table = tables.table(ChunksTables.MOVING);
        if (copies.waiting.length > 0) {
            ByteBuffer needs = ByteBuffer.allocate(Character.BYTES * copies.needs.length);
            needs.asCharBuffer().put(copies.needs);
            table.put(
                    key(worker, WAITING),
                    new MovingRow(copies.waiting.length, PackedNumbers.pack(copies.waiting), needs, false),
                    wasThere);
        } else if (wasThere) {
            table.drop(key(worker, WAITING));
        }
    }

    private void retain(Tables tables, WorkerId worker, OfWorker copies, IntPredicate kept) {
        for (Departure left : List.copyOf(copies.left.values())) {
            int[] numbers = Arrays.stream(left.numbers()).filter(kept).toArray();
            if (numbers.length < left.numbers().length) {
                put(tables, worker, new Departure(left.since(), numbers, left.done()));
            }
        }
    }

    private void put(Tables tables, WorkerId worker, Departure left) {
        Table<MovingRow> table = tables.table(ChunksTables.MOVING);
        OfWorker copies = of(worker);
        int[] numbers = left.numbers();
        Departure before = numbers.length > 0 ? copies.left.put(left.since(), left) : copies.left.remove(left.since());
        if (numbers.length > 0) {
            table.put(
                    key(worker, left.since()),
                    new MovingRow(numbers.length, PackedNumbers.pack(numbers), ByteBuffer.allocate(0), left.done()),
                    before != null);
        } else if (before != null) {
            table.drop(key(worker, left.since()));
        }
    }

    private void forgetEmpty(WorkerId worker, OfWorker copies) {
        if (copies.waiting.length == 0 && copies.left.isEmpty()) {
            workers.remove(worker);
        }
    }

    /**
     * Marks the copies whose grace has passed; returns when the next one may have, or the end of time.
     *
     * @param over returns when the grace of copies that readers left at a time has passed
     */
    long judge(Tables tables, LongUnaryOperator over, long now) {
        long next = Long.MAX_VALUE;
        for (Map.Entry<WorkerId, OfWorker> each : workers.entrySet()) {
            for (Departure left : List.copyOf(each.getValue().left.values())) {
                if (!left.done()) {
                    long end = over.applyAsLong(left.since());
                    if (end <= now) {
                        put(tables, each.getKey(), new Departure(left.since(), left.numbers(), true));
                    } else {
                        next = Math.min(next, end);
                    }
                }
            }
        }
        return next;
    }

    /** Returns the earliest time at which readers left copies whose grace has not passed, or the end of time. */
    long earliest() {
        return workers.values().stream()
                .flatMap(copies -> copies.left.values().stream())
                .filter(left -> !left.done())
                .mapToLong(Departure::since)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    private static Key key(WorkerId worker, long since) {
        return Key.of().text(worker.hex()).number(since).end();
    }
}
