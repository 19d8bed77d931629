package dev.rota.chunks.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.RouteChange;
import dev.rota.chunks.RouteView;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** A reader as PROTOCOL.md describes it: plain sets, to which it applies each view. */
public final class RoutesReader {

    public final SortedSet<Integer> visible = new TreeSet<>();

    /** The chunks that each worker serves, as far as they are visible. */
    final SortedMap<String, SortedSet<Integer>> served = new TreeMap<>();

    private final List<RouteView> parts = new ArrayList<>();
    private final SortedSet<Integer> gone = new TreeSet<>();
    long view;

    /** Returns the number of the last whole view. */
    public long view() {
        return view;
    }

    public void take(RouteView part) {
        assertThat(part.getView()).isEqualTo(view + 1);
        parts.add(part);
        assertThat(part.getPart()).isEqualTo(parts.size());
        if (part.getPart() == part.getParts()) {
            view++;
            parts.forEach(this::apply);
            parts.clear();
        }
    }

    private void apply(RouteView part) {
        if (part.getEnded()) {
            visible.clear();
            served.clear();
        }
        for (int number : numbers(part.getShown())) {
            assertThat(visible.add(number)).as("shown twice: %s", number).isTrue();
            assertThat(gone).as("hidden before").doesNotContain(number);
        }
        for (int number : numbers(part.getHidden())) {
            assertThat(visible.remove(number)).as("not shown: %s", number).isTrue();
            gone.add(number);
        }
        for (RouteChange change : part.getChanges()) {
            SortedSet<Integer> own = of(change.getWorker());
            if (change.getCleared()) {
                own.clear();
            }
            for (int number : numbers(change.getRemoved())) {
                assertThat(own.remove(number))
                        .as("%s on %s", number, change.getWorker())
                        .isTrue();
            }
            for (int number : numbers(change.getAdded())) {
                assertThat(own.add(number))
                        .as("%s on %s", number, change.getWorker())
                        .isTrue();
            }
        }
    }

    public SortedSet<Integer> of(String worker) {
        return served.computeIfAbsent(worker, id -> new TreeSet<>());
    }

    private static List<Integer> numbers(List<Integer> deltas) {
        List<Integer> numbers = new ArrayList<>();
        int number = 0;
        for (int delta : deltas) {
            number += delta;
            numbers.add(number);
        }
        return numbers;
    }
}
