package dev.rota.pages.domain.chunks;

import dev.rota.pages.domain.chunks.NetworkView.EpochLine;
import dev.rota.pages.domain.chunks.NetworkView.WorkerLine;
import dev.rota.pages.view.Link;
import java.util.List;

/**
 * A worker, a dataset or an epoch of a network.
 *
 * @param sentence what it is and how it stands
 * @param workers its line, if it is a worker
 * @param epochs its line, if it is an epoch
 * @param caption what the shares are
 * @param shares what workers were assigned by epochs
 * @param pages the pages of shares
 * @param changes catalog entries of a dataset
 */
public record MemberView(
        String sentence,
        List<WorkerLine> workers,
        List<EpochLine> epochs,
        String caption,
        List<Share> shares,
        List<Link> pages,
        List<Change> changes) {
    public MemberView {
        workers = List.copyOf(workers);
        epochs = List.copyOf(epochs);
        shares = List.copyOf(shares);
        pages = List.copyOf(pages);
        changes = List.copyOf(changes);
    }

    /**
     * What an epoch assigned to a worker.
     *
     * @param change in bytes, compared with the worker's share before, if that is kept here
     */
    public record Share(
            Link epoch, Link worker, String status, String chunks, String bytes, String change, Link decision) {}

    /** An entry of the catalog. */
    public record Change(Link decision, String time, String listed, String removed) {}
}
