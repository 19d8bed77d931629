package dev.rota.shards.shard;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PackedTransactionsTest {

    private static final int ID_BYTES_MAX = 300;

    private static byte[] utf8(String id) {
        return id.getBytes(StandardCharsets.UTF_8);
    }

    private static PendingTransaction random(SplittableRandom random) {
        String id = "é".repeat(random.nextInt(ID_BYTES_MAX / 2)) + random.nextInt(1_000_000);
        byte[] payload = new byte[random.nextInt(400)];
        random.nextBytes(payload);
        return new PendingTransaction(id, new Content(ByteBuffer.wrap(payload), random.nextBoolean(), false));
    }

    private static void assertHas(PackedTransactions packed, List<PendingTransaction> expected) {
        assertThat(packed.size()).isEqualTo(expected.size());
        assertThat(packed.contentBytes())
                .isEqualTo(expected.stream().mapToInt(PendingTransaction::bytes).sum());
        for (int from = 0; from <= expected.size(); from++) {
            assertThat(packed.from(from)).isEqualTo(expected.subList(from, expected.size()));
        }
        assertThat(packed.fingerprints())
                .containsExactly(expected.stream()
                        .mapToInt(transaction -> Fingerprint.of(transaction.id()))
                        .toArray());
        for (int i = 0; i < expected.size(); i++) {
            byte[] id = utf8(expected.get(i).id());
            assertThat(packed.contains(id, i)).isTrue();
            assertThat(packed.contains(id, i + 1)).isFalse();
        }
        assertThat(packed.contains(utf8("none"), 0)).isFalse();
    }

    @Test
    void shouldBeAListInMemoryAndFromItsRow() {
        for (long seed = 0; seed < 50; seed++) {
            // given
            SplittableRandom random = new SplittableRandom(seed);
            List<PendingTransaction> expected = new ArrayList<>();
            PackedTransactions packed = new PackedTransactions();

            for (int step = 0; step < 60; step++) {
                // when
                if (expected.size() < 16 && random.nextInt(3) > 0) {
                    PendingTransaction next = random(random);
                    expected.add(next);
                    packed.add(utf8(next.id()), next.content());
                } else if (random.nextInt(10) == 0) {
                    PackedTransactions more = new PackedTransactions();
                    for (int i = random.nextInt(4); i > 0; i--) {
                        PendingTransaction next = random(random);
                        expected.add(next);
                        more.add(utf8(next.id()), next.content());
                    }
                    packed.addAll(more);
                } else if (random.nextInt(20) == 0) {
                    expected.clear();
                    packed.clear();
                } else {
                    int gone = random.nextInt(expected.size() + 1);
                    expected.subList(0, gone).clear();
                    packed.removeFirst(gone);
                }

                // then
                assertHas(packed, expected);
                assertHas(PackedTransactions.of(packed.pack()), expected);
            }
        }
    }

    /** Rows in the write-back buffer stay as they were put, whichever changes the list gets later. */
    @Test
    void shouldLeaveItsRowsAsTheyWere() {
        for (long seed = 0; seed < 50; seed++) {
            // given
            SplittableRandom random = new SplittableRandom(seed);
            PackedTransactions packed = new PackedTransactions();
            List<ByteBuffer> rows = new ArrayList<>();
            List<byte[]> copies = new ArrayList<>();

            // when
            for (int step = 0; step < 60; step++) {
                if (packed.size() > 0 && random.nextInt(4) == 0) {
                    packed.removeFirst(1 + random.nextInt(packed.size()));
                } else if (random.nextInt(8) == 0) {
                    packed.clear();
                } else if (!rows.isEmpty() && random.nextInt(4) == 0) {
                    packed.addAll(PackedTransactions.of(rows.get(random.nextInt(Math.min(4, rows.size())))));
                } else {
                    PendingTransaction next = random(random);
                    packed.add(utf8(next.id()), next.content());
                }
                ByteBuffer row = packed.pack();
                byte[] copy = new byte[row.remaining()];
                row.duplicate().get(copy);
                rows.add(row);
                copies.add(copy);
                if (random.nextInt(3) == 0) {
                    packed = PackedTransactions.of(rows.get(random.nextInt(rows.size())));
                }
            }

            // then
            for (int i = 0; i < rows.size(); i++) {
                assertThat(rows.get(i)).isEqualTo(ByteBuffer.wrap(copies.get(i)));
            }
        }
    }
}
