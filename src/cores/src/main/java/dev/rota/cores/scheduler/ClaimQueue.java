package dev.rota.cores.scheduler;

import dev.rota.cores.BlockRow;
import dev.rota.cores.QueuedClaim;
import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import dev.rota.engine.Step;
import dev.rota.engine.Table;
import dev.rota.engine.Tables;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The queue of claims. Each waiting claim is pinned to a thread core in advance, round robin, so that the cores' shares
 * are even. The claims are the rows of {@link CoresTables#QUEUE}; in memory they are in order, with an index of each
 * core's share.
 */
public final class ClaimQueue {

    /**
     * The place of a waiting claim.
     *
     * @param ahead the number of claims before it that are pinned to the same core
     * @param position its position in the whole queue, from 1
     */
    public record Place(QueuedClaim claim, int ahead, int position) {}

    private final NavigableMap<Key, QueuedClaim> inOrder = new TreeMap<>();
    private final List<Deque<Table.Entry<QueuedClaim>>> shares = new ArrayList<>();
    private int nextOffset;
    private long nextSequence;

    /** Creates an empty queue. */
    ClaimQueue(int threadCores) {
        resize(threadCores);
    }

    /** Reads the queue from its rows. */
    static ClaimQueue load(Tables tables, int threadCores, BlockRow row) {
        ClaimQueue queue = new ClaimQueue(threadCores);
        queue.nextOffset = row.getNextOffset();
        queue.nextSequence = row.getNextSequence();
        try (Table.Cursor<QueuedClaim> cursor = tables.table(CoresTables.QUEUE).scan(Key.EMPTY)) {
            for (Table.Entry<QueuedClaim> entry = cursor.next(); entry != null; entry = cursor.next()) {
                queue.add(entry);
            }
        }
        return queue;
    }

    public int length() {
        return inOrder.size();
    }

    int nextOffset() {
        return nextOffset;
    }

    long nextSequence() {
        return nextSequence;
    }

    /** Returns the number of claims that are pinned to a core. */
    public int length(int offset) {
        return shares.get(offset).size();
    }

    /** Returns the largest number of claims that are pinned to one core. */
    int longestShare() {
        return shares.stream().mapToInt(Deque::size).max().orElse(0);
    }

    /** Returns the place of the claim for a para, or null if it is not queued. */
    public @Nullable Place place(int para) {
        for (Deque<Table.Entry<QueuedClaim>> share : shares) {
            int ahead = 0;
            for (Table.Entry<QueuedClaim> entry : share) {
                if (entry.row().getPara() == para) {
                    return new Place(entry.row(), ahead, position(entry.key()));
                }
                ahead++;
            }
        }
        return null;
    }

    private int position(Key key) {
        return inOrder.headMap(key, true).size();
    }

    /** Appends a claim, pinned to the next core. */
    QueuedClaim enqueue(Step step, PendingClaim pending) {
        QueuedClaim claim =
                new QueuedClaim(nextOffset, pending.para(), pending.collator(), pending.retries(), pending.id());
        Key key = Key.of(nextSequence++);
        nextOffset = after(nextOffset);
        step.table(CoresTables.QUEUE).insert(key, claim);
        add(new Table.Entry<>(key, claim));
        return claim;
    }

    /** Returns the offset after this one, round robin. */
    int after(int offset) {
        return offset + 1 == shares.size() ? 0 : offset + 1;
    }

    /** Returns the first claim pinned to a core. */
    @Nullable
    QueuedClaim head(int offset) {
        Table.Entry<QueuedClaim> first = shares.get(offset).peekFirst();
        return first == null ? null : first.row();
    }

    /** Removes and returns the first claim pinned to a core. */
    @Nullable
    QueuedClaim take(Step step, int offset) {
        Table.Entry<QueuedClaim> first = shares.get(offset).pollFirst();
        if (first == null) {
            return null;
        }
        inOrder.remove(first.key());
        step.table(CoresTables.QUEUE).delete(first.key());
        return first.row();
    }

    /** Removes and returns all claims, in order, and resets the queue to another number of cores. */
    List<QueuedClaim> restart(Step step, int threadCores) {
        List<QueuedClaim> all = List.copyOf(inOrder.values());
        Table<QueuedClaim> table = step.table(CoresTables.QUEUE);
        inOrder.keySet().forEach(table::delete);
        inOrder.clear();
        resize(threadCores);
        return all;
    }

    /** Returns up to {@code limit} claims, the first ones. */
    public List<QueuedClaim> first(int limit) {
        List<QueuedClaim> first = new ArrayList<>(Math.min(limit, inOrder.size()));
        for (QueuedClaim claim : inOrder.values()) {
            if (first.size() == limit) {
                break;
            }
            first.add(claim);
        }
        return first;
    }

    void forEach(Consumer<QueuedClaim> visit) {
        inOrder.values().forEach(visit);
    }

    private void resize(int threadCores) {
        shares.clear();
        for (int offset = 0; offset < threadCores; offset++) {
            shares.add(new ArrayDeque<>(0));
        }
        nextOffset = 0;
    }

    private void add(Table.Entry<QueuedClaim> entry) {
        shares.get(entry.row().getOffset()).addLast(entry);
        inOrder.put(entry.key(), entry.row());
    }
}
