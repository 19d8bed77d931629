package dev.rota.chunks.view;

import dev.rota.chunks.AssignmentRow;
import dev.rota.chunks.Network;
import dev.rota.chunks.NetworkRow;
import dev.rota.chunks.PlacementPolicy;
import dev.rota.chunks.WorkerState;
import dev.rota.chunks.placement.WorkerShare;
import dev.rota.engine.Nullable;
import dev.rota.engine.PageSnapshot;
import java.math.BigInteger;
import java.util.List;

/**
 * A snapshot of a network for its pages, as of one log position: totals of its datasets and shares, never the chunks
 * themselves. So taking one costs some 100 ns per worker, dataset and share, however many chunks there are.
 *
 * @param row replaced whenever it changes, so it can be shared; the policy too
 */
public record NetworkSnapshot(
        String network,
        PlacementPolicy policy,
        NetworkRow row,
        List<WorkerView> workers,
        List<DatasetTotal> datasets,
        List<ShareTotal> shares)
        implements PageSnapshot {

    /** A worker in the set. */
    record WorkerView(
            String id, WorkerState status, @Nullable String version) {}

    /** The totals of a dataset's listed chunks. */
    record DatasetTotal(String name, int chunks, BigInteger bytes, long height) {}

    /** The totals of a worker's share of the assignment in force. */
    record ShareTotal(String worker, long chunks, long bytes) {}

    public static NetworkSnapshot of(Network network, String unit) {
        return new NetworkSnapshot(
                unit,
                network.policy().rules(),
                network.row(),
                network.workers().all().stream()
                        .map(each -> new WorkerView(each.id.text(), each.status, each.version))
                        .toList(),
                network.catalog().datasets().stream()
                        .map(each -> new DatasetTotal(
                                each.name(), each.count(), each.bytes().value(), each.greatestLast()))
                        .toList(),
                network.published().all().values().stream()
                        .map(NetworkSnapshot::total)
                        .toList());
    }

    /** The totals of a share's rows, at least one, under the spelling of the id that they were published with. */
    private static ShareTotal total(List<AssignmentRow> share) {
        return new ShareTotal(
                share.get(0).getWorker(),
                share.stream().mapToLong(AssignmentRow::getCount).sum(),
                share.stream().mapToLong(AssignmentRow::getBytes).reduce(0, WorkerShare::saturated));
    }

    @Override
    public String render(String page) {
        return switch (page) {
            case StatusPage.NAME -> StatusPage.of(this);
            case MetricsPage.NAME -> MetricsPage.of(this);
            default -> throw new IllegalArgumentException("expected a page of chunks, but there is none named " + page);
        };
    }
}
