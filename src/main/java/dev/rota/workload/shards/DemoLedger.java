package dev.rota.workload.shards;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.shards.ShardsDomain;
import dev.rota.shards.Transaction;
import dev.rota.workload.Traffic.Fact;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * One shard's accounts, as far as whoever pays from them knows: a deposit each, then transfers with the nonce that is
 * due. Now and then one has another nonce, and one is of more than there is.
 */
final class DemoLedger {

    private static final int DEPOSIT = 1_000_000;
    private static final int AMOUNT_MAX = 100;
    private static final int WRONG_EVERY = 60;
    private static final int UNFUNDED_EVERY = 40;

    /** Ids of transactions that are meant to be dead letters begin so. */
    private static final String WRONG = "wrong-";

    /** An account's name, and the nonce of its next transfer. */
    private static final class Payer {
        final String name;
        long nonce;

        Payer(String name) {
            this.name = name;
        }
    }

    private final String shard;
    private final long since;
    private final SplittableRandom random;
    private List<Payer> payers = List.of();
    private int books;
    private int number;

    /**
     * Begins a ledger.
     *
     * @param since when; who begins later has other accounts and other ids
     */
    DemoLedger(String shard, long since) {
        this.shard = shard;
        this.since = since;
        this.random = new SplittableRandom(shard.hashCode());
    }

    String shard() {
        return shard;
    }

    /** So many more transfers, and the deposits that they need. */
    List<Fact> transfers(int many) {
        List<Fact> facts = new ArrayList<>();
        if (payers.isEmpty()) {
            books++;
            payers = Stream.of("ann", "bob", "cy", "dan", "eve")
                    .map(name -> new Payer(name + "-" + book()))
                    .toList();
            payers.forEach(payer -> facts.add(fact("", "{\"to\":\"" + payer.name + "\",\"amount\":" + DEPOSIT + "}")));
        }
        for (int i = 0; i < many; i++) {
            facts.add(transfer());
        }
        return facts;
    }

    private Fact transfer() {
        Payer from = payers.get(random.nextInt(payers.size()));
        Payer to = payers.get(random.nextInt(payers.size()));
        if (random.nextInt(WRONG_EVERY) == 0) {
            return fact(WRONG, json(from, to, 1, from.nonce + 7));
        }
        boolean unfunded = random.nextInt(UNFUNDED_EVERY) == 0;
        long amount = unfunded ? (long) DEPOSIT * payers.size() + 1 : 1 + random.nextInt(AMOUNT_MAX);
        return fact("", json(from, to, amount, from.nonce++));
    }

    private static String json(Payer from, Payer to, long amount, long nonce) {
        return "{\"from\":\"" + from.name + "\",\"to\":\"" + to.name + "\",\"amount\":" + amount + ",\"nonce\":" + nonce
                + "}";
    }

    private Fact fact(String kind, String payload) {
        String id = kind + book() + "-" + ++number;
        return new Fact(
                ShardsDomain.TRANSACTIONS,
                shard,
                new Transaction(DemoLedgers.POOL, shard, id, ByteBuffer.wrap(payload.getBytes(UTF_8))));
    }

    /** What accounts and transactions that belong together have in their names. */
    private String book() {
        return since + "-" + books;
    }

    /** A transaction has become a dead letter; where that was not meant, other accounts take over. */
    void hear(String deadLetter) {
        if (deadLetter.startsWith(book() + "-")) {
            payers = List.of();
        }
    }
}
