package dev.rota.chunks.explain;

import dev.rota.chunks.CatalogEntry;
import dev.rota.chunks.Epoch;
import dev.rota.chunks.EpochEvent;
import dev.rota.chunks.EpochStatus;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.chunks.WorkerStatus;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;

/** Formats decisions of the chunks scheduler as sentences. */
public final class ChunksSentence {

    private ChunksSentence() {}

    public static String of(SpecificRecord decision) {
        if (decision instanceof Epoch epoch) {
            return epoch(epoch);
        } else if (decision instanceof WorkerAssignment assignment) {
            return "worker " + assignment.getWorker() + " holds " + assignment.getChunkCount() + " chunks from epoch "
                    + assignment.getEpoch() + " on"
                    + (assignment.getParts() == 1
                            ? ""
                            : ", part " + (assignment.getPart() + 1) + " of " + assignment.getParts());
        } else if (decision instanceof CatalogEntry entry) {
            return entry.getRemoved().isEmpty()
                    ? "dataset " + entry.getDataset() + " has "
                            + entry.getChunks().size() + " new chunks, numbered from " + entry.getFirstNumber()
                    : "dataset " + entry.getDataset() + " has lost "
                            + entry.getRemoved().size() + " chunks";
        }
        if (decision instanceof EpochEvent event) {
            return "epoch " + event.getEpoch() + " has converged: all workers that are online hold what it assigned";
        }
        return decision instanceof WorkerStatus status
                ? "worker " + status.getWorker() + " is " + status.getStatus()
                        + (status.getChunksLeft() == null ? "" : ", with " + status.getChunksLeft() + " chunks left")
                : decision.getSchema().getName();
    }

    private static String epoch(Epoch epoch) {
        if (epoch.getStatus() != EpochStatus.PUBLISHED) {
            return "epoch " + epoch.getEpoch() + " was not published, " + epoch.getStatus() + ": " + epoch.getReason();
        }
        return "epoch " + epoch.getEpoch() + " places " + epoch.getReplicas() + " replicas of " + epoch.getChunks()
                + " chunks on " + epoch.getReliable() + " workers: " + epoch.getReplicasAdded() + " added, "
                + epoch.getReplicasRemoved() + " removed"
                + (epoch.getReplicasWaiting() == 0 ? "" : ", " + epoch.getReplicasWaiting() + " wait for later epochs")
                + unplaceable(epoch);
    }

    private static String unplaceable(Epoch epoch) {
        return epoch.getUnplaceable().stream()
                .map(each -> "; dataset " + each.getDataset() + " cannot be placed: " + each.getReason())
                .collect(Collectors.joining());
    }
}
