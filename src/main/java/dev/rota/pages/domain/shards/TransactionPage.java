package dev.rota.pages.domain.shards;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.pages.Show;
import dev.rota.pages.Url;
import dev.rota.pages.domain.Decided;
import dev.rota.pages.domain.UnitFacts;
import dev.rota.pages.domain.shards.TransactionView.Place;
import dev.rota.pages.index.Entry;
import dev.rota.pages.index.Mention;
import dev.rota.pages.index.Wanted;
import java.io.IOException;
import java.util.List;

/** Where a transaction was, from the topics: batches, a block, or a dead letter with its payload. */
final class TransactionPage {

    private static final int PLACES_MAX = 20;

    private static final int PAYLOAD_BYTES_MAX = 1_024;

    private final UnitFacts facts;
    private final String transaction;
    private final ShardsLinks links;

    TransactionPage(UnitFacts facts, String transaction) {
        this.facts = facts;
        this.transaction = transaction;
        this.links = new ShardsLinks(facts.unit());
    }

    TransactionView view() {
        List<Decided> places = facts.newest(Wanted.mentioning(transaction).and(this::isAbout), PLACES_MAX);
        String caption = "";
        String payload = "";
        for (Decided place : places) {
            if (payload.isEmpty() && place.entry().name().equals(ShardsPages.DEAD_LETTERS)) {
                byte[] bytes = bytes(place.value().path("payload"));
                payload = bytes.length == 0 ? "" : Show.dump(bytes, PAYLOAD_BYTES_MAX);
                caption = "Payload, " + PoolPage.count(bytes.length, "byte", "bytes");
            }
        }
        return new TransactionView(places.stream().map(this::place).toList(), caption, payload);
    }

    /** A batch names its transactions by {@code id}, all others say {@code transaction}. */
    private boolean isAbout(Entry entry) {
        String field = entry.name().equals(ShardsPages.ASSIGNMENTS) ? "id" : "transaction";
        return entry.mentions().contains(new Mention(field, transaction));
    }

    static byte[] bytes(JsonNode field) {
        try {
            byte[] bytes = field.binaryValue();
            return bytes == null ? new byte[0] : bytes;
        } catch (IOException e) {
            return new byte[0];
        }
    }

    private Place place(Decided place) {
        JsonNode value = place.value();
        Entry entry = place.entry();
        String shard = value.path("shard").asText();
        String what;
        String url;
        switch (entry.name()) {
            case ShardsPages.ASSIGNMENTS -> {
                String worker = value.path("worker").asText();
                what = "batch " + value.path("batch").asText() + " of turn "
                        + value.path("token").asText() + " on worker " + Show.text(worker);
                url = links.worker(worker);
            }
            case ShardsPages.BLOCKS -> {
                long height = value.path("height").asLong();
                what = "block " + height + status(value);
                url = links.block(shard, height);
            }
            default -> {
                what = "dead letter, " + Show.text(entry.kind()) + ": "
                        + Show.text(value.path("message").asText());
                url = "";
            }
        }
        return new Place(
                what,
                url,
                Show.text(shard),
                links.shard(shard),
                Show.time(entry.time()),
                Show.ago(entry.time(), facts.now()),
                Url.record(entry.at()));
    }

    private String status(JsonNode block) {
        for (JsonNode receipt : block.path("receipts")) {
            if (receipt.path("transaction").asText().equals(transaction)) {
                String reason = receipt.path("reason").asText();
                return ", " + Show.text(receipt.path("status").asText())
                        + (reason.isEmpty() ? "" : ": " + Show.text(reason));
            }
        }
        return "";
    }
}
