package dev.rota.chunks.view;

import dev.rota.chunks.AssignmentRow;
import dev.rota.chunks.AssignmentStatus;
import dev.rota.chunks.NetworkRow;
import dev.rota.chunks.PlacementPolicy;
import dev.rota.chunks.WorkerState;
import dev.rota.chunks.epoch.Network;
import dev.rota.chunks.placement.NetworkWorker;
import dev.rota.chunks.placement.WorkerShare;
import dev.rota.chunks.policy.Policy;
import dev.rota.engine.Nullable;
import java.math.BigInteger;
import java.util.List;

/**
 * The content of a network's pages as of one log position: totals of its datasets and shares, and views of its
 * chunks. Taking one costs some 100 ns per worker, dataset and share, however many chunks there are; with routes, also
 * two bits per chunk, the rows of what workers have not confirmed, and the first chunks that wait to replace others.
 *
 * @param asOf the network's log time
 * @param row the network's row, which is replaced when it changes, so it can be shared, as can the policy
 * @param routes what readers may use, or null if the policy has no routes
 */
record NetworkSnapshot(
        String network,
        long asOf,
        PlacementPolicy policy,
        NetworkRow row,
        List<WorkerView> workers,
        List<DatasetTotal> datasets,
        List<ShareTotal> shares,
        CatalogView chunks,
        @Nullable RoutesSnapshot routes) {

    /** A worker in the set. */
    record WorkerView(
            String id,
            WorkerState status,
            @Nullable String version,
            AssignmentStatus inAssignment,
            long assigned,
            @Nullable Long confirmedEpoch,
            long missing,
            @Nullable Long capacity,
            long bytes,
            boolean draining,
            boolean isReliable) {}

    /** The totals of a dataset's listed chunks. */
    record DatasetTotal(String name, int chunks, BigInteger bytes, long height) {}

    /** A worker's share of the assignment in force. Rows are replaced as a whole, so they can be shared. */
    record ShareTotal(String worker, long chunks, long bytes, List<AssignmentRow> rows) {}

    static NetworkSnapshot of(Network network, String unit, long now) {
        return new NetworkSnapshot(
                unit,
                now,
                network.policy().rules(),
                network.row(),
                network.workers().all().stream()
                        .map(each ->
                                view(each, network.policy(), network.published().of(each.id)))
                        .toList(),
                network.catalog().datasets().stream()
                        .map(each -> new DatasetTotal(
                                each.name(), each.count(), each.bytes().value(), each.greatestLast()))
                        .toList(),
                network.published().all().values().stream()
                        .map(NetworkSnapshot::total)
                        .toList(),
                new CatalogView(network.catalog().view()),
                RoutesSnapshot.of(network));
    }

    /** Returns the view of a worker. A worker that has never confirmed an epoch misses all of its share. */
    private static WorkerView view(NetworkWorker worker, Policy policy, List<AssignmentRow> share) {
        long assigned = share.stream().mapToLong(AssignmentRow::getCount).sum();
        return new WorkerView(
                worker.id.text(),
                worker.status,
                worker.version,
                worker.assignmentStatus(policy),
                assigned,
                worker.confirmedEpoch,
                worker.confirmedEpoch == null ? assigned : worker.missing,
                worker.capacity(policy),
                share.stream().mapToLong(AssignmentRow::getBytes).reduce(0, WorkerShare::saturated),
                worker.draining,
                worker.isReliable());
    }

    /**
     * Returns the totals of a share's rows, at least one, under the spelling of the id with which they were published.
     */
    private static ShareTotal total(List<AssignmentRow> share) {
        return new ShareTotal(
                share.get(0).getWorker(),
                share.stream().mapToLong(AssignmentRow::getCount).sum(),
                share.stream().mapToLong(AssignmentRow::getBytes).reduce(0, WorkerShare::saturated),
                share);
    }
}
