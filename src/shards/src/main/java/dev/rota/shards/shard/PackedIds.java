package dev.rota.shards.shard;

import dev.rota.engine.Bytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A list of ids in one array of bytes: each id in UTF-8 after two bytes of length. Rows contain the same bytes, so
 * reading a page of ids costs a tenth of creating a string for each.
 */
final class PackedIds {

    private static final int LENGTH_BYTES = 2;

    private static final byte[] NONE = new byte[0];

    /** The array of the row that was read, until an id is added and a copy replaces it. */
    private byte[] bytes;

    private int length;
    private int size;

    PackedIds() {
        bytes = NONE;
    }

    /** Creates the list that {@link #pack} has written. */
    static PackedIds of(ByteBuffer packed) {
        PackedIds ids = new PackedIds();
        ids.bytes = Bytes.shared(packed);
        ids.length = ids.bytes.length;
        for (int at = 0; at < ids.length; at = ids.after(at)) {
            ids.size++;
        }
        return ids;
    }

    int size() {
        return size;
    }

    /** Returns the approximate size in memory. */
    int bytes() {
        return bytes.length;
    }

    void add(String id) {
        byte[] utf8 = id.getBytes(StandardCharsets.UTF_8);
        int end = length + LENGTH_BYTES + utf8.length;
        if (end > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(end, 2 * bytes.length));
        }
        bytes[length] = (byte) (utf8.length >>> 8);
        bytes[length + 1] = (byte) utf8.length;
        System.arraycopy(utf8, 0, bytes, length + LENGTH_BYTES, utf8.length);
        length = end;
        size++;
    }

    void clear() {
        bytes = NONE;
        length = 0;
        size = 0;
    }

    /** Returns whether an id is in the list at the place {@code from} or after it. */
    boolean contains(byte[] utf8, long from) {
        int place = 0;
        for (int at = 0; at < length; at = after(at), place++) {
            if (place >= from && Arrays.equals(bytes, at + LENGTH_BYTES, after(at), utf8, 0, utf8.length)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the fingerprints of the ids, in order. */
    int[] fingerprints() {
        int[] fingerprints = new int[size];
        int place = 0;
        for (int at = 0; at < length; at = after(at), place++) {
            fingerprints[place] = Fingerprint.of(bytes, at + LENGTH_BYTES, after(at) - at - LENGTH_BYTES);
        }
        return fingerprints;
    }

    ByteBuffer pack() {
        return ByteBuffer.wrap(Arrays.copyOf(bytes, length));
    }

    private int after(int at) {
        return at + LENGTH_BYTES + ((bytes[at] & 0xFF) << 8 | (bytes[at + 1] & 0xFF));
    }
}
