package dev.rota.pages.domain.shards;

import dev.rota.engine.Nullable;
import dev.rota.pages.Show;
import dev.rota.pages.Url;
import dev.rota.pages.domain.Decided;
import dev.rota.pages.domain.Links;
import dev.rota.pages.domain.UnitFacts;
import dev.rota.pages.domain.shards.ShardView.BlockLine;
import dev.rota.pages.domain.shards.ShardView.StateLine;
import dev.rota.pages.index.EntryFilter;
import dev.rota.shards.ShardBlock;
import java.util.ArrayList;
import java.util.List;

/** The page of a shard: its states over time, and the chain of its latest blocks. */
final class ShardPage {

    private static final int STATES_MAX = 150;

    private static final int STATE_LINES_MAX = 50;

    private static final int BLOCKS_MAX = 20;

    private final UnitFacts facts;
    private final String shard;
    private final Links links;

    ShardPage(UnitFacts facts, String shard) {
        this.facts = facts;
        this.shard = shard;
        this.links = facts.links();
    }

    ShardView view() {
        List<ShardStay> stays = ShardStay.of(about(ShardsPages.STATES, STATES_MAX));
        List<StateLine> states = new ArrayList<>();
        for (int i = stays.size() - 1; i >= 0 && states.size() < STATE_LINES_MAX; i--) {
            states.add(state(stays.get(i)));
        }
        // one more than is shown, to check the parent hash of the last one shown
        List<Decided> blocks = about(ShardsPages.BLOCKS, BLOCKS_MAX + 1);
        List<BlockLine> lines = new ArrayList<>();
        for (int i = 0; i < Math.min(BLOCKS_MAX, blocks.size()); i++) {
            lines.add(block(blocks.get(i), i + 1 < blocks.size() ? blocks.get(i + 1) : null));
        }
        return new ShardView(
                new StayLanes(facts.now()).of("Its latest states", stays, ShardStay::state, state -> ""),
                states,
                chain(lines),
                lines.stream().anyMatch(BlockLine::isBroken),
                lines);
    }

    private List<Decided> about(String topic, int most) {
        return facts.newest(EntryFilter.of(topic).about("shard", shard), most);
    }

    private StateLine state(ShardStay stay) {
        return new StateLine(
                stay.state(),
                Show.text(stay.cause()),
                stay.isRunning() ? Show.text(stay.worker()) : "",
                stay.isRunning() ? links.url("worker", stay.worker()) : "",
                Show.time(stay.from()),
                stay.lasted(facts.now()) + " ms",
                String.valueOf(stay.begun().getPending()),
                Url.record(stay.begin().entry().at()));
    }

    private BlockLine block(Decided block, @Nullable Decided before) {
        ShardBlock value = block.as(ShardBlock.class);
        String worker = value.getWorker();
        long height = value.getHeight();
        BlockLink link = BlockLink.of(value, before == null ? null : before.as(ShardBlock.class));
        return new BlockLine(
                String.valueOf(height),
                links.url("block", shard + "/" + height),
                Show.text(value.getHash()),
                Show.text(value.getParentHash()),
                link.text(),
                link == BlockLink.BROKEN,
                Show.count(value.getReceipts().size(), "transaction", "transactions"),
                Show.text(worker),
                links.url("worker", worker),
                Show.time(block.entry().time()),
                Show.ago(block.entry().time(), facts.now()));
    }

    /** Returns a sentence that states what the hashes of the shown blocks prove. */
    private static String chain(List<BlockLine> lines) {
        if (lines.isEmpty()) {
            return "";
        }
        String last = lines.get(lines.size() - 1).height();
        String first = lines.get(0).height();
        for (BlockLine line : lines) {
            if (line.isBroken()) {
                return "Block " + line.height() + " does not follow the block before it: its parent hash is another.";
            }
        }
        long unseen = lines.stream()
                .filter(line -> line.link().equals(BlockLink.UNSEEN.text()))
                .count();
        return "Of the blocks " + last + " to " + first + ", " + (unseen == 0 ? "each" : "each but " + unseen)
                + " names the hash of the one before it"
                + (unseen == 0 ? "." : "; before the others, that block is not kept here.")
                + " That proves that none of them was omitted or replaced after the next one was made, not that a"
                + " hash is that of its block's content, nor that the content was executed rightly: 'rota shards verify --shard"
                + " …' computes both again.";
    }
}
