package dev.rota.audit.outputs;

import dev.rota.audit.evidence.Buffers;
import dev.rota.engine.Nullable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Queues the records of one output partition that one log partition caused, until that log partition's audit takes
 * them. The head is a reloaded chunk of the spill file, followed by the other spilled chunks and the tail, which is
 * still in memory.
 */
final class CauseQueue {

    /** A part of the spill file. */
    private record Chunk(long at, int length) {}

    private final ArrayDeque<Caused> loaded = new ArrayDeque<>();
    private final ArrayDeque<Chunk> spilled = new ArrayDeque<>();
    private final ArrayDeque<Caused> tail = new ArrayDeque<>();
    private final Buffers buffers;
    private long tailBytes;

    CauseQueue(Buffers buffers) {
        this.buffers = buffers;
    }

    void add(Caused caused) {
        tail.add(caused);
        long bytes = caused.bytes();
        tailBytes += bytes;
        buffers.held(bytes);
    }

    /** Takes the next record, or returns null if the queue is empty. */
    @Nullable
    Caused take() {
        if (loaded.isEmpty() && !spilled.isEmpty()) {
            Chunk chunk = spilled.remove();
            for (Caused caused : RecordBytes.read(buffers.spill().read(chunk.at(), chunk.length()))) {
                loaded.add(caused);
                buffers.held(caused.bytes());
            }
        }
        Caused next = loaded.poll();
        if (next == null) {
            next = tail.poll();
            tailBytes -= next == null ? 0 : next.bytes();
        }
        if (next != null) {
            buffers.held(-next.bytes());
        }
        return next;
    }

    /** Returns the number of bytes in memory that could be spilled. */
    long tailBytes() {
        return tailBytes;
    }

    /** Moves the tail to the spill file, in chunks of about the given size. */
    void spill(long chunkBytes) {
        while (!tail.isEmpty()) {
            List<Caused> chunk = new ArrayList<>();
            long bytes = 0;
            while (!tail.isEmpty() && (chunk.isEmpty() || bytes + tail.element().bytes() <= chunkBytes)) {
                Caused caused = tail.remove();
                bytes += caused.bytes();
                chunk.add(caused);
            }
            byte[] written = RecordBytes.write(chunk);
            spilled.add(new Chunk(buffers.spill().write(written), written.length));
            buffers.held(-bytes);
        }
        tailBytes = 0;
    }
}
