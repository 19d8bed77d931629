package dev.rota.pages.domain.chunks;

import dev.rota.pages.domain.chunks.NetworkView.EpochLine;
import dev.rota.pages.domain.chunks.NetworkView.WorkerLine;
import dev.rota.pages.view.DecisionView.Pair;
import dev.rota.pages.view.Link;
import java.util.List;

/**
 * A worker or an epoch of a network.
 *
 * @param sentence the kind and state of the member
 * @param workers its line, if it is a worker
 * @param asks questions about the worker that are answered by a replay
 * @param shareUrl the address of the worker's share for programs; empty if these pages do not serve it
 * @param epochs its line, if it is an epoch
 * @param caption the title of the shares
 * @param shares the shares that epochs assigned to workers
 * @param pages the pages of shares
 */
public record MemberView(
        String sentence,
        List<WorkerLine> workers,
        List<Ask> asks,
        String shareUrl,
        List<EpochLine> epochs,
        String caption,
        List<Share> shares,
        List<Link> pages) {
    public MemberView {
        workers = List.copyOf(workers);
        asks = List.copyOf(asks);
        epochs = List.copyOf(epochs);
        shares = List.copyOf(shares);
        pages = List.copyOf(pages);
    }

    /**
     * The share that an epoch assigned to a worker.
     *
     * @param change the difference in bytes from the worker's previous share, if that share is cached
     */
    public record Share(
            Link epoch, Link worker, String status, String chunks, String bytes, String change, Link decision) {}

    /** A question as a button. */
    public record Ask(String label, List<Pair> parameters) {
        public Ask {
            parameters = List.copyOf(parameters);
        }
    }
}
