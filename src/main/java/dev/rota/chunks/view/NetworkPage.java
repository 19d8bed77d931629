package dev.rota.chunks.view;

import dev.rota.chunks.NetworkRow;
import dev.rota.chunks.WorkerState;
import dev.rota.chunks.placement.NetworkWorker;
import dev.rota.chunks.placement.WorkerShare;
import dev.rota.chunks.view.NetworkSnapshot.DatasetTotal;
import dev.rota.chunks.view.NetworkSnapshot.WorkerView;
import dev.rota.engine.text.JsonText;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * The state of a network, in JSON: its epochs, how full its workers are, and those workers and datasets that come first
 * when somebody looks for trouble.
 */
public final class NetworkPage {
    public static final String NAME = "state.json";

    /** Workers that the page has: those that need attention, then the fullest. */
    static final int WORKERS_MAX = 2_000;
    /** Datasets that it has: the largest. */
    static final int DATASETS_MAX = 200;
    /** Steps of five percent, and one for those that are full. */
    static final int FILL_STEPS = 20;

    private static final long MULTIPLIED_MAX = Long.MAX_VALUE / 1_000;
    private static final int PER_MILLE = 1_000;

    private final NetworkSnapshot network;
    private final TreeMap<String, Integer> statuses = new TreeMap<>();
    private final List<Integer> fill = new ArrayList<>(Collections.nCopies(FILL_STEPS + 1, 0));
    private int withoutCapacity;
    private int unconfirmed;
    private long capacity;

    private NetworkPage(NetworkSnapshot network) {
        this.network = network;
        for (WorkerView worker : network.workers()) {
            statuses.merge(worker.status().name(), 1, Integer::sum);
            unconfirmed += worker.isReliable() && !hasConfirmed(worker) ? 1 : 0;
            Long room = worker.capacity();
            if (room == null) {
                withoutCapacity++;
                continue;
            }
            int step = (int) (perMille(worker) * FILL_STEPS / PER_MILLE);
            fill.set(step, fill.get(step) + 1);
            if (worker.isReliable()) {
                capacity = WorkerShare.saturated(capacity, room);
            }
        }
    }

    private static boolean hasConfirmed(WorkerView worker) {
        return worker.confirmedEpoch() != null && worker.missing() == 0;
    }

    /** How full a worker is, at most 1,000; -1 without capacity. */
    static long perMille(WorkerView worker) {
        Long room = worker.capacity();
        if (room == null) {
            return -1;
        }
        if (worker.bytes() >= room) {
            return PER_MILLE;
        }
        return worker.bytes() <= MULTIPLIED_MAX
                ? worker.bytes() * PER_MILLE / room
                : Math.min(PER_MILLE - 1, worker.bytes() / (room / PER_MILLE));
    }

    static String of(NetworkSnapshot network) {
        return JsonText.object(new NetworkPage(network)::write);
    }

    private void write(JsonText json) {
        NetworkRow row = network.row();
        json.field("asOf", network.asOf())
                .field("epochs", row.getEpochs())
                .field("published", row.getPublished())
                .field("publishedAt", row.getPublishedAt())
                .field("effectiveFrom", row.getEffectiveFrom())
                .field("nextEpoch", row.getNextEpoch() == NetworkWorker.NEVER ? null : (Number) row.getNextEpoch())
                .field("refused", row.getRefused())
                .field("converged", row.getConverged())
                .field("unplaced", row.getUnplaced())
                .field("bytesAssigned", row.getBytesAssigned())
                .field("saturation", (Number) network.policy().getSaturation())
                .field("minReplication", network.policy().getMinReplication())
                .list(
                        "replication",
                        row.getReplication(),
                        (weight, each) -> each.field("weight", weight.getWeight())
                                .field("planned", weight.getPlanned())
                                .field("achieved", weight.getAchieved()));
        workers(json);
        datasets(json);
    }

    private void workers(JsonText json) {
        json.field("workerCount", network.workers().size())
                .object("statuses", each -> statuses.forEach((status, count) -> each.field(status, count.longValue())))
                .field("unconfirmed", unconfirmed)
                .field("capacity", capacity)
                .numbers("fill", fill)
                .field("withoutCapacity", withoutCapacity)
                .list(
                        "workers",
                        network.workers().stream()
                                .sorted(Comparator.comparing(
                                                (WorkerView worker) -> worker.status() == WorkerState.ONLINE)
                                        .thenComparing(Comparator.comparingLong(NetworkPage::perMille)
                                                .reversed()))
                                .limit(WORKERS_MAX)
                                .toList(),
                        NetworkPage::worker);
    }

    private static void worker(WorkerView worker, JsonText json) {
        json.field("worker", worker.id())
                .field("status", worker.status().name())
                .field("version", worker.version())
                .field("assignmentStatus", worker.inAssignment().name())
                .field("capacity", worker.capacity())
                .field("bytes", worker.bytes())
                .field("perMille", perMille(worker))
                .field("chunks", worker.assigned())
                .field("missing", worker.missing())
                .field("confirmedEpoch", worker.confirmedEpoch())
                .field("draining", worker.draining());
    }

    private void datasets(JsonText json) {
        BigInteger bytes =
                network.datasets().stream().map(DatasetTotal::bytes).reduce(BigInteger.ZERO, BigInteger::add);
        json.field(
                        "chunks",
                        network.datasets().stream()
                                .mapToLong(DatasetTotal::chunks)
                                .sum())
                .field("bytes", (Number) bytes)
                .field("datasetCount", network.datasets().size())
                .list(
                        "datasets",
                        network.datasets().stream()
                                .sorted(Comparator.comparing(DatasetTotal::bytes)
                                        .reversed())
                                .limit(DATASETS_MAX)
                                .toList(),
                        (dataset, each) -> each.field("dataset", dataset.name())
                                .field("chunks", dataset.chunks())
                                .field("bytes", (Number) dataset.bytes())
                                .field("height", dataset.height()));
    }
}
