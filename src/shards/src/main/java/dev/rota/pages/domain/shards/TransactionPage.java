package dev.rota.pages.domain.shards;

import dev.rota.engine.Bytes;
import dev.rota.pages.Show;
import dev.rota.pages.Url;
import dev.rota.pages.domain.Decided;
import dev.rota.pages.domain.Links;
import dev.rota.pages.domain.UnitFacts;
import dev.rota.pages.index.Entry;
import dev.rota.pages.index.EntryFilter;
import dev.rota.pages.index.Mention;
import dev.rota.shards.Batch;
import dev.rota.shards.BatchReceipts;
import dev.rota.shards.Batches;
import dev.rota.shards.DeadLetter;
import dev.rota.shards.Receipt;
import dev.rota.shards.ReceiptsCommitted;
import dev.rota.shards.ShardBlock;
import java.util.List;

/**
 * The page of a transaction: its batches, and its block, its receipt, or its dead letter with the payload, from the
 * topics.
 */
public final class TransactionPage {

    /** A batch, a block or a dead letter that contains the transaction. */
    public record Place(
            String what, String url, String shard, String shardUrl, String time, String ago, String recordUrl) {}

    private static final int PLACES_MAX = 20;

    private static final int PAYLOAD_BYTES_MAX = 1_024;

    private final UnitFacts facts;
    private final String transaction;
    private final Links links;
    private final List<Decided> places;
    private final byte[] payload;

    TransactionPage(UnitFacts facts, String transaction) {
        this.facts = facts;
        this.transaction = transaction;
        this.links = facts.links();
        this.places = facts.newest(EntryFilter.mentioning(transaction).and(this::isAbout), PLACES_MAX);
        this.payload = places.stream()
                .filter(place -> place.entry().name().equals(ShardsPages.DEAD_LETTERS))
                .map(place -> Bytes.of(place.as(DeadLetter.class).getPayload()))
                .filter(bytes -> bytes.length > 0)
                .findFirst()
                .orElse(new byte[0]);
    }

    public List<Place> places() {
        return places.stream().map(this::place).toList();
    }

    public String payloadCaption() {
        return "Payload, " + Show.count(payload.length, "byte", "bytes");
    }

    /** Returns the payload of its dead letter as hex and text; empty if there is none. */
    public String payload() {
        return payload.length == 0 ? "" : Show.dump(payload, PAYLOAD_BYTES_MAX);
    }

    /**
     * Returns whether a record mentions the transaction. A batch lists its transactions in fields {@code id}, other
     * records have a field {@code transaction}.
     */
    private boolean isAbout(Entry entry) {
        String field = entry.name().equals(ShardsPages.ASSIGNMENTS) ? "id" : "transaction";
        return entry.mentions().contains(new Mention(field, transaction));
    }

    private Place place(Decided place) {
        Entry entry = place.entry();
        String shard;
        String what;
        String url;
        switch (entry.name()) {
            case ShardsPages.ASSIGNMENTS -> {
                Batch batch = its(place.as(Batch.class));
                shard = batch.getShard();
                what = "batch " + batch.getBatch() + " of turn " + batch.getToken() + " on worker "
                        + Show.text(batch.getWorker());
                url = links.url("worker", batch.getWorker());
            }
            case ShardsPages.BLOCKS -> {
                ShardBlock block = place.as(ShardBlock.class);
                shard = block.getShard();
                what = "block " + block.getHeight() + status(block.getReceipts());
                url = links.url("block", shard + "/" + block.getHeight());
            }
            case ShardsPages.RECEIPTS -> {
                ReceiptsCommitted committed = place.as(ReceiptsCommitted.class);
                BatchReceipts batch = its(committed);
                shard = batch.getShard();
                what = "receipt" + status(batch.getReceipts()) + ", turn " + batch.getToken() + " on worker "
                        + Show.text(committed.getWorker());
                url = links.url("worker", committed.getWorker());
            }
            default -> {
                DeadLetter letter = place.as(DeadLetter.class);
                shard = letter.getShard();
                what = "dead letter, " + Show.text(entry.kind()) + ": " + Show.text(letter.getMessage());
                url = "";
            }
        }
        return new Place(
                what,
                url,
                Show.text(shard),
                links.url("shard", shard),
                Show.time(entry.time()),
                Show.ago(entry.time(), facts.now()),
                Url.record(entry.at()));
    }

    /** Returns the batch of a record that contains the transaction. */
    private Batch its(Batch record) {
        return Batches.of(record).stream()
                .filter(batch -> batch.getTransactions().stream()
                        .anyMatch(each -> each.getId().equals(transaction)))
                .findFirst()
                .orElse(record);
    }

    private BatchReceipts its(ReceiptsCommitted committed) {
        return committed.getBatches().stream()
                .filter(batch -> !status(batch.getReceipts()).isEmpty())
                .findFirst()
                .orElse(committed.getBatches().get(0));
    }

    private String status(List<Receipt> receipts) {
        for (Receipt receipt : receipts) {
            if (receipt.getTransaction().equals(transaction)) {
                String reason = receipt.getReason();
                return ", " + receipt.getStatus() + (reason.isEmpty() ? "" : ": " + Show.text(reason));
            }
        }
        return "";
    }
}
