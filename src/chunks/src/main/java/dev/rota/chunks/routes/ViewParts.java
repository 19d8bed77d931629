package dev.rota.chunks.routes;

import dev.rota.chunks.RouteChange;
import dev.rota.chunks.RouteView;
import dev.rota.chunks.placement.Deltas;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;

/** Divides a view into records. */
final class ViewParts {

    /** The number of chunk numbers per record; a number takes up to five bytes. */
    private static final int PART_NUMBERS = 150_000;

    /** The number of workers per record: names take room as well. */
    private static final int PART_WORKERS = 1_000;

    private final String network;
    private final long view;
    private final List<Part> parts = new ArrayList<>();
    private boolean ended;

    /** A record in the making. */
    private static final class Part {
        int room = PART_NUMBERS;
        List<Integer> shown = List.of();
        List<Integer> hidden = List.of();
        final List<RouteChange> changes = new ArrayList<>();
    }

    ViewParts(String network, long view) {
        this.network = network;
        this.view = view;
        parts.add(new Part());
    }

    private Part last() {
        return parts.get(parts.size() - 1);
    }

    void end() {
        ended = true;
    }

    void shown(int[] numbers) {
        divide(numbers, (part, some) -> part.shown = some);
    }

    void hidden(int[] numbers) {
        divide(numbers, (part, some) -> part.hidden = some);
    }

    private void divide(int[] numbers, BiConsumer<Part, List<Integer>> taker) {
        for (int from = 0; from < numbers.length; ) {
            if (last().room == 0) {
                parts.add(new Part());
            }
            int to = from + Math.min(last().room, numbers.length - from);
            last().room -= to - from;
            taker.accept(last(), Deltas.of(Arrays.copyOfRange(numbers, from, to)));
            from = to;
        }
    }

    void change(String worker, ViewChanges.OfWorker change) {
        if (change.isNothing()) {
            return;
        }
        if (last().changes.size() >= PART_WORKERS) {
            parts.add(new Part());
        }
        if (change.cleared) {
            last().changes.add(new RouteChange(worker, true, List.of(), List.of()));
        }
        divide(change.removed, (part, some) -> part.changes.add(new RouteChange(worker, false, List.of(), some)));
        divide(change.added, (part, some) -> part.changes.add(new RouteChange(worker, false, some, List.of())));
    }

    List<RouteView> all() {
        List<RouteView> records = new ArrayList<>();
        for (Part part : parts) {
            records.add(new RouteView(
                    network, view, records.size() + 1, parts.size(), part.shown, part.hidden, part.changes, ended));
        }
        return records;
    }
}
