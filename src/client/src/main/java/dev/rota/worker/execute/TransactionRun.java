package dev.rota.worker.execute;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Limits;
import dev.rota.engine.Nullable;
import dev.rota.shards.Receipt;
import dev.rota.shards.ReceiptStatus;
import dev.rota.shards.Transaction;
import dev.rota.worker.Execution;
import dev.rota.worker.TransactionHandler;
import dev.rota.worker.execute.TaskReports.Report;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Executes batches of a stateless pool, one transaction after the other. A report ends at the first transaction that is to
 * be tried again, when the quantum is over, and after a named time or size at the latest, so that a worker that is killed
 * repeats little. The transactions after it come again in another batch.
 */
final class TransactionRun implements TaskRun {

    /** The time after which a batch is reported, if its quantum is longer. */
    private static final long REPORT_NS = TimeUnit.SECONDS.toNanos(1);

    /** The size of a report after which it ends. One more receipt does not make it too large for the log. */
    private static final int REPORT_BYTES = Limits.LOG_RECORD_BYTES_MAX / 2;

    /** The maximum size of a receipt's output. */
    static final int OUTPUT_BYTES_MAX = Limits.LOG_RECORD_BYTES_MAX / 4;

    /** The maximum size of a receipt without its texts and output. */
    private static final int FRAME_BYTES = 16;

    /** The maximum size of a char in UTF-8. */
    private static final int CHAR_BYTES = 3;

    private final TransactionHandler handler;
    private final TaskReports reports;
    private final BooleanSupplier leaving;

    TransactionRun(TransactionHandler handler, TaskReports reports, BooleanSupplier leaving) {
        this.handler = handler;
        this.reports = reports;
        this.leaving = leaving;
    }

    @Override
    public @Nullable Report run(BatchTask task) throws InterruptedException {
        long began = System.nanoTime();
        int bytes = 0;
        for (Transaction transaction : task.batch().getTransactions()) {
            if (task.lost || leaving.getAsBoolean() || bytes >= REPORT_BYTES || (bytes > 0 && isTime(task, began))) {
                break;
            }
            Receipt receipt = receipt(task, transaction);
            if (task.lost) {
                break;
            }
            task.add(receipt);
            bytes += size(receipt);
            if (isAgain(receipt)) {
                break;
            }
        }
        return finished(task);
    }

    /** Returns whether it is time to report. A quantum of 0 ends a turn after a batch, but no batch. */
    private static boolean isTime(BatchTask task, long began) {
        long now = System.nanoTime();
        long quantumMs = task.batch().getQuantumMs();
        return now - began >= REPORT_NS
                || (quantumMs > 0 && now - task.turnSince() >= TimeUnit.MILLISECONDS.toNanos(quantumMs));
    }

    private Receipt receipt(BatchTask task, Transaction transaction) {
        try {
            return bounded(handler.handle(task.batch(), transaction));
        } catch (Exception e) {
            // checked exceptions too: user code may throw what it does not declare
            return failed(
                    transaction.getId(), e.getMessage() == null ? e.getClass().getName() : e.toString());
        } finally {
            // the interrupt was meant for the handler, or came from it: it must not affect the report
            Thread.interrupted();
        }
    }

    private static Receipt bounded(Receipt receipt) {
        ByteBuffer output = receipt.getOutput();
        return output != null && output.remaining() > OUTPUT_BYTES_MAX
                ? failed(
                        receipt.getTransaction(),
                        "expected an output of at most " + OUTPUT_BYTES_MAX + " bytes, but it has "
                                + output.remaining())
                : new Receipt(receipt.getTransaction(), receipt.getStatus(), text(receipt.getReason()), output);
    }

    private static Receipt failed(String transaction, String why) {
        return new Receipt(transaction, ReceiptStatus.FAILED, text(why), null);
    }

    /** Returns a reason within its limit, and without halves of surrogate pairs, which cannot be written. */
    private static String text(String reason) {
        return Limits.message(new String(reason.getBytes(UTF_8), UTF_8));
    }

    private static boolean isAgain(Receipt receipt) {
        return receipt.getStatus() == ReceiptStatus.RETRY || receipt.getStatus() == ReceiptStatus.FAILED;
    }

    private static int size(Receipt receipt) {
        return FRAME_BYTES
                + CHAR_BYTES
                        * (receipt.getTransaction().length()
                                + receipt.getReason().length())
                + (receipt.getOutput() == null ? 0 : receipt.getOutput().remaining());
    }

    @Override
    public @Nullable Report finished(BatchTask task) throws InterruptedException {
        List<Receipt> receipts = task.receipts();
        if (receipts.isEmpty()) {
            return null;
        }
        Receipt last = receipts.get(receipts.size() - 1);
        String failed = last.getStatus() == ReceiptStatus.FAILED
                ? "transaction " + last.getTransaction() + ": " + last.getReason()
                : null;
        return reports.executed(task, new Execution(receipts, List.of()), failed);
    }
}
