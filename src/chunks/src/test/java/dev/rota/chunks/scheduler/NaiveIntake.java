package dev.rota.chunks.scheduler;

import dev.rota.chunks.ChunksListed;
import dev.rota.chunks.ChunksRemoved;
import dev.rota.chunks.EpochRequest;
import dev.rota.chunks.ListingEvent;
import dev.rota.chunks.PlacementPolicy;
import dev.rota.chunks.WorkerEvent;
import dev.rota.chunks.WorkerPing;
import dev.rota.engine.IntakeReason;
import dev.rota.engine.Nullable;
import org.apache.avro.specific.SpecificRecord;

/** Models the events that intake refuses, which never reach the network. */
final class NaiveIntake {

    private NaiveIntake() {}

    /** Returns the reason to refuse an event, or null if the network decides it. */
    static @Nullable IntakeReason refuses(SpecificRecord event) {
        if (event instanceof ListingEvent listing) {
            return reason(
                    listing.getNetwork(),
                    listing.getDataset().isEmpty() || unsafe(listing.getDataset()) || unsafeChunk(listing.getEvent()));
        } else if (event instanceof WorkerEvent worker) {
            boolean negative = worker.getEvent() instanceof WorkerPing ping
                    && (negative(ping.getCapacityBytes()) || negative(ping.getStoredBytes()));
            return reason(worker.getNetwork(), worker.getWorker().isEmpty() || unsafe(worker.getWorker()) || negative);
        } else if (event instanceof PlacementPolicy policy) {
            boolean nameless = policy.getDatasets().stream()
                    .anyMatch(dataset -> dataset.getDataset().isEmpty() || unsafe(dataset.getDataset()));
            return reason(policy.getNetwork(), nameless || Double.isNaN(policy.getSaturation()));
        }
        return reason(((EpochRequest) event).getNetwork(), false);
    }

    private static boolean negative(@Nullable Long amount) {
        return amount != null && amount < 0;
    }

    private static boolean unsafeChunk(Object event) {
        if (event instanceof ChunksListed listed) {
            return listed.getChunks().stream().anyMatch(chunk -> unsafe(chunk.getId()));
        }
        return event instanceof ChunksRemoved removed
                && removed.getIds().stream().anyMatch(NaiveIntake::unsafe);
    }

    /** Returns whether an id contains a line break, the only unsafe character in histories. */
    private static boolean unsafe(String id) {
        return id.contains("\n");
    }

    private static @Nullable IntakeReason reason(String network, boolean invalid) {
        if (invalid || unsafe(network)) {
            return IntakeReason.VALUE_INVALID;
        }
        return network.isEmpty() ? IntakeReason.UNIT_INVALID : null;
    }
}
