package dev.rota.audit.inputs;

import dev.rota.audit.evidence.Buffers;
import dev.rota.engine.Nullable;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The digests, by offset, of inputs whose log record has not been read yet. Beyond the window's share of memory, lower
 * offsets move to the spill file, in chunks sorted by offset.
 */
final class InputWindow {

    private static final int ENTRY_BYTES = Long.BYTES + 2 * InputDigest.BYTES;

    /** The approximate size of an entry in memory. */
    private static final int HELD_BYTES = 152;

    private static final int CHUNK_ENTRIES_MAX = 4_096;

    /** A part of the spill file, with its last offset. */
    private record Chunk(long at, int entries, long last) {}

    private final Buffers buffers;
    private final Map<Long, byte[]> memory = new LinkedHashMap<>();
    private final TreeMap<Long, Chunk> spilled = new TreeMap<>();

    InputWindow(Buffers buffers) {
        this.buffers = buffers;
    }

    /** Keeps a digest; offsets ascend. */
    void add(long offset, byte[] digest) {
        memory.put(offset, digest);
        buffers.held(HELD_BYTES);
        if (memory.size() * (long) HELD_BYTES > buffers.shareBytes()) {
            spill();
        }
    }

    /** Takes the digest of an offset, or null if there is none. Spilled digests are not removed. */
    @Nullable
    byte[] take(long offset) {
        byte[] digest = memory.remove(offset);
        if (digest != null) {
            buffers.held(-HELD_BYTES);
            return digest;
        }
        Map.Entry<Long, Chunk> chunk = spilled.floorEntry(offset);
        return chunk == null || offset > chunk.getValue().last() ? null : search(chunk.getValue(), offset);
    }

    private void spill() {
        int entries = Math.min(CHUNK_ENTRIES_MAX, Math.max(1, memory.size() / 2));
        ByteBuffer bytes = ByteBuffer.allocate(entries * ENTRY_BYTES);
        long first = -1;
        long last = -1;
        var oldest = memory.entrySet().iterator();
        for (int i = 0; i < entries; i++) {
            Map.Entry<Long, byte[]> entry = oldest.next();
            first = first < 0 ? entry.getKey() : first;
            last = entry.getKey();
            bytes.putLong(entry.getKey()).put(entry.getValue());
            oldest.remove();
        }
        buffers.held(-(long) entries * HELD_BYTES);
        spilled.put(first, new Chunk(buffers.spill().write(bytes.array()), entries, last));
    }

    private @Nullable byte[] search(Chunk chunk, long offset) {
        ByteBuffer bytes = ByteBuffer.wrap(buffers.spill().read(chunk.at(), chunk.entries() * ENTRY_BYTES));
        int low = 0;
        int high = chunk.entries() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            long its = bytes.getLong(middle * ENTRY_BYTES);
            if (its == offset) {
                byte[] digest = new byte[2 * InputDigest.BYTES];
                bytes.get(middle * ENTRY_BYTES + Long.BYTES, digest);
                return digest;
            }
            if (its < offset) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return null;
    }
}
