package dev.rota.pages.domain.shards;

import dev.rota.engine.Bytes;
import dev.rota.engine.Nullable;
import dev.rota.pages.Show;
import dev.rota.pages.Url;
import dev.rota.pages.domain.Decided;
import dev.rota.pages.domain.Figure;
import dev.rota.pages.domain.Links;
import dev.rota.pages.domain.UnitFacts;
import dev.rota.pages.index.EntryFilter;
import dev.rota.pages.index.Mention;
import dev.rota.pages.view.Link;
import dev.rota.shards.Receipt;
import dev.rota.shards.ShardBlock;
import dev.rota.shards.StateChange;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;

/**
 * The page of a block of a shard: its receipts, its changes of the state, and its neighbours. Its id is {@code
 * SHARD/HEIGHT}.
 */
public final class BlockPage {

    /** The result of a transaction. */
    public record ReceiptLine(String transaction, String url, String status, String reason) {}

    /** A change of the shard's state. */
    public record ChangeLine(String key, String value) {}

    private static final int RECEIPTS_MAX = 100;

    private static final int CHANGES_MAX = 50;

    private static final int CHANGE_CHARS_MAX = 200;

    private static final int DIGITS_MAX = 18;

    private final UnitFacts facts;
    private final String shard;
    private final long height;
    private final Links links;
    private final List<Decided> blocks;
    private final @Nullable Decided block;

    BlockPage(UnitFacts facts, String id) {
        int slash = id.lastIndexOf('/');
        String number = id.substring(slash + 1);
        boolean isNumber = slash > 0
                && !number.isEmpty()
                && number.length() <= DIGITS_MAX
                && number.chars().allMatch(c -> c >= '0' && c <= '9');
        this.facts = facts;
        this.shard = isNumber ? id.substring(0, slash) : "";
        this.height = isNumber ? Long.parseLong(number) : 0;
        this.links = facts.links();
        this.blocks = shard.isEmpty() ? List.of() : blocks();
        this.block = at(height);
    }

    /** Returns why the block is not shown; empty if it is. */
    public String problem() {
        return shard.isEmpty()
                ? "Expected a block as SHARD/HEIGHT."
                : block == null
                        ? "This block is not among the decisions that are kept here: 'rota shards state --shard …'"
                                + " reads all blocks of a shard."
                        : "";
    }

    private Decided decided() {
        return Objects.requireNonNull(block);
    }

    private ShardBlock value() {
        return decided().as(ShardBlock.class);
    }

    public Link ofShard() {
        return new Link(Show.text(shard), links.url("shard", shard));
    }

    public Link worker() {
        return new Link(Show.text(value().getWorker()), links.url("worker", value().getWorker()));
    }

    public String hash() {
        return Show.text(value().getHash());
    }

    public String parent() {
        return Show.text(value().getParentHash());
    }

    /** Returns whether the parent hash is the hash of the block before. */
    public BlockLink link() {
        Decided before = at(height - 1);
        return BlockLink.of(value(), before == null ? null : before.as(ShardBlock.class));
    }

    /** Returns the address of the block before; empty if there is none. */
    public String previousUrl() {
        return height > 1 ? links.url("block", shard + "/" + (height - 1)) : "";
    }

    public String nextUrl() {
        return at(height + 1) == null ? "" : links.url("block", shard + "/" + (height + 1));
    }

    public String recordUrl() {
        return Url.record(decided().entry().at());
    }

    public String receiptsCaption() {
        return caption(value().getReceipts().size(), RECEIPTS_MAX, "receipt", "receipts");
    }

    public List<ReceiptLine> receipts() {
        return value().getReceipts().stream()
                .limit(RECEIPTS_MAX)
                .map(this::receipt)
                .toList();
    }

    public String changesCaption() {
        return caption(value().getStateDiff().size(), CHANGES_MAX, "change of the state", "changes of the state");
    }

    public List<ChangeLine> changes() {
        return value().getStateDiff().stream()
                .limit(CHANGES_MAX)
                .map(BlockPage::change)
                .toList();
    }

    /** Returns the block and its neighbours, as far as they are cached. */
    private List<Decided> blocks() {
        List<Mention> heights = LongStream.rangeClosed(height - 1, height + 1)
                .mapToObj(number -> new Mention("height", String.valueOf(number)))
                .toList();
        return facts.newest(
                EntryFilter.of(ShardsPages.BLOCKS)
                        .about("shard", shard)
                        .and(entry -> heights.stream().anyMatch(entry.mentions()::contains)),
                heights.size());
    }

    private @Nullable Decided at(long number) {
        return blocks.stream()
                .filter(each -> each.as(ShardBlock.class).getHeight() == number)
                .findFirst()
                .orElse(null);
    }

    public List<Figure> figures() {
        ShardBlock value = value();
        return List.of(
                new Figure("height", "Height", String.valueOf(value.getHeight())),
                new Figure(
                        "receipts",
                        "Transactions",
                        Show.number(value.getReceipts().size())),
                new Figure(
                        "changes",
                        "Changes of the state",
                        Show.number(value.getStateDiff().size())),
                new Figure("token", "Turn", String.valueOf(value.getToken())),
                new Figure("time", "Decided", Show.time(decided().entry().time())));
    }

    private static String caption(int count, int most, String one, String many) {
        return count > most
                ? "The first " + most + " of " + Show.number(count) + " " + many
                : Show.count(count, one, many);
    }

    private ReceiptLine receipt(Receipt receipt) {
        String transaction = receipt.getTransaction();
        return new ReceiptLine(
                Show.text(transaction),
                links.url("transaction", transaction),
                receipt.getStatus().name(),
                Show.text(receipt.getReason()));
    }

    private static ChangeLine change(StateChange change) {
        return new ChangeLine(text(change.getKey()), change.getValue() == null ? "(gone)" : text(change.getValue()));
    }

    private static String text(ByteBuffer bytes) {
        String text = Show.text(new String(Bytes.of(bytes), StandardCharsets.UTF_8));
        return text.length() <= CHANGE_CHARS_MAX ? text : text.substring(0, CHANGE_CHARS_MAX) + "…";
    }
}
