package dev.rota.worker;

import dev.rota.shards.Receipt;
import dev.rota.shards.StateChange;
import java.util.List;

/**
 * The result of a batch.
 *
 * @param receipts the receipts of its first transactions, at least one, in order
 * @param stateDiff each changed entry once, with its value after the batch
 */
public record Execution(List<Receipt> receipts, List<StateChange> stateDiff) {}
