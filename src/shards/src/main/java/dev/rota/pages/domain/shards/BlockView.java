package dev.rota.pages.domain.shards;

import dev.rota.pages.domain.Figure;
import java.util.List;

/**
 * A block.
 *
 * @param problem the reason why it is not shown; empty if it is
 * @param link whether its parent hash is the hash of the previous block, in a sentence
 * @param previousUrl the address of the previous block; empty if there is none
 */
public record BlockView(
        String problem,
        List<Figure> figures,
        String shard,
        String shardUrl,
        String worker,
        String workerUrl,
        String hash,
        String parent,
        String link,
        boolean isBroken,
        String previousUrl,
        String nextUrl,
        String recordUrl,
        String receiptsCaption,
        List<ReceiptLine> receipts,
        String changesCaption,
        List<ChangeLine> changes) {

    public BlockView {
        figures = List.copyOf(figures);
        receipts = List.copyOf(receipts);
        changes = List.copyOf(changes);
    }

    /** The result of a transaction. */
    public record ReceiptLine(String transaction, String url, String status, String reason) {}

    /** A change of the shard's state. */
    public record ChangeLine(String key, String value) {}
}
