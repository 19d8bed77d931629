package dev.rota.worker;

import dev.rota.shards.Receipt;
import dev.rota.shards.StateChange;
import java.util.List;

/**
 * What came of a batch.
 *
 * @param receipts of its first transactions, at least of one, in order
 * @param stateDiff each changed entry once, with its value after the batch
 */
public record Execution(List<Receipt> receipts, List<StateChange> stateDiff) {}
