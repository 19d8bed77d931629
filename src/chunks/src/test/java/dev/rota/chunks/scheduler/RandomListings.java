package dev.rota.chunks.scheduler;

import dev.rota.chunks.Chunk;
import dev.rota.chunks.ChunksListed;
import dev.rota.chunks.ChunksRemoved;
import dev.rota.chunks.DatasetRemoved;
import dev.rota.chunks.ListingEvent;
import dev.rota.testing.Dice;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** Generates random listings and removals: mostly new chunks in any order, at times known or malformed ones. */
final class RandomListings {

    /** Names of datasets. The order of some by UTF-16 differs from that by bytes, and one is a prefix of another. */
    static final List<String> DATASETS = List.of("s3://a", "s3://a!", "s3://\uFB00", "s3://\uD83D\uDE00", "s3://z/y");

    private static final int CHUNKS_MAX = 60;

    private static final List<String> HASHES =
            List.of("0", "a-b", "x y", "ü", "-", "\uFF5E", "\uD83D\uDE80", "0-1-2", "'", "7be62580");

    private static final List<String> MALFORMED = List.of(
            "",
            "/",
            "0000000001/0000000001-0000000002",
            "0000000001/0000000001-0000000002-",
            "0000000001/0000000001-0000000002-a/b",
            "0000000001/0000000001-0000000002-\n",
            "000000001/0000000001-0000000002-h",
            "00000000001/0000000001-0000000002-h",
            "0000000001/00000000001-0000000002-h",
            "0000000001/0000000001-00000000002-h",
            "0000000003/0000000001-0000000002-h",
            "0000000000/0000000002-0000000001-h",
            "0000000000/0000000000-9223372036854775808-h",
            "9223372036854775808/9223372036854775808-9223372036854775808-h",
            "0000000000/0000000000-99999999999999999999999999-h",
            "\uFF10000000000/0000000001-0000000002-h",
            "0000000001/000000000\u0661-0000000002-h",
            "0000000001/-000000001-0000000002-h",
            "+000000001/0000000001-0000000002-h",
            " 0000000001/0000000001-0000000002-h",
            "0000000001-0000000001-0000000002-h",
            "0000000001/0000000001/0000000002-h",
            "0x00000001/0000000001-0000000002-h");

    private final Dice dice;
    private final Profile profile;
    private final NaiveNetwork model;
    private final List<Chunk> forgotten = new ArrayList<>();
    private long block;

    RandomListings(Dice dice, Profile profile, NaiveNetwork model) {
        this.dice = dice;
        this.profile = profile;
        this.model = model;
    }

    ListingEvent listed() {
        String dataset = dice.of(DATASETS);
        List<Chunk> chunks = new ArrayList<>();
        int room = CHUNKS_MAX - model.catalog().chunks().size();
        int count = dice.oneIn(15) ? 0 : 1 + dice.below(profile == Profile.LISTINGS ? 12 : 20);
        for (int i = 0; i < Math.min(count, room); i++) {
            chunks.add(new Chunk(id(), size()));
        }
        for (int i = 0; i < 3 && dice.oneIn(profile == Profile.LISTINGS ? 2 : 6); i++) {
            chunks.add(dice.below(chunks.size() + 1), known(dataset, chunks));
        }
        if (dice.oneIn(profile == Profile.LISTINGS ? 4 : 20)) {
            Chunk bad = dice.oneIn(4)
                    ? new Chunk(id(), dice.of(-1L, Long.MIN_VALUE, (1L << 40) + 1, Long.MAX_VALUE))
                    : new Chunk(dice.of(MALFORMED), size());
            chunks.add(dice.below(chunks.size() + 1), bad);
        }
        if (dice.oneIn(400)) {
            chunks.clear();
            for (int i = 0; i < 1_000 + dice.below(3); i++) {
                chunks.add(new Chunk(id(), 0L));
            }
        }
        return event(dataset, new ChunksListed(chunks));
    }

    ListingEvent removed() {
        String dataset = dice.of(DATASETS);
        List<NaiveChunk> there = new ArrayList<>(model.catalog().of(dataset));
        boolean many = there.size() > CHUNKS_MAX;
        if (many || dice.oneIn(6)) {
            return event(dataset, new DatasetRemoved());
        }
        List<String> ids = new ArrayList<>();
        for (int i = dice.below(6); i > 0 && !there.isEmpty(); i--) {
            NaiveChunk chunk = there.remove(dice.below(there.size()));
            ids.add(chunk.id());
            forgotten.add(new Chunk(chunk.id(), chunk.size()));
        }
        if (dice.oneIn(8)) {
            String bad = ids.isEmpty() || dice.oneIn(2) ? dice.of(id(), dice.of(MALFORMED)) : dice.of(ids);
            ids.add(dice.below(ids.size() + 1), bad);
        }
        return event(dataset, new ChunksRemoved(ids));
    }

    /** Returns a chunk that was listed or removed before, rarely with another size. */
    private Chunk known(String dataset, List<Chunk> chunks) {
        List<Chunk> known = new ArrayList<>(chunks);
        model.catalog().of(dataset).forEach(chunk -> known.add(new Chunk(chunk.id(), chunk.size())));
        known.addAll(forgotten);
        if (known.isEmpty()) {
            return new Chunk(id(), size());
        }
        Chunk chunk = dice.of(known);
        return new Chunk(
                chunk.getId(), dice.oneIn(3) ? dice.of(chunk.getSize() + 1, size(), -1L, 1L << 41) : chunk.getSize());
    }

    private String id() {
        long gap = dice.oneIn(3) ? dice.below(1_000) : 0;
        if (dice.oneIn(60)) {
            block += dice.of(9_999_999_990L, 123_456_789_012L, 1L << 61);
        }
        if (block > Long.MAX_VALUE / 2) {
            block = dice.below(1_000);
        }
        long first = dice.oneIn(4) ? dice.below(2_000) : block + gap;
        long last = dice.oneIn(40) ? Long.MAX_VALUE - dice.below(3) : first + dice.of(0, 99, 99, 5_000);
        long top = dice.of(0L, first, first / 1_000 * 1_000);
        block = Math.max(block, dice.oneIn(9) ? first : first + 100);
        return padded(top) + "/" + padded(first) + "-" + padded(last) + "-"
                + (dice.oneIn(3) ? dice.of(HASHES) : Integer.toHexString(dice.below(1 << 30)));
    }

    private static String padded(long block) {
        String digits = BigInteger.valueOf(block).toString();
        return "0".repeat(Math.max(0, 10 - digits.length())) + digits;
    }

    private long size() {
        if (profile == Profile.HUGE) {
            long most = 1L << 40;
            return dice.of(most, most, most - 1, most / 2 + dice.below(1_000), most / 3, 0L);
        }
        return dice.oneIn(profile == Profile.POLICIES ? 3 : 9) ? dice.of(0L, 0L, 1L) : dice.below(1_000);
    }

    private static ListingEvent event(String dataset, Object what) {
        return new ListingEvent(RandomHistory.NETWORK, dataset, what);
    }
}
