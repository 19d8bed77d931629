package dev.rota.chunks.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.CatalogEntry;
import dev.rota.chunks.Chunk;
import dev.rota.chunks.Epoch;
import dev.rota.chunks.EpochEvent;
import dev.rota.chunks.EpochStatus;
import dev.rota.chunks.RouteView;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.engine.Decision;
import dev.rota.engine.Nullable;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What must hold of routes after each event, by plain sets that are computed again each time: from events and outputs
 * alone, without the scheduler's rows.
 */
final class RoutesModel {

    /** The time in place of that of copies whose grace has passed. */
    private static final long PASSED = Long.MIN_VALUE;

    final RoutesReader reader = new RoutesReader();

    /** What a worker is known to be. */
    static final class Worker {
        long capacity;
        boolean flagged;
        boolean draining;
        boolean here;

        @Nullable
        Long confirmed;

        SortedSet<Integer> assigned = new TreeSet<>();

        /** The epoch since which each chunk was assigned without a break. */
        SortedMap<Integer, Long> since = new TreeMap<>();

        /** When readers left each copy that is confirmed. */
        SortedMap<Integer, Long> left = new TreeMap<>();

        SortedSet<Integer> confirmed() {
            SortedSet<Integer> sure = new TreeSet<>();
            since.forEach((chunk, epoch) -> {
                if (confirmed != null && confirmed >= epoch) {
                    sure.add(chunk);
                }
            });
            return sure;
        }
    }

    final SortedMap<String, Worker> workers = new TreeMap<>();

    /** The sizes of the listed chunks. */
    final SortedMap<Integer, Long> listed = new TreeMap<>();

    /** The chunks that wait to replace others, and those that they replace. */
    final List<SortedMap<Boolean, SortedSet<Integer>>> swaps = new ArrayList<>();

    long published;
    long epochs;
    long converged;
    int visibleReplicas = 1;
    long graceMs;

    /** Whether the policy has routes. */
    boolean on = true;

    long forced;

    @Nullable
    Epoch last;

    Worker worker(String id) {
        return workers.computeIfAbsent(id, each -> new Worker());
    }

    /** Takes a ping's confirmation before it is decided. */
    void confirm(String id, @Nullable Long epoch) {
        Worker worker = worker(id);
        worker.here = true;
        if (epoch == null || published == 0 || epoch > epochs) {
            return;
        }
        @Nullable Long before = worker.confirmed;
        long held = Math.min(epoch, published);
        if (before == null || epoch == 0 || held > before) {
            worker.confirmed = held;
            if (before == null ? held < published : epoch == 0 && before > 0) {
                worker.since.replaceAll((chunk, known) -> published);
            }
            if (epoch == 0) {
                worker.left.clear();
            }
        }
    }

    void gone(String id) {
        Worker worker = worker(id);
        worker.here = false;
        worker.confirmed = null;
        worker.left.clear();
        worker.flagged = false;
        worker.draining = false;
    }

    /** Notes the graces that have passed by a time; they stay passed if the policy's grace grows. */
    void passGraces(long now) {
        workers.values()
                .forEach(worker -> worker.left.replaceAll((chunk, left) -> left + graceMs <= now ? PASSED : left));
    }

    /** Returns the number of copies that readers have left and whose grace has not passed. */
    long inGrace() {
        return workers.values().stream()
                .flatMap(worker -> worker.left.values().stream())
                .filter(left -> left != PASSED)
                .count();
    }

    /** Takes the decisions of one event, and checks what holds after it. */
    void take(List<Decision> decided, long now) {
        passGraces(now);
        SortedMap<String, SortedSet<Integer>> fresh = new TreeMap<>();
        SortedSet<Integer> before = new TreeSet<>(reader.visible);
        for (Decision one : decided) {
            if (one.value() instanceof CatalogEntry entry) {
                int number = entry.getFirstNumber();
                for (Chunk chunk : entry.getChunks()) {
                    listed.put(number++, chunk.getSize());
                }
                entry.getRemoved().forEach(gone -> listed.remove(gone));
            } else if (one.value() instanceof WorkerAssignment assignment) {
                fresh.put(assignment.getWorker(), new TreeSet<>(ChunksLog.numbers(assignment)));
            } else if (one.value() instanceof Epoch epoch) {
                epochs = epoch.getEpoch();
                last = epoch;
                if (epoch.getStatus() == EpochStatus.PUBLISHED) {
                    published = epoch.getEpoch();
                    assign(fresh, now);
                    assertThat(epoch.getRoutesForced())
                            .as("forced by %s", epoch)
                            .isEqualTo(forced);
                }
            } else if (one.value() instanceof EpochEvent event) {
                converged = event.getEpoch();
            } else if (one.value() instanceof RouteView view) {
                reader.take(view);
            }
        }
        if (on) {
            noteLeft(now);
            check(before);
        } else {
            assertThat(reader.visible).isEmpty();
            workers.values().forEach(worker -> worker.left.clear());
        }
    }

    private void assign(SortedMap<String, SortedSet<Integer>> fresh, long now) {
        forced = 0;
        workers.forEach((id, worker) -> {
            SortedSet<Integer> share = fresh.getOrDefault(id, new TreeSet<>());
            SortedSet<Integer> sure = worker.confirmed();
            long bytes = share.stream()
                    .mapToLong(chunk -> listed.getOrDefault(chunk, 0L))
                    .sum();
            assertThat(bytes).as("bytes on %s", id).isLessThanOrEqualTo(worker.capacity);
            for (int chunk : worker.assigned) {
                if (on && !share.contains(chunk) && sure.contains(chunk) && listed.containsKey(chunk)) {
                    forced += worker.left.getOrDefault(chunk, now) == PASSED ? 0 : 1;
                }
            }
            SortedMap<Integer, Long> since = new TreeMap<>();
            share.forEach(chunk -> since.put(chunk, worker.since.getOrDefault(chunk, published)));
            worker.since = since;
            worker.assigned = share;
            worker.left.keySet().retainAll(share);
        });
    }

    /** Notes which confirmed copies readers have left or come back to. */
    private void noteLeft(long now) {
        workers.forEach((id, worker) -> {
            SortedSet<Integer> routes = reader.of(id);
            for (int chunk : worker.confirmed()) {
                if (routes.contains(chunk)) {
                    worker.left.remove(chunk);
                } else {
                    worker.left.putIfAbsent(chunk, now);
                }
            }
        });
    }

    private void check(SortedSet<Integer> before) {
        SortedSet<Integer> reached = new TreeSet<>();
        workers.forEach((id, worker) -> {
            assertThat(worker.confirmed()).as("confirmed by %s", id).containsAll(reader.of(id));
            reached.addAll(reader.of(id));
        });
        SortedSet<Integer> confirmed = new TreeSet<>();
        workers.values().forEach(worker -> confirmed.addAll(worker.confirmed()));
        confirmed.retainAll(reader.visible);
        assertThat(reached).as("visible chunks with a confirmed copy").containsAll(confirmed);
        assertThat(listed.keySet()).as("listed").containsAll(reader.visible);
        for (int chunk : before) {
            assertThat(reader.visible.contains(chunk) || !listed.containsKey(chunk))
                    .as("%s stays visible", chunk)
                    .isTrue();
        }
        for (int chunk : listed.keySet()) {
            long routes = workers.values().stream()
                    .filter(worker -> !worker.flagged && worker.here)
                    .filter(worker -> worker.confirmed().contains(chunk) && !worker.left.containsKey(chunk))
                    .count();
            boolean waits = swaps.stream()
                    .anyMatch(swap -> swap.getOrDefault(true, new TreeSet<>()).contains(chunk)
                            && swap.getOrDefault(false, new TreeSet<>()).stream()
                                    .anyMatch(number -> listed.containsKey(number)));
            if (routes >= visibleReplicas && !waits) {
                assertThat(reader.visible).as("%s has %s routes", chunk, routes).contains(chunk);
            }
        }
        for (SortedMap<Boolean, SortedSet<Integer>> swap : swaps) {
            boolean some = swap.getOrDefault(true, new TreeSet<>()).stream()
                    .anyMatch(number -> reader.visible.contains(number));
            boolean old = swap.getOrDefault(false, new TreeSet<>()).stream()
                    .anyMatch(number -> reader.visible.contains(number));
            assertThat(some && old).as("old and new of %s", swap).isFalse();
        }
    }

    /** Returns whether readers may use all copies that are assigned, and only those. */
    boolean isAtRest() {
        return workers.entrySet().stream()
                .allMatch(each -> each.getValue().assigned.equals(reader.of(each.getKey())));
    }
}
