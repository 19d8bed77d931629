package dev.rota.pages.domain.shards;

import dev.rota.pages.domain.Figure;
import dev.rota.pages.domain.Lanes;
import dev.rota.pages.domain.Notice;
import dev.rota.pages.view.Link;
import java.util.List;

/**
 * The state of a pool.
 *
 * @param sentence a summary; empty if no instance answers
 * @param shares the recent use of slots, and the waits for them
 */
public record PoolView(
        String unit,
        String sentence,
        List<Notice> notices,
        List<Figure> figures,
        String queueCaption,
        List<QueueLine> queue,
        String delaysCaption,
        List<DelayLine> delays,
        String workersCaption,
        List<WorkerLine> workers,
        List<Link> pages,
        String shareCaption,
        List<ShareLine> shares,
        Lanes lanes,
        List<LetterLine> letters) {

    public PoolView {
        notices = List.copyOf(notices);
        figures = List.copyOf(figures);
        queue = List.copyOf(queue);
        delays = List.copyOf(delays);
        workers = List.copyOf(workers);
        pages = List.copyOf(pages);
        shares = List.copyOf(shares);
        letters = List.copyOf(letters);
    }

    /**
     * A shard in the queue.
     *
     * @param width its wait, of 100, relative to the longest wait
     * @param label the bar in words
     * @param remark an explanation of its position; empty if there is none
     */
    public record QueueLine(
            String position,
            String shard,
            String url,
            String since,
            String waited,
            String pending,
            int width,
            String label,
            String remark) {}

    /**
     * A shard that waits for the retry of its first transaction.
     *
     * @param left how long it still waits
     */
    public record DelayLine(
            String shard,
            String url,
            String until,
            String left,
            String retries,
            String failures,
            String pending,
            String reason) {}

    /**
     * The recent use of slots by a shard, and its wait for them.
     *
     * @param width its part of the time of all turns, of 100
     */
    public record ShareLine(
            String shard,
            String url,
            String turns,
            String held,
            String part,
            int width,
            String label,
            String longest) {}

    /** A dead letter. */
    public record LetterLine(
            String transaction,
            String url,
            String shard,
            String shardUrl,
            String reason,
            String message,
            String recordUrl,
            String time,
            String ago) {}
}
