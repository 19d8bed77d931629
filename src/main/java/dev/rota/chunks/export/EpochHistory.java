package dev.rota.chunks.export;

import dev.rota.chunks.ChunksDomain;
import dev.rota.chunks.Epoch;
import dev.rota.chunks.EpochStatus;
import dev.rota.engine.NotThere;
import dev.rota.engine.Nullable;
import dev.rota.engine.OutputRecords;
import dev.rota.engine.OutputRecords.OutputRecord;

/** A network's published epochs. */
public final class EpochHistory {

    private final OutputRecords outputs;
    private final String network;

    @Nullable
    private OutputRecord<Epoch> found;

    public EpochHistory(OutputRecords outputs, String network) {
        this.outputs = outputs;
        this.network = network;
    }

    /** The last epoch whose assignment came into force; null if there is none. */
    @Nullable
    public OutputRecord<Epoch> inForce() {
        found = null;
        outputs.of(network, ChunksDomain.EPOCHS, network, epoch -> {
            found = epoch.value().getStatus() == EpochStatus.PUBLISHED ? epoch : found;
            return true;
        });
        return found;
    }

    private @Nullable OutputRecord<Epoch> numbered(long number) {
        found = null;
        outputs.of(network, ChunksDomain.EPOCHS, network, epoch -> {
            found = epoch.value().getEpoch() == number ? epoch : null;
            return epoch.value().getEpoch() < number;
        });
        return found;
    }

    /** The assumed maximum difference between the clocks of two brokers. */
    private static final long CLOCKS_DIFFER_MS = 3_600_000;

    /** A time before any assignment of an epoch; they follow the previous epoch. */
    long since(long number) {
        found = null;
        outputs.of(network, ChunksDomain.EPOCHS, network, epoch -> {
            boolean before = epoch.value().getEpoch() < number;
            found = before ? epoch : found;
            return before;
        });
        return found == null ? 0 : Math.max(0, found.time() - CLOCKS_DIFFER_MS);
    }

    /**
     * An epoch that was published and not refused.
     *
     * @param number null for the last one
     */
    OutputRecord<Epoch> published(@Nullable Long number) {
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
