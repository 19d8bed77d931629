package dev.rota.chunks.view;

import dev.rota.chunks.NetworkRow;
import dev.rota.chunks.WorkerState;
import dev.rota.chunks.epoch.Network;
import dev.rota.chunks.placement.NetworkWorker;
import dev.rota.chunks.placement.WorkerShare;
import dev.rota.chunks.policy.Policy;
import dev.rota.chunks.routes.Routes;
import dev.rota.engine.Readings;
import dev.rota.engine.Times;
import dev.rota.engine.UnitGauge;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The gauges of a storage network. */
public final class NetworkGauges {

    private static final UnitGauge EPOCH = UnitGauge.of("epoch", "The number of the latest epoch");
    private static final UnitGauge REFUSED =
            UnitGauge.of("epoch_refused", "1 if the latest epoch could not be published, else 0");
    private static final UnitGauge PUBLISHED = UnitGauge.moment("published", "When the last epoch was published");
    private static final UnitGauge NEXT = UnitGauge.moment("next_epoch", "When the next epoch is due");
    private static final UnitGauge UNPLACED =
            UnitGauge.of("unplaced_chunks", "Chunks to which the last published epoch gave no place");
    private static final UnitGauge ASSIGNED =
            UnitGauge.of("assigned_bytes", "Bytes that the last published epoch assigned");
    private static final UnitGauge CAPACITY = UnitGauge.of("capacity_bytes", "Capacity of the reliable workers");
    private static final UnitGauge PLANNED =
            UnitGauge.of("replicas_planned", "Replicas that the last published epoch planned, by weight", "weight");
    private static final UnitGauge ACHIEVED =
            UnitGauge.of("replicas_achieved", "Replicas that the last published epoch achieved, by weight", "weight");
    private static final UnitGauge WORKERS = UnitGauge.of("workers", "Workers by status", "status");

    private static final UnitGauge CONVERGED =
            UnitGauge.of("converged_epoch", "The number of the last epoch that all workers online have confirmed");
    private static final UnitGauge MISSING =
            UnitGauge.of("missing_chunks", "Assigned chunks that workers, of those that confirm, have not confirmed");
    private static final UnitGauge UNCONFIRMED =
            UnitGauge.of("unconfirmed_workers", "Workers online that have not confirmed all that is assigned to them");

    private static final UnitGauge VISIBLE = UnitGauge.of("visible_chunks", "Chunks that readers may use");
    private static final UnitGauge WAITING =
            UnitGauge.of("waiting_routes", "Copies that wait for routes elsewhere before readers leave them");
    private static final UnitGauge IN_GRACE =
            UnitGauge.of("copies_in_grace", "Copies that readers have left and whose grace has not passed");

    public static final List<UnitGauge> ALL = List.of(
            EPOCH,
            REFUSED,
            PUBLISHED,
            NEXT,
            UNPLACED,
            ASSIGNED,
            CAPACITY,
            PLANNED,
            ACHIEVED,
            WORKERS,
            CONVERGED,
            MISSING,
            UNCONFIRMED,
            VISIBLE,
            WAITING,
            IN_GRACE);

    /** The maximum number of weights that are shown. */
    private static final int WEIGHTS_MAX = 20;

    private NetworkGauges() {}

    public static void read(Network network, Readings readings) {
        NetworkRow row = network.row();
        readings.add(EPOCH, row.getEpochs());
        readings.add(REFUSED, row.getRefused() ? 1 : 0);
        if (row.getPublishedAt() > 0) {
            readings.add(PUBLISHED, row.getPublishedAt());
            readings.add(UNPLACED, row.getUnplaced());
            readings.add(ASSIGNED, row.getBytesAssigned());
        }
        if (row.getNextEpoch() != Times.NEVER) {
            readings.add(NEXT, row.getNextEpoch());
        }
        row.getReplication().stream().limit(WEIGHTS_MAX).forEach(each -> {
            String weight = String.valueOf(each.getWeight());
            readings.add(PLANNED, each.getPlanned(), weight);
            readings.add(ACHIEVED, each.getAchieved(), weight);
        });
        workers(network, readings);
        routes(network, readings);
    }

    /**
     * Reads the gauges of routes; 0 without routes. A network with routes has them from its first record after a start
     * on, when copies are read.
     */
    private static void routes(Network network, Readings readings) {
        Routes routes = network.routesInMemory();
        if (!network.policy().hasRoutes()) {
            readings.add(VISIBLE, 0);
            readings.add(WAITING, 0);
            readings.add(IN_GRACE, 0);
        } else if (routes != null) {
            readings.add(VISIBLE, routes.visible().count());
            readings.add(WAITING, routes.moving().waitingCount());
            readings.add(IN_GRACE, routes.moving().inGraceCount());
        }
    }

    private static void workers(Network network, Readings readings) {
        Policy policy = network.policy();
        Map<WorkerState, Long> byStatus = new EnumMap<>(WorkerState.class);
        for (WorkerState status : WorkerState.values()) {
            byStatus.put(status, 0L);
        }
        long capacity = 0;
        long missing = 0;
        long unconfirmed = 0;
        for (NetworkWorker worker : network.workers().all()) {
            byStatus.merge(worker.status, 1L, Long::sum);
            missing += worker.confirmedEpoch == null ? 0 : worker.missing;
            unconfirmed += worker.isReliable() && !worker.hasConfirmedAll() ? 1 : 0;
            Long room = worker.capacity(policy);
            if (worker.isReliable() && room != null) {
                capacity = WorkerShare.saturated(capacity, room);
            }
        }
        byStatus.forEach((status, count) -> readings.add(WORKERS, count, status.name()));
        readings.add(CAPACITY, capacity);
        readings.add(CONVERGED, network.row().getConverged());
        readings.add(MISSING, missing);
        readings.add(UNCONFIRMED, unconfirmed);
    }
}
