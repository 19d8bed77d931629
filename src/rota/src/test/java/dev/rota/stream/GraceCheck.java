package dev.rota.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.CatalogEntry;
import dev.rota.chunks.RouteView;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.chunks.scheduler.ChunksDomain;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Goes through a network's decisions in their order, and checks by the time of their records that a copy leaves its
 * worker's assignment only after readers have left it for the whole grace.
 */
final class GraceCheck {

    private final long graceMs;
    private final SortedMap<String, SortedSet<Integer>> assigned = new TreeMap<>();

    /** When readers left copies, by worker and chunk; the end of time for copies that they use. */
    private final SortedMap<String, SortedMap<Integer, Long>> left = new TreeMap<>();

    /** Chunks that are removed or replaced; their copies go at once. */
    private final SortedSet<Integer> removed = new TreeSet<>();

    private int kept;

    private GraceCheck(long graceMs) {
        this.graceMs = graceMs;
    }

    static GraceCheck of(Tenant tenant, String network, long graceMs) {
        GraceCheck check = new GraceCheck(graceMs);
        for (ConsumerRecord<byte[], byte[]> record :
                Objects.requireNonNull(Decisions.of(tenant, new ChunksDomain()).get(network))) {
            SpecificRecord decision = Decisions.read(tenant, record);
            if (decision instanceof RouteView view) {
                check.take(view, record.timestamp());
            } else if (decision instanceof WorkerAssignment assignment) {
                check.take(assignment, record.timestamp());
            } else if (decision instanceof CatalogEntry entry) {
                check.removed.addAll(entry.getRemoved());
            }
        }
        return check;
    }

    /** Returns how many copies were kept for their grace. */
    int kept() {
        return kept;
    }

    private void take(RouteView view, long time) {
        removed.addAll(numbers(view.getHidden()));
        view.getChanges().forEach(change -> {
            SortedMap<Integer, Long> own = left.computeIfAbsent(change.getWorker(), worker -> new TreeMap<>());
            if (change.getCleared()) {
                own.clear();
            }
            numbers(change.getRemoved()).forEach(number -> own.replace(number, time));
            numbers(change.getAdded()).forEach(number -> own.put(number, Long.MAX_VALUE));
        });
    }

    private void take(WorkerAssignment assignment, long time) {
        SortedSet<Integer> now = new TreeSet<>(numbers(assignment.getChunks()));
        SortedSet<Integer> before = assigned.getOrDefault(assignment.getWorker(), new TreeSet<>());
        SortedMap<Integer, Long> own = left.getOrDefault(assignment.getWorker(), new TreeMap<>());
        for (int number : before) {
            Long since = own.get(number);
            if (!now.contains(number) && !removed.contains(number) && since != null) {
                assertThat(since)
                        .as("when readers left %s on %s", number, assignment.getWorker())
                        .isLessThanOrEqualTo(time - graceMs);
                own.remove(number);
                kept++;
            }
        }
        assigned.put(assignment.getWorker(), now);
    }

    private static List<Integer> numbers(List<Integer> deltas) {
        int[] last = {0};
        return deltas.stream().map(delta -> last[0] += delta).toList();
    }
}
