package dev.rota.chunks.view;

import dev.rota.chunks.NetworkRow;
import dev.rota.chunks.WorkerState;
import dev.rota.chunks.placement.WorkerShare;
import dev.rota.chunks.routes.OpenSwap;
import dev.rota.chunks.view.NetworkSnapshot.DatasetTotal;
import dev.rota.chunks.view.NetworkSnapshot.WorkerView;
import dev.rota.engine.Nullable;
import dev.rota.engine.Times;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * Makes the page of a network from a snapshot of it. With routes, that reads the numbers of all replicas, some 2 ns each,
 * on the thread that renders.
 */
final class NetworkReading {

    /** The maximum number of listed workers. */
    static final int WORKERS_MAX = 2_000;

    /** The maximum number of listed datasets. */
    static final int DATASETS_MAX = 200;

    /** The number of steps of five percent; one more counts full workers. */
    static final int FILL_STEPS = 20;

    private static final long MULTIPLIED_MAX = Long.MAX_VALUE / 1_000;
    private static final int PER_MILLE = 1_000;

    private final NetworkSnapshot network;
    private final TreeMap<String, Integer> statuses = new TreeMap<>();
    private final List<Integer> fill = new ArrayList<>(Collections.nCopies(FILL_STEPS + 1, 0));
    private int withoutCapacity;
    private int unconfirmed;
    private long capacity;
    private final Map<String, WorkerRoutes> routes = new TreeMap<>();

    private NetworkReading(NetworkSnapshot network) {
        this.network = network;
        RoutesSnapshot served = network.routes();
        if (served != null) {
            served.workers().forEach(each -> routes.put(each.worker().text(), WorkerRoutes.of(each, served.shown())));
        }
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

    /** Returns how full a worker is, up to 1,000; -1 without a capacity. */
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

    static NetworkState of(NetworkSnapshot network) {
        return new NetworkReading(network).state();
    }

    private NetworkState state() {
        NetworkRow row = network.row();
        return new NetworkState(
                network.asOf(),
                row.getEpochs(),
                row.getPublished(),
                row.getPublishedAt(),
                row.getEffectiveFrom(),
                row.getNextEpoch() == Times.NEVER ? null : row.getNextEpoch(),
                row.getRefused(),
                row.getConverged(),
                row.getUnplaced(),
                row.getBytesAssigned(),
                network.policy().getSaturation(),
                network.policy().getMinReplication(),
                row.getReplication().stream()
                        .map(each ->
                                new NetworkState.Replication(each.getWeight(), each.getPlanned(), each.getAchieved()))
                        .toList(),
                network.workers().size(),
                statuses,
                unconfirmed,
                capacity,
                fill,
                withoutCapacity,
                workers(),
                network.datasets().stream().mapToLong(DatasetTotal::chunks).sum(),
                network.datasets().stream().map(DatasetTotal::bytes).reduce(BigInteger.ZERO, BigInteger::add),
                network.datasets().size(),
                network.datasets().stream()
                        .sorted(Comparator.comparing(DatasetTotal::bytes).reversed())
                        .limit(DATASETS_MAX)
                        .map(each -> new NetworkState.Dataset(each.name(), each.chunks(), each.bytes(), each.height()))
                        .toList(),
                routes());
    }

    private @Nullable NetworkState.Routes routes() {
        RoutesSnapshot served = network.routes();
        return served == null
                ? null
                : new NetworkState.Routes(
                        served.view(),
                        served.shown().cardinality(),
                        served.visibleReplicas(),
                        served.graceMs(),
                        sum(WorkerRoutes::routes),
                        network.workers().stream()
                                .mapToLong(WorkerView::missing)
                                .sum(),
                        sum(WorkerRoutes::waiting),
                        sum(WorkerRoutes::inGrace),
                        sum(WorkerRoutes::left),
                        served.swapCount(),
                        served.swaps().stream().map(NetworkReading::swap).toList());
    }

    private static NetworkState.Swap swap(OpenSwap swap) {
        return new NetworkState.Swap(
                swap.dataset(),
                swap.old(),
                swap.fresh(),
                swap.waiting(),
                swap.first().stream()
                        .map(fresh -> new NetworkState.Fresh(swap.dataset() + "/" + fresh.id(), fresh.routes()))
                        .toList());
    }

    private long sum(ToLongFunction<WorkerRoutes> count) {
        return routes.values().stream().mapToLong(count).sum();
    }

    private List<NetworkState.Worker> workers() {
        return network.workers().stream()
                .sorted(Comparator.comparing((WorkerView worker) -> worker.status() == WorkerState.ONLINE)
                        .thenComparing(Comparator.comparingLong(NetworkReading::perMille)
                                .reversed()))
                .limit(WORKERS_MAX)
                .map(worker -> new NetworkState.Worker(
                        worker.id(),
                        worker.status().name(),
                        worker.version(),
                        worker.inAssignment().name(),
                        worker.capacity(),
                        worker.bytes(),
                        perMille(worker),
                        worker.assigned(),
                        worker.missing(),
                        worker.confirmedEpoch(),
                        worker.draining(),
                        routes.get(worker.id())))
                .toList();
    }
}
