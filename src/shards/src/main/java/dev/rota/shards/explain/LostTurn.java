package dev.rota.shards.explain;

import dev.rota.engine.Nullable;
import dev.rota.engine.text.Phrases;
import dev.rota.shards.ShardCause;

/**
 * A turn that ended without a valid report.
 *
 * @param objection why the report did not match the batch, or null if there was none
 */
record LostTurn(
        long token,
        String worker,
        ShardCause cause,
        long time,
        @Nullable String objection) {

    /** Returns whether a turn that ends by this cause is lost. */
    static boolean isLoss(ShardCause cause) {
        return switch (cause) {
            case WORKER_LOST, WORKER_LEFT, BATCH_TIMEOUT, REPORT_INVALID, BATCH_FAILED -> true;
            case SCHEDULED, DISPATCHED, DRAINED, QUANTUM, WORKER_DRAINING, PAUSED, RESUMED, CLOSED, REOPENED, RETRY ->
                false;
        };
    }

    String sentence() {
        return "its last lost turn, " + token + " on worker " + worker + ", was lost " + Phrases.at(time) + " by "
                + cause + ": " + why();
    }

    private String why() {
        return switch (cause) {
            case WORKER_LOST -> "the worker was silent for too long, or restarted";
            case WORKER_LEFT -> "the worker left";
            case BATCH_TIMEOUT -> "the batch was not reported by its deadline";
            case REPORT_INVALID -> objection == null ? "the report did not fit the batch" : objection;
            default -> "the worker reported that the batch failed";
        };
    }
}
