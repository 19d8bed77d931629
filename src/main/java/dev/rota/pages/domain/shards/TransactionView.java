package dev.rota.pages.domain.shards;

import java.util.List;

/**
 * A transaction: where it was, and its payload if it is a dead letter.
 *
 * @param payload as hex and text; empty if there is none to show
 * @param payloadCaption what the payload is of
 */
public record TransactionView(List<Place> places, String payloadCaption, String payload) {

    public TransactionView {
        places = List.copyOf(places);
    }

    /** A batch, a block or a dead letter that has it. */
    public record Place(
            String what, String url, String shard, String shardUrl, String time, String ago, String recordUrl) {}
}
