package dev.rota.pages.domain.shards;

import dev.rota.pages.Show;
import dev.rota.pages.domain.Lanes;
import dev.rota.pages.domain.Links;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Adds up the recent use of slots by shards and their waits for them, which shows the shards that starve others. */
public final class SlotShares {

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

    private static final int SHARES_MAX = 10;

    /** The sums of a shard. */
    private static final class Share {
        private final String shard;
        private int turns;
        private long heldMs;
        private long longestMs;

        Share(String shard) {
            this.shard = shard;
        }
    }

    private final List<ShardStay> stays;
    private final Links links;
    private final long now;
    private final List<Share> shares;
    private final long allMs;

    SlotShares(List<ShardStay> stays, Links links, long now) {
        this.stays = stays;
        this.links = links;
        this.now = now;
        Map<String, Share> byShard = new TreeMap<>();
        for (ShardStay stay : stays) {
            Share share = byShard.computeIfAbsent(stay.shard(), Share::new);
            if (stay.isRunning()) {
                share.turns++;
                share.heldMs += stay.lasted(now);
                share.longestMs = Math.max(share.longestMs, stay.begun().getWaitedMs());
            } else if (stay.state().equals("PENDING") && stay.end() == null) {
                share.longestMs = Math.max(share.longestMs, stay.lasted(now));
            }
        }
        this.shares = byShard.values().stream()
                .filter(share -> share.turns > 0 || share.longestMs > 0)
                .sorted(Comparator.comparingLong((Share share) -> share.heldMs).reversed())
                .toList();
        this.allMs =
                Math.max(1, shares.stream().mapToLong(share -> share.heldMs).sum());
    }

    public String caption() {
        if (stays.isEmpty()) {
            return "";
        }
        return "Who held slots, and for how long others waited, in the latest "
                + Show.count(stays.size(), "change", "changes") + " of shards' states, since "
                + Show.time(stays.get(0).from())
                + (shares.size() > 2 * SHARES_MAX
                        ? ": the " + SHARES_MAX + " that held most and the " + SHARES_MAX + " that waited longest, of "
                                + Show.number(shares.size()) + " shards"
                        : "");
    }

    /**
     * Returns the shards that held slots longest, and of the others the ones that waited longest. They are sorted by
     * name, so that the order is stable while the page refreshes.
     */
    public List<ShareLine> lines() {
        List<Share> shown = new ArrayList<>(shares.subList(0, Math.min(SHARES_MAX, shares.size())));
        shares.stream()
                .skip(SHARES_MAX)
                .sorted(Comparator.comparingLong((Share share) -> share.longestMs)
                        .reversed())
                .limit(SHARES_MAX)
                .forEach(shown::add);
        shown.sort(Comparator.comparing(share -> share.shard));
        return shown.stream().map(this::line).toList();
    }

    private ShareLine line(Share share) {
        int part = (int) (100.0 * share.heldMs / allMs);
        return new ShareLine(
                Show.text(share.shard),
                links.url("shard", share.shard),
                Show.number(share.turns),
                Show.number(share.heldMs) + " ms",
                part + " %",
                Math.max(share.heldMs > 0 ? 1 : 0, part),
                part + " % of all turns' time",
                Show.number(share.longestMs) + " ms");
    }

    /** Draws the states of the shards that held slots longest, in the order of their names. */
    public Lanes lanes() {
        Set<String> drawn = new TreeSet<>();
        shares.stream().limit(SHARES_MAX).forEach(share -> drawn.add(share.shard));
        return new StayLanes(now)
                .of(
                        "The latest states of the shards that held most: filled while RUNNING, framed while PENDING",
                        stays.stream()
                                .filter(stay -> drawn.contains(stay.shard())
                                        && !stay.state().equals("IDLE"))
                                .toList(),
                        ShardStay::shard,
                        shard -> links.url("shard", shard));
    }
}
