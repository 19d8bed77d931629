package dev.rota.chunks.export;

import dev.rota.chunks.ChunksTopics;
import dev.rota.chunks.Epoch;
import dev.rota.chunks.EpochStatus;
import dev.rota.engine.NotThere;
import dev.rota.engine.Nullable;
import dev.rota.engine.OutputRecords;
import dev.rota.engine.OutputRecords.OutputRecord;
import java.util.function.Predicate;

/** A network's published epochs. */
public final class EpochHistory {

    /** The assumed maximum difference between the clocks of two brokers. */
    private static final long CLOCKS_DIFFER_MS = 3_600_000;

    private final OutputRecords outputs;
    private final String network;

    @Nullable
    private OutputRecord<Epoch> found;

    /** The epoch before {@link #found}. */
    @Nullable
    private OutputRecord<Epoch> before;

    @Nullable
    private OutputRecord<Epoch> last;

    public EpochHistory(OutputRecords outputs, String network) {
        this.outputs = outputs;
        this.network = network;
    }

    /** Returns the last epoch whose assignment came into force, or null if there is none. */
    @Nullable
    public OutputRecord<Epoch> inForce() {
        return find(epoch -> epoch.getStatus() == EpochStatus.PUBLISHED, epoch -> true);
    }

    private @Nullable OutputRecord<Epoch> numbered(long number) {
        return find(epoch -> epoch.getEpoch() == number, epoch -> epoch.getEpoch() < number);
    }

    /**
     * Returns the first epoch that a replay must decide to reach another: the last one up to it that does not depend on
     * the assignment before it, or 1 if there is none, or if it is not retained.
     */
    public long firstToDecide(long number) {
        OutputRecord<Epoch> epoch =
                find(each -> each.getEpoch() <= number && isIndependent(each), each -> each.getEpoch() < number);
        return epoch == null ? 1 : epoch.value().getEpoch();
    }

    /**
     * Returns the first epoch that a replay must decide to explain another. An epoch that published its target is
     * explained by itself, whatever workers have confirmed.
     */
    public long firstToExplain(long number) {
        OutputRecord<Epoch> epoch = numbered(number);
        return epoch != null && isTarget(epoch.value()) ? number : firstToDecide(number);
    }

    /**
     * Returns whether an epoch published what is placed from chunks, workers and policy alone, and no worker has
     * confirmed anything: confirmations depend on when each copy was assigned.
     */
    private static boolean isIndependent(Epoch epoch) {
        return isTarget(epoch) && epoch.getConfirming() == 0;
    }

    /** Returns whether an epoch published its target, which is placed from chunks, workers and policy alone. */
    private static boolean isTarget(Epoch epoch) {
        return epoch.getStatus() == EpochStatus.PUBLISHED
                && epoch.getUnplaceable().isEmpty()
                && epoch.getDraining() == 0
                && epoch.getReplicasWaiting() == 0;
    }

    /** Finds the last matching epoch, reading as long as {@code more} holds. */
    private @Nullable OutputRecord<Epoch> find(Predicate<Epoch> wanted, Predicate<Epoch> more) {
        found = null;
        before = null;
        last = null;
        outputs.of(network, ChunksTopics.EPOCHS, network, epoch -> {
            if (wanted.test(epoch.value())) {
                found = epoch;
                before = last;
            }
            last = epoch;
            return more.test(epoch.value());
        });
        return found;
    }

    /** Returns a time before any assignment of the epoch found last; its assignments follow the epoch before it. */
    long assignedSince() {
        return before == null ? 0 : Math.max(0, before.time() - CLOCKS_DIFFER_MS);
    }

    /**
     * Returns an epoch that was published and not refused.
     *
     * @param number the number of the epoch, or null for the last one
     */
    public OutputRecord<Epoch> published(@Nullable Long number) {
        OutputRecord<Epoch> epoch = number == null ? inForce() : numbered(number);
        if (epoch == null) {
            throw new NotThere(
                    number == null
                            ? "expected a published epoch of network " + network + ", but there is none"
                            : "expected epoch " + number + " of network " + network
                                    + ", but chunks.epochs has none of that number");
        }
        if (epoch.value().getStatus() != EpochStatus.PUBLISHED) {
            throw new NotThere("expected epoch " + number + " of network " + network
                    + " to be published, but it was refused: "
                    + epoch.value().getStatus() + ", " + epoch.value().getReason());
        }
        return epoch;
    }
}
