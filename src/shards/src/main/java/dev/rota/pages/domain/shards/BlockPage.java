package dev.rota.pages.domain.shards;

import dev.rota.engine.Bytes;
import dev.rota.engine.Nullable;
import dev.rota.pages.Show;
import dev.rota.pages.Url;
import dev.rota.pages.domain.Decided;
import dev.rota.pages.domain.Figure;
import dev.rota.pages.domain.Links;
import dev.rota.pages.domain.UnitFacts;
import dev.rota.pages.domain.shards.BlockView.ChangeLine;
import dev.rota.pages.domain.shards.BlockView.ReceiptLine;
import dev.rota.pages.index.EntryFilter;
import dev.rota.pages.index.Mention;
import dev.rota.shards.Receipt;
import dev.rota.shards.ShardBlock;
import dev.rota.shards.StateChange;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.LongStream;

/**
 * The page of a block of a shard: its receipts, its changes of the state, and its neighbours. Its id is {@code
 * SHARD/HEIGHT}.
 */
final class BlockPage {

    private static final int RECEIPTS_MAX = 100;

    private static final int CHANGES_MAX = 50;

    private static final int CHANGE_CHARS_MAX = 200;

    private static final int DIGITS_MAX = 18;

    private final UnitFacts facts;
    private final String shard;
    private final long height;
    private final Links links;

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
    }

    BlockView view() {
        if (shard.isEmpty()) {
            return none("Expected a block as SHARD/HEIGHT.");
        }
        List<Decided> blocks = blocks();
        Decided block = at(blocks, height);
        if (block == null) {
            return none(
                    "This block is not among the decisions that are kept here: 'rota shards state --shard …' reads all"
                            + " blocks of a shard.");
        }
        Decided before = at(blocks, height - 1);
        ShardBlock value = block.as(ShardBlock.class);
        String worker = value.getWorker();
        List<Receipt> receipts = value.getReceipts();
        List<StateChange> changes = value.getStateDiff();
        BlockLink link = BlockLink.of(value, before == null ? null : before.as(ShardBlock.class));
        return new BlockView(
                "",
                figures(block),
                Show.text(shard),
                links.url("shard", shard),
                Show.text(worker),
                links.url("worker", worker),
                Show.text(value.getHash()),
                Show.text(value.getParentHash()),
                link.text(),
                link == BlockLink.BROKEN,
                height > 1 ? links.url("block", shard + "/" + (height - 1)) : "",
                at(blocks, height + 1) == null ? "" : links.url("block", shard + "/" + (height + 1)),
                Url.record(block.entry().at()),
                caption(receipts.size(), RECEIPTS_MAX, "receipt", "receipts"),
                receipts.stream().limit(RECEIPTS_MAX).map(this::receipt).toList(),
                caption(changes.size(), CHANGES_MAX, "change of the state", "changes of the state"),
                changes.stream().limit(CHANGES_MAX).map(BlockPage::change).toList());
    }

    private static BlockView none(String problem) {
        return new BlockView(
                problem, List.of(), "", "", "", "", "", "", "", false, "", "", "", "", List.of(), "", List.of());
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

    private static @Nullable Decided at(List<Decided> blocks, long number) {
        return blocks.stream()
                .filter(block -> block.as(ShardBlock.class).getHeight() == number)
                .findFirst()
                .orElse(null);
    }

    private static List<Figure> figures(Decided block) {
        ShardBlock value = block.as(ShardBlock.class);
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
                new Figure("time", "Decided", Show.time(block.entry().time())));
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
