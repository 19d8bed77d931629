package dev.rota.client;

import dev.rota.shards.Batch;
import dev.rota.shards.Receipt;
import dev.rota.shards.ReceiptStatus;
import dev.rota.shards.Transaction;
import dev.rota.worker.TransactionHandler;
import java.util.Objects;

/** Passes transactions to a handler of records, and returns what it has done with them as receipts. */
public final class RecordReceipts implements TransactionHandler {

    private final RecordHandler handler;

    public RecordReceipts(RecordHandler handler) {
        this.handler = handler;
    }

    @Override
    public Receipt handle(Batch batch, Transaction transaction) throws Exception {
        // Nothing is known of the others: they have not been tried, or their batch was lost as a whole.
        boolean isFirst = batch.getTransactions().get(0).getId().equals(transaction.getId());
        KeyedRecord record = new KeyedRecord(batch.getToken(), isFirst ? batch.getAttempt() : 1, transaction);
        try {
            handler.handle(record);
            return new Receipt(transaction.getId(), ReceiptStatus.SUCCEEDED, "", record.output());
        } catch (RejectedRecord e) {
            return unsuccessful(transaction, ReceiptStatus.INVALID, e);
        } catch (RetryLater e) {
            return unsuccessful(transaction, ReceiptStatus.RETRY, e);
        } catch (AttemptFailed e) {
            return unsuccessful(transaction, ReceiptStatus.FAILED, e);
        }
    }

    private static Receipt unsuccessful(Transaction transaction, ReceiptStatus status, Exception why) {
        return new Receipt(transaction.getId(), status, Objects.requireNonNullElse(why.getMessage(), ""), null);
    }
}
