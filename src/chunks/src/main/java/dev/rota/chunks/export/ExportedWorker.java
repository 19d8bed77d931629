package dev.rota.chunks.export;

import dev.rota.chunks.WorkerAssignment;
import dev.rota.chunks.WorkerChunks;
import dev.rota.chunks.placement.AssignmentDigest;
import dev.rota.chunks.placement.Deltas;
import dev.rota.chunks.placement.WorkerId;
import dev.rota.chunks.placement.WorkerShare;
import java.util.Arrays;
import java.util.List;

/** One worker's part of an export: first chunk numbers, later their indexes in the export's list. */
final class ExportedWorker {

    final WorkerId id;
    private final WorkerAssignment head;
    private int[] chunks = {};
    private int parts;

    /** Creates a worker from any part of its assignment. */
    ExportedWorker(WorkerAssignment head) {
        this.id = WorkerId.of(head.getWorker());
        // without its list, to release its memory
        this.head = WorkerAssignment.newBuilder(head).setChunks(List.of()).build();
    }

    void take(WorkerAssignment part, NumberSet placed) {
        parts++;
        int at = chunks.length;
        chunks = Arrays.copyOf(chunks, at + part.getChunks().size());
        for (int number : Deltas.numbers(part.getChunks())) {
            placed.add(number);
            chunks[at++] = number;
        }
    }

    boolean isWhole() {
        return parts == head.getParts() && chunks.length == head.getChunkCount();
    }

    /** Replaces numbers by indexes, ascending; returns the digest of the numbers and sizes. */
    byte[] turn(NumberSet placed, int[] places, ExportedChunks all) {
        int[] numbers = chunks.clone();
        long[] sizes = new long[chunks.length];
        for (int i = 0; i < chunks.length; i++) {
            chunks[i] = places[placed.rank(numbers[i])];
            sizes[i] = all.bytes(chunks[i]);
        }
        Arrays.sort(chunks);
        return AssignmentDigest.ofWorker(id, numbers, sizes);
    }

    int[] chunks() {
        return chunks;
    }

    WorkerChunks record(ExportedChunks all) {
        long bytes = 0;
        for (int place : chunks) {
            bytes = WorkerShare.saturated(bytes, all.bytes(place));
        }
        return new WorkerChunks(head.getWorker(), head.getStatus(), head.getChunkCount(), bytes, Deltas.of(chunks));
    }
}
