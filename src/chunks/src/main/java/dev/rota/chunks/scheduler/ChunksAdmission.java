package dev.rota.chunks.scheduler;

import dev.rota.chunks.Chunk;
import dev.rota.chunks.ChunksListed;
import dev.rota.chunks.ChunksRemoved;
import dev.rota.chunks.ChunksReplaced;
import dev.rota.chunks.DatasetPolicy;
import dev.rota.chunks.EpochRequest;
import dev.rota.chunks.ListingEvent;
import dev.rota.chunks.PlacementPolicy;
import dev.rota.chunks.Segment;
import dev.rota.chunks.WorkerEvent;
import dev.rota.chunks.WorkerPing;
import dev.rota.engine.Ids;
import dev.rota.engine.IntakeReason;
import dev.rota.engine.Nullable;
import dev.rota.engine.RefusedException;
import java.util.List;

/** Validates events as far as that needs no state, and determines the network. */
public final class ChunksAdmission {

    private ChunksAdmission() {}

    public static String listing(ListingEvent event) throws RefusedException {
        Ids.id("dataset", event.getDataset());
        if (event.getEvent() instanceof ChunksListed listed) {
            chunks(listed.getChunks());
        } else if (event.getEvent() instanceof ChunksReplaced replaced) {
            for (String id : replaced.getOld()) {
                Ids.text("a chunk's id", id);
            }
            chunks(replaced.getNew$());
        } else if (event.getEvent() instanceof ChunksRemoved removed) {
            for (String id : removed.getIds()) {
                Ids.text("a chunk's id", id);
            }
        }
        return network(event.getNetwork());
    }

    private static void chunks(List<Chunk> chunks) throws RefusedException {
        for (Chunk chunk : chunks) {
            Ids.text("a chunk's id", chunk.getId());
        }
    }

    static String worker(WorkerEvent event) throws RefusedException {
        Ids.id("worker", event.getWorker());
        if (event.getEvent() instanceof WorkerPing ping) {
            if (ping.getVersion() != null && !ping.getVersion().isEmpty()) {
                Ids.id("version", ping.getVersion());
            }
            amount("capacityBytes", ping.getCapacityBytes());
            amount("storedBytes", ping.getStoredBytes());
            amount("confirmedEpoch", ping.getConfirmedEpoch());
        }
        return network(event.getNetwork());
    }

    public static String policy(PlacementPolicy policy) throws RefusedException {
        for (DatasetPolicy dataset : policy.getDatasets()) {
            Ids.id("a policy's dataset", dataset.getDataset());
            for (Segment segment : dataset.getSegments()) {
                maybeText("a segment's minVersion", segment.getMinVersion());
            }
        }
        maybeText("minVersion", policy.getMinVersion());
        maybeText("recommendedVersion", policy.getRecommendedVersion());
        if (Double.isNaN(policy.getSaturation())) {
            throw new RefusedException(IntakeReason.VALUE_INVALID, "expected saturation to be a number, but it is NaN");
        }
        return network(policy.getNetwork());
    }

    static String request(EpochRequest request) throws RefusedException {
        return network(request.getNetwork());
    }

    private static void maybeText(String field, @Nullable String text) throws RefusedException {
        if (text != null) {
            Ids.text(field, text);
        }
    }

    private static void amount(String field, @Nullable Long value) throws RefusedException {
        if (value != null && value < 0) {
            throw new RefusedException(
                    IntakeReason.VALUE_INVALID, "expected " + field + " to be at least 0, but it is " + value);
        }
    }

    private static String network(String network) throws RefusedException {
        return Ids.unit("network", network);
    }
}
