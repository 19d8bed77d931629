package dev.rota.chunks.explain;

import dev.rota.chunks.epoch.EpochShares;
import dev.rota.chunks.epoch.Epochs;
import dev.rota.chunks.placement.WorkerShare;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import java.util.ArrayList;
import java.util.List;

/**
 * The next epochs of a network under its assumptions.
 *
 * @param now the time at which the next epoch would be made
 */
record EpochPlan(PlannedNetwork network, long now, Parallel parallel) {

    /** The maximum number of epochs that are predicted. */
    static final int EPOCHS_MAX = 1_000;

    /** Returns the next epoch. */
    PlanResult next() {
        return epoch(network.row().getEpochs() + 1);
    }

    private PlanResult epoch(long number) {
        Epochs.Result result = Epochs.place(network, true, parallel);
        if (result.placed() == null || result.first() == null) {
            return new PlanResult(
                    network,
                    null,
                    List.of(),
                    result.refusal(network.name(), number, network.row().getEffectiveFrom()));
        }
        EpochShares shares = EpochShares.of(result.placed(), network.shares(), parallel);
        long effectiveFrom = WorkerShare.saturated(now, network.policy().rules().getEffectiveAfterMs());
        return new PlanResult(
                network,
                shares,
                result.motions(),
                shares.epoch(
                        network.name(),
                        number,
                        effectiveFrom,
                        shares.replication(result.first()),
                        "",
                        "",
                        result.moves(),
                        network.confirming()));
    }

    /**
     * Returns up to {@code limit} epochs that it takes to empty the drained workers, in lines. Assumes that nothing else
     * changes, and that all workers confirm each epoch before the next.
     */
    List<String> drain(int limit) {
        Prediction prediction = new Prediction();
        boolean goesOn = network.chunksLeft() > 0;
        while (goesOn && prediction.epochs < limit) {
            PlanResult result = prediction.next();
            goesOn = result != null
                    && network.chunksLeft() > 0
                    && result.record().getReplicasAdded() + result.record().getReplicasRemoved() > 0;
        }
        long left = network.chunksLeft();
        return prediction.ended(left == 0 ? "drained" : "not drained", left == 0 ? "" : ", chunks left: " + left);
    }

    /** Returns the next epochs, in lines, under the same assumptions. */
    List<String> epochs(int count) {
        Prediction prediction = new Prediction();
        boolean goesOn = true;
        while (goesOn && prediction.epochs < count) {
            goesOn = prediction.next() != null;
        }
        return prediction.ended("all", "");
    }

    /** Makes one epoch after the other, each confirmed by all workers before the next. */
    private final class Prediction {

        private final List<String> lines = new ArrayList<>();
        private long number = network.row().getEpochs();
        private long bytes;
        private int epochs;
        private boolean isRefused;

        Prediction() {
            lines.add("if all workers confirm each epoch before the next, and nothing else changes:");
            network.confirmAll();
        }

        /** Makes the next epoch; returns null if it would be refused, and with it all that follow. */
        @Nullable
        PlanResult next() {
            epochs++;
            number++;
            PlanResult result = epoch(number);
            EpochShares shares = result.shares();
            if (shares == null) {
                isRefused = true;
                lines.add("epoch " + number + " would be refused: "
                        + result.record().getStatus() + ", " + result.record().getReason());
                return null;
            }
            network.publish(shares, result.motions());
            bytes = WorkerShare.saturated(bytes, result.record().getBytesAdded());
            lines.add("epoch " + number + ": bytes moved: " + result.record().getBytesAdded() + ", waiting: "
                    + result.record().getBytesWaiting()
                    + (network.isDraining() ? "; chunks left on drained workers: " + network.chunksLeft() : ""));
            return result;
        }

        /** Returns all lines. A sum stands at the end unless an epoch would be refused. */
        List<String> ended(String how, String rest) {
            if (!isRefused) {
                lines.add(how + " after epochs: " + epochs + ", bytes moved: " + bytes + rest);
            }
            return lines;
        }
    }
}
