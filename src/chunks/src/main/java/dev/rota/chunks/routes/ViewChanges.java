package dev.rota.chunks.routes;

import dev.rota.chunks.RouteView;
import dev.rota.chunks.placement.AscendingInts;
import dev.rota.chunks.placement.WorkerId;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/** The changes of one step for readers, until they are published as a view. */
public final class ViewChanges {

    private final BitSet shown = new BitSet();
    private final BitSet hidden = new BitSet();
    private final TreeMap<WorkerId, OfWorker> workers =
            new TreeMap<>(Comparator.<WorkerId>naturalOrder().thenComparing(WorkerId::text));
    private boolean begun;
    private boolean ended;

    /** The changes of one worker's routes. */
    static final class OfWorker {
        boolean cleared;
        int[] added = {};
        int[] removed = {};

        boolean isNothing() {
            return !cleared && added.length == 0 && removed.length == 0;
        }
    }

    public void show(int number) {
        shown.set(number);
    }

    public void hide(int number) {
        if (shown.get(number)) {
            shown.clear(number);
        } else {
            hidden.set(number);
        }
    }

    /** Adds routes that a worker does not have yet. */
    public void add(WorkerId worker, int[] numbers) {
        OfWorker change = of(worker, numbers);
        int[] back = AscendingInts.common(numbers, change.removed);
        change.removed = AscendingInts.without(change.removed, back);
        change.added = AscendingInts.union(change.added, AscendingInts.without(numbers, back));
    }

    /** Removes routes that a worker has. */
    public void remove(WorkerId worker, int[] numbers) {
        OfWorker change = of(worker, numbers);
        int[] taken = AscendingInts.common(numbers, change.added);
        change.added = AscendingInts.without(change.added, taken);
        change.removed = AscendingInts.union(change.removed, AscendingInts.without(numbers, taken));
    }

    /** Removes all routes of a worker. */
    public void clear(WorkerId worker) {
        OfWorker change = new OfWorker();
        change.cleared = true;
        workers.put(worker, change);
    }

    /** Switches routes on: that is published, also if there is no route yet. */
    public void begin() {
        begun = true;
    }

    /** Switches routes off: nothing that the step has changed before matters any more. */
    public void end() {
        shown.clear();
        hidden.clear();
        workers.clear();
        ended = true;
    }

    private OfWorker of(WorkerId worker, int[] numbers) {
        return numbers.length == 0
                ? workers.getOrDefault(worker, new OfWorker())
                : workers.computeIfAbsent(worker, id -> new OfWorker());
    }

    public boolean isEmpty() {
        return !begun
                && !ended
                && shown.isEmpty()
                && hidden.isEmpty()
                && workers.values().stream().allMatch(OfWorker::isNothing);
    }

    /** Returns the records of the view, and begins anew. */
    public List<RouteView> take(String network, long view) {
        ViewParts parts = new ViewParts(network, view);
        if (ended) {
            parts.end();
        }
        parts.shown(shown.stream().toArray());
        parts.hidden(hidden.stream().toArray());
        workers.forEach((worker, change) -> parts.change(worker.text(), change));
        shown.clear();
        hidden.clear();
        workers.clear();
        begun = false;
        ended = false;
        return parts.all();
    }
}
