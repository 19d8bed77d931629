package dev.rota.chunks.export;

import dev.rota.chunks.WorkerAssignment;
import dev.rota.chunks.WorkerChunks;
import dev.rota.chunks.placement.Share;
import dev.rota.chunks.placement.WorkerId;
import java.util.Arrays;
import java.util.List;

/** One worker's part of an export: chunk numbers first, then their places in the export's list. */
final class ExportedWorker {

    final WorkerId id;
    private final WorkerAssignment head;
    private int[] chunks = {};
    private int parts;

    /** A worker of which any part of its assignment is known. */
    ExportedWorker(WorkerAssignment head) {
        this.id = WorkerId.of(head.getWorker());
        // without its list, which would be kept with it
        this.head = WorkerAssignment.newBuilder(head).setChunks(List.of()).build();
    }

    void take(WorkerAssignment part, NumberSet placed) {
        parts++;
        int at = chunks.length;
        chunks = Arrays.copyOf(chunks, at + part.getChunks().size());
        int number = 0;
        for (int difference : part.getChunks()) {
            number += difference;
            placed.add(number);
            chunks[at++] = number;
        }
    }

    boolean isWhole() {
        return parts == head.getParts() && chunks.length == head.getChunkCount();
    }

    /** Turns numbers into places, by a number's rank, ascending. */
    void turn(NumberSet placed, int[] places) {
        for (int i = 0; i < chunks.length; i++) {
            chunks[i] = places[placed.rank(chunks[i])];
        }
        Arrays.sort(chunks);
    }

    int[] chunks() {
        return chunks;
    }

    WorkerChunks record(ExportedChunks all) {
        long bytes = 0;
        for (int place : chunks) {
            bytes = Share.saturated(bytes, all.bytes(place));
        }
        return new WorkerChunks(
                head.getWorker(),
                head.getStatus(),
                head.getChunkCount(),
                bytes,
                new Share.Deltas(chunks, 0, chunks.length));
    }
}
