package dev.rota.chunks.export;

import dev.rota.chunks.RouteChange;
import dev.rota.chunks.RouteView;
import dev.rota.chunks.placement.AscendingInts;
import dev.rota.chunks.placement.Deltas;
import dev.rota.chunks.placement.WorkerId;
import dev.rota.engine.NotThere;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.TreeMap;

/** The knowledge of a network's readers, from its records of routes. A view holds once all its parts are there. */
final class FollowedRoutes {

    private static final int[] NONE = {};

    private final BitSet shown = new BitSet();
    private final TreeMap<WorkerId, int[]> served = new TreeMap<>();
    private final List<RouteView> parts = new ArrayList<>();
    private long view;
    private boolean areOn;

    /** Returns the number of the last whole view; 0 if there is none. */
    long view() {
        return view;
    }

    /** Returns whether there is a view, and routes were not switched off by the last one. */
    boolean areOn() {
        return areOn;
    }

    BitSet shown() {
        return shown;
    }

    /** Returns the numbers of the chunks that a worker serves, whether they are shown or not, ascending. */
    int[] servedBy(WorkerId worker) {
        return served.getOrDefault(worker, NONE);
    }

    /**
     * Takes the next record.
     *
     * @throws NotThere if records before it are missing
     */
    void take(RouteView part) {
        if (part.getView() != view + 1 || part.getPart() != parts.size() + 1) {
            throw new NotThere("expected part " + (parts.size() + 1) + " of view " + (view + 1) + " of network "
                    + part.getNetwork() + ", but chunks.routes has part " + part.getPart() + " of view "
                    + part.getView() + ": retention has deleted the rest, or the topic was tampered with");
        }
        parts.add(part);
        if (part.getPart() == part.getParts()) {
            parts.forEach(this::apply);
            parts.clear();
            view++;
        }
    }

    private void apply(RouteView part) {
        areOn = !part.getEnded();
        if (part.getEnded()) {
            shown.clear();
            served.clear();
        }
        for (int number : Deltas.numbers(part.getShown())) {
            shown.set(number);
        }
        for (int number : Deltas.numbers(part.getHidden())) {
            shown.clear(number);
        }
        part.getChanges().forEach(this::apply);
    }

    private void apply(RouteChange change) {
        WorkerId worker = WorkerId.of(change.getWorker());
        int[] before = change.getCleared() ? NONE : servedBy(worker);
        int[] kept = AscendingInts.without(before, Deltas.numbers(change.getRemoved()));
        int[] now = AscendingInts.union(kept, AscendingInts.without(Deltas.numbers(change.getAdded()), kept));
        if (now.length == 0) {
            served.remove(worker);
        } else {
            served.put(worker, now);
        }
    }
}
