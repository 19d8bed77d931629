package dev.rota.worker.verify;

import dev.rota.engine.Limits;
import dev.rota.engine.Nullable;
import dev.rota.shards.Batch;
import dev.rota.shards.DeadLetter;
import dev.rota.shards.Receipt;
import dev.rota.shards.ReceiptStatus;
import dev.rota.shards.ShardBlock;
import dev.rota.shards.StateChange;
import dev.rota.shards.Transaction;
import dev.rota.worker.Execution;
import dev.rota.worker.ParentState;
import dev.rota.worker.TransactionExecutor;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Compares a batch's published block and dead letters with the result of executing it again. */
final class BatchCheck {

    private final Batch batch;
    private final List<Receipt> receipts;
    private final @Nullable List<StateChange> stateDiff;
    private final Map<String, DeadLetter> letters = new LinkedHashMap<>();
    private final boolean allLetters;

    /**
     * Creates a check.
     *
     * @param block the block of the batch, or null if all reported transactions were invalid
     * @param allLetters whether an invalid transaction must be among the dead letters
     */
    BatchCheck(Batch batch, @Nullable ShardBlock block, List<DeadLetter> invalid, boolean allLetters) {
        this.batch = batch;
        this.receipts = block == null ? List.of() : block.getReceipts();
        this.stateDiff = block == null ? null : block.getStateDiff();
        this.allLetters = allLetters;
        invalid.forEach(letter -> letters.put(letter.getTransaction(), letter));
    }

    /** Returns the first difference, or null if there is none. */
    @Nullable
    String divergence(TransactionExecutor executor, ParentState state) {
        Map<String, Integer> places = new HashMap<>();
        batch.getTransactions().forEach(transaction -> places.put(transaction.getId(), places.size()));
        int reported = 0;
        for (Receipt receipt : receipts) {
            Integer place = places.get(receipt.getTransaction());
            if (place == null) {
                return "expected receipts of its batch, but one is of transaction " + receipt.getTransaction();
            }
            reported = Math.max(reported, place + 1);
        }
        for (String letter : letters.keySet()) {
            Integer place = places.get(letter);
            if (place == null) {
                return "expected dead letters of its batch, but one is of transaction " + letter;
            }
            reported = Math.max(reported, place + 1);
        }
        Execution execution;
        try {
            execution = execute(executor, state, reported);
        } catch (Throwable e) {
            // whatever user code throws is the result of the batch this time
            return "expected its batch to be executed, but the executor throws " + e;
        } finally {
            // the executor interrupted its own thread
            Thread.interrupted();
        }
        return compared(execution, reported);
    }

    /**
     * Executes the first transactions. The executor also gets the later ones if it stopped by itself the first time.
     */
    private @Nullable Execution execute(TransactionExecutor executor, ParentState state, int reported)
            throws Exception {
        List<Transaction> all = batch.getTransactions();
        Execution whole = executor.execute(state, batch.getEnvironment(), all);
        if (whole == null || whole.receipts().size() == reported) {
            return whole;
        }
        return executor.execute(state, batch.getEnvironment(), all.subList(0, reported));
    }

    private @Nullable String compared(@Nullable Execution execution, int reported) {
        if (execution == null || hasHoles(execution)) {
            return "expected its batch to be executed, but the executor returned null";
        }
        if (execution.receipts().size() != reported) {
            return "expected receipts of the first " + reported
                    + " transactions of its batch, but executed again there are "
                    + execution.receipts().size();
        }
        int next = 0;
        for (int i = 0; i < reported; i++) {
            String id = batch.getTransactions().get(i).getId();
            Receipt again = execution.receipts().get(i);
            if (!again.getTransaction().equals(id)) {
                return "transaction " + id + ": executed again its receipt is of " + again.getTransaction();
            }
            Receipt inBlock = next < receipts.size()
                            && receipts.get(next).getTransaction().equals(id)
                    ? receipts.get(next++)
                    : null;
            String wrong = compared(again, inBlock, letters.get(id));
            if (wrong != null) {
                return "transaction " + id + ": " + wrong;
            }
        }
        if (next < receipts.size()) {
            return "expected each receipt once, in the order of its batch, but that of transaction "
                    + receipts.get(next).getTransaction() + " is not";
        }
        return stateDiff == null ? null : compared(stateDiff, execution.stateDiff());
    }

    /** Returns whether a result contains null, since user code is not compiled with null checks. */
    private static boolean hasHoles(Execution execution) {
        return isHole(execution.receipts())
                || isHole(execution.stateDiff())
                || execution.receipts().stream().anyMatch(BatchCheck::isHole)
                || execution.stateDiff().stream().anyMatch(BatchCheck::isHole);
    }

    private static boolean isHole(@Nullable Object value) {
        return value == null;
    }

    private @Nullable String compared(Receipt again, @Nullable Receipt inBlock, @Nullable DeadLetter letter) {
        if (inBlock != null && letter != null) {
            return "the block has it as " + named(inBlock) + ", and a dead letter has it too";
        }
        if (inBlock != null) {
            return again.equals(inBlock)
                    ? null
                    : "the block has it as " + named(inBlock) + ", executed again it is " + named(again);
        }
        if (again.getStatus() != ReceiptStatus.INVALID) {
            return (letter == null
                            ? "no block has it"
                            : "a dead letter has it as INVALID (" + letter.getMessage() + ")")
                    + ", executed again it is " + named(again);
        }
        if (letter == null) {
            return allLetters ? "no dead letter has it, executed again it is " + named(again) : null;
        }
        String message = Limits.message(again.getReason());
        return message.equals(letter.getMessage())
                ? null
                : "a dead letter has it as INVALID (" + letter.getMessage() + "), executed again it is " + named(again);
    }

    private static String named(Receipt receipt) {
        return receipt.getStatus()
                + (receipt.getReason().isEmpty() ? "" : " (" + receipt.getReason() + ")")
                + (receipt.getOutput() == null ? "" : " with output " + EntryText.of(receipt.getOutput()));
    }

    private static @Nullable String compared(List<StateChange> inBlock, List<StateChange> again) {
        for (int i = 0; i < Math.min(inBlock.size(), again.size()); i++) {
            StateChange change = inBlock.get(i);
            StateChange other = again.get(i);
            if (!change.getKey().equals(other.getKey())) {
                return "state change " + (i + 1) + ": the block has " + EntryText.of(change.getKey())
                        + ", executed again it is " + EntryText.of(other.getKey());
            }
            if (!Objects.equals(change.getValue(), other.getValue())) {
                return "state of " + EntryText.of(change.getKey()) + ": the block has "
                        + EntryText.of(change.getValue()) + ", executed again it is " + EntryText.of(other.getValue());
            }
        }
        return inBlock.size() == again.size()
                ? null
                : "the block has " + inBlock.size() + " state changes, executed again there are " + again.size();
    }
}
