package dev.rota.pages.domain.shards;

import dev.rota.engine.Nullable;
import dev.rota.pages.Show;
import dev.rota.pages.Url;
import dev.rota.pages.domain.Decided;
import dev.rota.pages.domain.Lanes;
import dev.rota.pages.domain.Links;
import dev.rota.pages.domain.UnitFacts;
import dev.rota.pages.index.EntryFilter;
import dev.rota.shards.ShardBlock;
import java.util.ArrayList;
import java.util.List;

/** The page of a shard: its states over time, and the chain of its latest blocks. */
public final class ShardPage {

    /** A stretch of time in a state, and the change that began it. */
    public record StateLine(
            String state,
            String cause,
            String worker,
            String workerUrl,
            String from,
            String lasted,
            String pending,
            String recordUrl) {}

    /**
     * A block.
     *
     * @param link whether its parent hash is the hash of the previous block: {@code follows}, {@code does not follow},
     *     or {@code not seen} if that block is not cached
     */
    public record BlockLine(
            String height,
            String url,
            String hash,
            String parent,
            String link,
            boolean isBroken,
            String receipts,
            String worker,
            String workerUrl,
            String time,
            String ago) {}

    private static final int STATES_MAX = 150;

    private static final int STATE_LINES_MAX = 50;

    private static final int BLOCKS_MAX = 20;

    private final UnitFacts facts;
    private final String shard;
    private final Links links;
    private final List<ShardStay> stays;
    private final List<BlockLine> blocks;

    ShardPage(UnitFacts facts, String shard) {
        this.facts = facts;
        this.shard = shard;
        this.links = facts.links();
        this.stays = ShardStay.of(about(ShardsPages.STATES, STATES_MAX));
        this.blocks = latestBlocks();
    }

    public Lanes lanes() {
        return new StayLanes(facts.now()).of("Its latest states", stays, ShardStay::state, state -> "");
    }

    /** Returns the latest states, newest first. */
    public List<StateLine> states() {
        List<StateLine> states = new ArrayList<>();
        for (int i = stays.size() - 1; i >= 0 && states.size() < STATE_LINES_MAX; i--) {
            states.add(state(stays.get(i)));
        }
        return states;
    }

    public List<BlockLine> blocks() {
        return blocks;
    }

    /** Returns whether a parent hash differs from the hash of the block before. */
    public boolean isBroken() {
        return blocks.stream().anyMatch(BlockLine::isBroken);
    }

    private List<BlockLine> latestBlocks() {
        // one more than is shown, to check the parent hash of the last one shown
        List<Decided> latest = about(ShardsPages.BLOCKS, BLOCKS_MAX + 1);
        List<BlockLine> lines = new ArrayList<>();
        for (int i = 0; i < Math.min(BLOCKS_MAX, latest.size()); i++) {
            lines.add(block(latest.get(i), i + 1 < latest.size() ? latest.get(i + 1) : null));
        }
        return lines;
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

    /** Returns a sentence that states what the hashes of the shown blocks prove; empty if none are shown. */
    public String chain() {
        if (blocks.isEmpty()) {
            return "";
        }
        String last = blocks.get(blocks.size() - 1).height();
        String first = blocks.get(0).height();
        for (BlockLine line : blocks) {
            if (line.isBroken()) {
                return "Block " + line.height() + " does not follow the block before it: its parent hash is another.";
            }
        }
        long unseen = blocks.stream()
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
