package dev.rota.shards.shard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Key;
import dev.rota.engine.Table;
import dev.rota.engine.Tables;
import dev.rota.shards.PendingPage;
import dev.rota.shards.ShardRow;
import dev.rota.shards.scheduler.ShardsDomain;
import dev.rota.shards.tables.ShardsLimits;
import dev.rota.shards.tables.ShardsTables;
import dev.rota.testing.Dice;
import dev.rota.testing.TestLog;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A shard's pending transactions form one list, however they are divided between its row and pages. */
class PendingTransactionsTest {

    private static final int PAGE = 16;
    private static final int PAGE_BYTES = 16_384;
    private static final int MOVED = 4;
    private static final int MOVED_BYTES = 4_096;

    private final Tables tables = TestLog.warm(new ShardsDomain()).tables("default");
    private final List<PendingTransaction> expected = new ArrayList<>();
    private Shard shard = Shard.create("s", tables);
    private int named;

    private void add(int payloadBytes) {
        String id = "t" + named++;
        ByteBuffer payload = ByteBuffer.wrap(new byte[payloadBytes]);
        payload.put(0, (byte) named);
        Content content = new Content(payload, named % 3 == 0, false);
        shard.add(new TransactionId(id), content);
        expected.add(new PendingTransaction(id, content));
    }

    private void removeFirst(int many) {
        shard.removeFirst(many);
        expected.subList(0, many).clear();
    }

    /** Discards the shard in memory and reads it from its rows. */
    private void reload() {
        shard = Shard.of("s", shard.write(), tables);
    }

    private void assertList() {
        assertThat(shard.pending().count()).isEqualTo(expected.size());
        assertThat(shard.pending().first(expected.size() + 1)).isEqualTo(expected);
    }

    private void assertKnows(Dice dice) {
        int gone = named - expected.size();
        for (int i = 0; i < 5; i++) {
            int id = dice.below(named + 3);
            assertThat(shard.isPending("t" + id)).as("t%s", id).isEqualTo(id >= gone && id < named);
        }
    }

    private List<PackedTransactions> pages() {
        List<PackedTransactions> pages = new ArrayList<>();
        try (Table.Cursor<PendingPage> cursor =
                tables.table(ShardsTables.PENDING).scan(Key.EMPTY)) {
            for (Table.Entry<PendingPage> entry = cursor.next(); entry != null; entry = cursor.next()) {
                pages.add(PackedTransactions.of(entry.row().getTransactions()));
            }
        }
        return pages;
    }

    /**
     * Asserts that few transactions are in the row, that a page does not exceed its limits, and that each page but the
     * last is full.
     */
    private void assertPages() {
        PackedTransactions latest = PackedTransactions.of(shard.pending().latest());
        assertThat(latest.size()).isLessThan(MOVED);
        assertThat(latest.contentBytes()).isLessThan(MOVED_BYTES);
        List<PackedTransactions> pages = pages();
        for (int i = 0; i < pages.size(); i++) {
            PackedTransactions page = pages.get(i);
            assertThat(page.size()).isBetween(1, PAGE);
            assertThat(page.contentBytes() <= PAGE_BYTES || page.size() <= MOVED)
                    .as("%s bytes of %s transactions", page.contentBytes(), page.size())
                    .isTrue();
            if (i + 1 < pages.size()) {
                int both = page.contentBytes() + pages.get(i + 1).contentBytes();
                assertThat(page.size() > PAGE - MOVED || both > PAGE_BYTES)
                        .as(
                                "page %s of %s: %s transactions, %s bytes with the next",
                                i, pages.size(), page.size(), both)
                        .isTrue();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldBeAList(long seed) {
        Dice dice = new Dice(seed);
        int target = 0;
        int payloadBytesMax = 0;
        for (int round = 0; round < 2_000; round++) {
            // given a list that grows for a while, then shrinks for a while, or becomes empty
            if (round % 100 == 0) {
                target = dice.of(0, 1, 5, 20, 60, 400);
                payloadBytesMax = dice.of(1, 300, 3_000, 30_000);
            }

            // when
            if (expected.size() < target || dice.oneIn(3)) {
                add(1 + dice.below(payloadBytesMax));
            } else {
                removeFirst(dice.below(1 + Math.min(expected.size(), dice.of(2, 5, 40))));
            }
            if (dice.oneIn(3)) {
                reload();
            }

            // then
            assertList();
            assertKnows(dice);
            assertPages();
        }
        removeFirst(expected.size());
        reload();
        assertList();
        assertThat(pages()).isEmpty();
    }

    @Test
    void shouldHaveRoomUntilItsPagesAreMany() {
        ShardRow.Builder row = ShardRow.newBuilder(shard.write()).setFirstPage(7L);
        row.setNextPage(6L + ShardsLimits.PENDING_PAGES_MAX);
        assertThat(Shard.of("s", row.build(), tables).pending().hasRoom()).isTrue();
        row.setNextPage(7L + ShardsLimits.PENDING_PAGES_MAX);
        assertThat(Shard.of("s", row.build(), tables).pending().hasRoom()).isFalse();
    }

    /** Full pages do not stay in memory, since there may be a hundred thousand shards. */
    @Test
    void shouldHoldNoFullPageInMemory() {
        for (int i = 0; i < 20; i++) {
            add(1_000);
            assertThat(shard.pending().bytes()).isLessThan((PAGE - MOVED) * 1_100 + MOVED * 1_500);
        }
        add(100_000);
        assertThat(shard.pending().bytes()).isLessThan(1_000);
        assertList();
    }
}
