package dev.rota.pages.domain.shards;

import java.util.List;

/**
 * A transaction: its batches, its block, and its payload if it is a dead letter.
 *
 * @param payload the payload as hex and text; empty if there is none
 * @param payloadCaption the title of the payload
 */
public record TransactionView(List<Place> places, String payloadCaption, String payload) {

    public TransactionView {
        places = List.copyOf(places);
    }

    /** A batch, a block or a dead letter that contains the transaction. */
    public record Place(
            String what, String url, String shard, String shardUrl, String time, String ago, String recordUrl) {}
}
