package dev.rota.worker.execute;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Limits;
import dev.rota.engine.Nullable;
import dev.rota.shards.Receipt;
import dev.rota.shards.ReceiptStatus;
import dev.rota.shards.Transaction;
import dev.rota.shards.WorkerProtocol;
import dev.rota.worker.Execution;
import dev.rota.worker.HandlingMeter;
import dev.rota.worker.TransactionHandler;
import dev.rota.worker.execute.TaskReports.Report;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Executes batches of a stateless pool, one transaction after the other. A batch ends at the first transaction that is to be
 * tried again, and when the quantum is over; the transactions after that come again in another batch. What is executed is
 * reported after a named time or size at the latest, so that a worker that is killed repeats little.
 */
final class TransactionRun implements TaskRun {

    private static final long PART_NS = TimeUnit.MILLISECONDS.toNanos(WorkerProtocol.PART_MS);

    /** The time after which a batch ends that cannot be reported in parts. */
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
    private final HandlingMeter meter;

    TransactionRun(TransactionHandler handler, TaskReports reports, BooleanSupplier leaving, HandlingMeter meter) {
        this.handler = handler;
        this.reports = reports;
        this.leaving = leaving;
        this.meter = meter;
    }

    @Override
    public @Nullable Report run(BatchTask task, Progress progress) throws InterruptedException {
        long reported = System.nanoTime();
        int bytes = 0;
        boolean begun = false;
        for (Transaction transaction : task.batch().getTransactions()) {
            if (task.lost || leaving.getAsBoolean() || (begun && isOver(task))) {
                break;
            }
            if (bytes > 0 && isTime(reported, bytes)) {
                if (!reports.mayContinue()) {
                    break;
                }
                report(task, progress);
                if (task.lost) {
                    break;
                }
                reported = System.nanoTime();
                bytes = 0;
            }
            long started = System.nanoTime();
            Receipt receipt = receipt(task, transaction);
            boolean lost = task.lost;
            meter.handled(lost ? null : receipt.getStatus(), System.nanoTime() - started);
            if (lost) {
                break;
            }
            task.add(receipt);
            begun = true;
            bytes += size(receipt);
            if (isAgain(receipt)) {
                break;
            }
        }
        return finished(task);
    }

    /** Returns whether the turn is over. A quantum of 0 ends a turn after a batch, but no batch. */
    private static boolean isOver(BatchTask task) {
        long quantumMs = task.batch().getQuantumMs();
        return quantumMs > 0 && System.nanoTime() - task.turnSince() >= TimeUnit.MILLISECONDS.toNanos(quantumMs);
    }

    /** Returns whether it is time to report what has been executed since the last report. */
    private boolean isTime(long reported, int bytes) {
        return bytes >= REPORT_BYTES || System.nanoTime() - reported >= (reports.mayContinue() ? PART_NS : REPORT_NS);
    }

    /** Reports the receipts so far, unless the worker has left with them. */
    private void report(BatchTask task, Progress progress) throws InterruptedException {
        // when the worker leaves, another thread reports the rest, which must not overtake this part
        synchronized (task) {
            List<Receipt> receipts = task.lost ? List.of() : task.takeReceipts();
            if (!receipts.isEmpty()) {
                progress.report(reports.progress(task, receipts));
            }
        }
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
        synchronized (task) {
            List<Receipt> receipts = task.takeReceipts();
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
}
