package dev.rota.workload.shards;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.shards.ShardsTopics;
import dev.rota.shards.scheduler.Transactions;
import dev.rota.workload.Traffic.Fact;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * One shard's accounts as their payer knows them: a deposit each, then transfers with the next nonce. Occasionally a
 * transfer has a wrong nonce or exceeds the balance.
 */
final class DemoLedger {

    private static final int DEPOSIT = 1_000_000;
    private static final int AMOUNT_MAX = 100;
    private static final int WRONG_EVERY = 60;
    private static final int UNFUNDED_EVERY = 40;

    /** The id prefix of transactions intended to become dead letters. */
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
     * Creates a ledger.
     *
     * @param since its start time; later ledgers have other accounts and ids
     */
    DemoLedger(String shard, long since) {
        this.shard = shard;
        this.since = since;
        this.random = new SplittableRandom(shard.hashCode());
    }

    String shard() {
        return shard;
    }

    /** Returns further transfers, with the deposits that they need. */
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
                ShardsTopics.TRANSACTIONS,
                shard,
                Transactions.of(DemoLedgers.POOL, shard, id, ByteBuffer.wrap(payload.getBytes(UTF_8))));
    }

    /** Returns the common part of the names of its accounts and transactions. */
    private String book() {
        return since + "-" + books;
    }

    /**
     * Handles a transaction that became a dead letter; if that was not intended, other accounts replace its accounts.
     */
    void hear(String deadLetter) {
        if (deadLetter.startsWith(book() + "-")) {
            payers = List.of();
        }
    }
}
