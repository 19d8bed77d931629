package dev.rota.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Nullable;
import dev.rota.shards.BlockEnvironment;
import dev.rota.shards.Receipt;
import dev.rota.shards.ReceiptStatus;
import dev.rota.shards.Transaction;
import dev.rota.worker.Execution;
import dev.rota.worker.ParentState;
import dev.rota.worker.TransactionExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** An executor that throws, hangs, lies or dies if a payload says so. */
public final class PoisonedExecutor implements TransactionExecutor {

    /** Ends all hanging executions. */
    private final CountDownLatch released = new CountDownLatch(1);

    void release() {
        released.countDown();
    }

    @Override
    public Execution execute(
            ParentState state, @Nullable BlockEnvironment environment, List<Transaction> transactions) {
        List<Receipt> receipts = new ArrayList<>();
        for (Transaction transaction : transactions) {
            String said = UTF_8.decode(transaction.getPayload().duplicate()).toString();
            switch (said) {
                case "throw" -> throw new IllegalStateException("poison in " + transaction.getId());
                case "hang" -> hang();
                case "halt" -> Runtime.getRuntime().halt(9);
                default -> receipts.add(receipt(said.equals("lie") ? "another" : transaction.getId()));
            }
        }
        return new Execution(receipts, List.of());
    }

    private static Receipt receipt(String transaction) {
        return new Receipt(transaction, ReceiptStatus.SUCCEEDED, "", null);
    }

    /** Hangs, and ignores interruptions. */
    private void hang() {
        while (released.getCount() > 0) {
            try {
                released.await();
            } catch (InterruptedException e) {
                // ignored, as by users' code that nothing stops
                Thread.interrupted();
            }
        }
    }
}
