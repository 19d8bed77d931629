package dev.rota.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Nullable;
import dev.rota.serde.NotPlainJson;
import dev.rota.serde.PlainJson;
import dev.rota.shards.Account;
import dev.rota.shards.Receipt;
import dev.rota.shards.ReceiptStatus;
import dev.rota.shards.ShardBlock;
import dev.rota.shards.Transaction;
import dev.rota.shards.Transfer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** A reference ledger that executes the transfers of blocks one after the other. */
final class PlainLedger {

    private final Map<String, Transaction> transactions = new HashMap<>();
    private final SortedMap<String, SortedMap<String, Account>> shards = new TreeMap<>();

    void know(Transaction transaction) {
        transactions.put(transaction.getShard() + "/" + transaction.getId(), transaction);
    }

    /** Executes a block's transactions, and asserts that each has the result in the block. */
    void take(ShardBlock block) throws NotPlainJson {
        for (Receipt receipt : block.getReceipts()) {
            @Nullable Transaction transaction = transactions.get(block.getShard() + "/" + receipt.getTransaction());
            if (transaction == null) {
                throw new AssertionError("expected only what was sent in blocks, but " + receipt);
            }
            String payload = UTF_8.decode(transaction.getPayload().duplicate()).toString();
            ReceiptStatus status = execute(accounts(block.getShard()), PlainJson.read(Transfer.class, payload));
            assertThat(receipt.getStatus())
                    .as("%s of %s, %s", receipt, block.getShard(), payload)
                    .isEqualTo(status);
        }
    }

    private static ReceiptStatus execute(SortedMap<String, Account> accounts, Transfer transfer) {
        if (transfer.getFrom() != null) {
            Account from = account(accounts, transfer.getFrom());
            assertThat(from.getNonce()).as("nonce of %s", transfer).isEqualTo(transfer.getNonce());
            boolean enough = from.getBalance() >= transfer.getAmount();
            long paid = enough ? transfer.getAmount() : 0;
            accounts.put(transfer.getFrom(), new Account(from.getBalance() - paid, from.getNonce() + 1));
            if (!enough) {
                return ReceiptStatus.REVERTED;
            }
        }
        Account to = account(accounts, transfer.getTo());
        accounts.put(transfer.getTo(), new Account(to.getBalance() + transfer.getAmount(), to.getNonce()));
        return ReceiptStatus.SUCCEEDED;
    }

    private static Account account(SortedMap<String, Account> accounts, String name) {
        return accounts.getOrDefault(name, new Account(0L, 0L));
    }

    /** Returns the shards that have a block. */
    List<String> shards() {
        return List.copyOf(shards.keySet());
    }

    SortedMap<String, Account> accounts(String shard) {
        return shards.computeIfAbsent(shard, id -> new TreeMap<>());
    }
}
