package dev.rota.worker;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Nullable;
import dev.rota.serde.NotPlainJson;
import dev.rota.serde.PlainJson;
import dev.rota.shards.BlockEnvironment;
import dev.rota.shards.Receipt;
import dev.rota.shards.ReceiptStatus;
import dev.rota.shards.Transaction;
import dev.rota.shards.Transfer;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.List;

/**
 * The built-in executor: accounts, and transfers between them. The payload of a transaction is a {@link Transfer} as
 * plain JSON; the state contains an {@code Account} as plain JSON under each account's name.
 */
public final class Ledger implements TransactionExecutor {

    /** A transfer that did not succeed. */
    private record FailedTransfer(ReceiptStatus status, String reason) {}

    @Override
    public Execution execute(
            ParentState state, @Nullable BlockEnvironment environment, List<Transaction> transactions) {
        LedgerBook book = new LedgerBook(state);
        List<Receipt> receipts = new ArrayList<>(transactions.size());
        for (Transaction transaction : transactions) {
            FailedTransfer refusal = execute(book, transaction);
            receipts.add(
                    refusal == null
                            ? new Receipt(transaction.getId(), ReceiptStatus.SUCCEEDED, "", null)
                            : new Receipt(transaction.getId(), refusal.status(), refusal.reason(), null));
        }
        return new Execution(receipts, book.changes());
    }

    private static @Nullable FailedTransfer execute(LedgerBook book, Transaction transaction) {
        Transfer transfer;
        try {
            transfer = PlainJson.read(
                    Transfer.class,
                    UTF_8.newDecoder()
                            .decode(transaction.getPayload().duplicate())
                            .toString());
        } catch (CharacterCodingException e) {
            return invalid("expected a transfer in UTF-8, but these are other bytes");
        } catch (NotPlainJson e) {
            return invalid(e.sentence());
        }
        if (transfer.getAmount() < 1) {
            return invalid("expected an amount of at least 1, but it is " + transfer.getAmount());
        }
        String from = transfer.getFrom();
        if (transfer.getTo().isEmpty() || (from != null && from.isEmpty())) {
            return invalid("expected from and to to be names, but one is empty");
        }
        return from == null ? deposit(book, transfer) : transfer(book, from, transfer);
    }

    private static @Nullable FailedTransfer deposit(LedgerBook book, Transfer transfer) {
        LedgerBook.Entry to = book.entry(transfer.getTo());
        if (to.balance > Long.MAX_VALUE - transfer.getAmount()) {
            return overflow(transfer.getTo());
        }
        to.balance += transfer.getAmount();
        to.changed = true;
        return null;
    }

    private static @Nullable FailedTransfer transfer(LedgerBook book, String payer, Transfer transfer) {
        long amount = transfer.getAmount();
        LedgerBook.Entry from = book.entry(payer);
        if (transfer.getNonce() != from.nonce) {
            return invalid("expected the nonce " + from.nonce + " of " + payer + ", but it is " + transfer.getNonce());
        }
        from.nonce++;
        from.changed = true;
        if (from.balance < amount) {
            return reverted("expected " + payer + " to have " + amount + ", but it has " + from.balance);
        }
        LedgerBook.Entry to = book.entry(transfer.getTo());
        from.balance -= amount;
        if (to.balance > Long.MAX_VALUE - amount) {
            from.balance += amount;
            return overflow(transfer.getTo());
        }
        to.balance += amount;
        to.changed = true;
        return null;
    }

    private static FailedTransfer invalid(String reason) {
        return new FailedTransfer(ReceiptStatus.INVALID, reason);
    }

    private static FailedTransfer reverted(String reason) {
        return new FailedTransfer(ReceiptStatus.REVERTED, reason);
    }

    private static FailedTransfer overflow(String to) {
        return reverted("expected " + to + " to have room for the amount, but it has not");
    }
}
