package dev.rota.shards.shard;

import dev.rota.engine.Bytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Pending transactions in one array of bytes. Each has the length of its id in two bytes, negated if it has a source, the
 * length of its content in four, inverted if a mapping made it, its id in UTF-8, and its content. As objects, the transactions of a hundred thousand shards would be millions
 * for the garbage collector to trace. The array is changed in place: a new array in an old list costs the collector
 * more than copying the rows does.
 */
final class PackedTransactions {

    private static final int ID_LENGTH_BYTES = Short.BYTES;
    private static final int LENGTHS_BYTES = ID_LENGTH_BYTES + Integer.BYTES;
    /** The capacity that a list keeps when it is cleared. */
    private static final int ROOM_KEPT = 4_096;

    private static final byte[] NONE = new byte[0];

    private byte[] bytes;
    /** True if the array is that of the row that was read: it must not change, and has no room left. */
    private boolean isShared;

    private int length;
    private int size;

    PackedTransactions() {
        bytes = NONE;
    }

    /** Creates the list that {@link #pack} has written. */
    static PackedTransactions of(ByteBuffer packed) {
        PackedTransactions list = new PackedTransactions();
        list.bytes = Bytes.shared(packed);
        list.isShared = true;
        list.length = list.bytes.length;
        for (int at = 0; at < list.length; at = list.after(at)) {
            list.size++;
        }
        return list;
    }

    int size() {
        return size;
    }

    /** Returns the size in memory, including unused space. */
    int bytes() {
        return bytes.length;
    }

    void add(byte[] id, Content content) {
        int end = length + LENGTHS_BYTES + id.length + content.bytes().remaining();
        if (end > bytes.length) {
            own(Math.max(end, length + length / 2));
        }
        ByteBuffer.wrap(bytes, length, end - length)
                .putShort((short) (content.adopted() ? -id.length : id.length))
                .putInt(
                        content.mapped()
                                ? ~content.bytes().remaining()
                                : content.bytes().remaining())
                .put(id)
                .put(content.bytes().duplicate());
        length = end;
        size++;
    }

    /** Adds the transactions of another list, and leaves no unused space. */
    void addAll(PackedTransactions more) {
        own(length + more.length);
        System.arraycopy(more.bytes, 0, bytes, length, more.length);
        length = bytes.length;
        size += more.size;
    }

    private void own(int room) {
        bytes = Arrays.copyOf(bytes, room);
        isShared = false;
    }

    void clear() {
        if (isShared || bytes.length > ROOM_KEPT) {
            bytes = NONE;
            isShared = false;
        }
        length = 0;
        size = 0;
    }

    void removeFirst(int many) {
        if (isShared) {
            own(length);
        }
        int from = at(many);
        System.arraycopy(bytes, from, bytes, 0, length - from);
        length -= from;
        size -= many;
    }

    /** Returns whether an id is in the list at the place {@code from} or after it. */
    boolean contains(byte[] id, int from) {
        int place = 0;
        for (int at = 0; at < length; at = after(at), place++) {
            if (place >= from && Arrays.equals(bytes, at + LENGTHS_BYTES, contentAt(at), id, 0, id.length)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the fingerprints of the transactions' ids, in order. */
    int[] fingerprints() {
        int[] fingerprints = new int[size];
        int place = 0;
        for (int at = 0; at < length; at = after(at), place++) {
            fingerprints[place] = Fingerprint.of(bytes, at + LENGTHS_BYTES, idLength(at));
        }
        return fingerprints;
    }

    /** Returns the transactions from a place on. */
    List<PendingTransaction> from(int place) {
        List<PendingTransaction> list = new ArrayList<>(size - place);
        for (int at = at(place); at < length; at = after(at)) {
            String id = new String(bytes, at + LENGTHS_BYTES, idLength(at), StandardCharsets.UTF_8);
            ByteBuffer content = ByteBuffer.wrap(Arrays.copyOfRange(bytes, contentAt(at), after(at)));
            list.add(new PendingTransaction(
                    id, new Content(content, signedIdLength(at) < 0, signedContentLength(at) < 0)));
        }
        return list;
    }

    /** Returns the size of all contents. */
    int contentBytes() {
        int sum = 0;
        for (int at = 0; at < length; at = after(at)) {
            sum += contentLength(at);
        }
        return sum;
    }

    ByteBuffer pack() {
        return ByteBuffer.wrap(Arrays.copyOf(bytes, length));
    }

    private int at(int place) {
        int at = 0;
        for (int i = 0; i < place; i++) {
            at = after(at);
        }
        return at;
    }

    private int idLength(int at) {
        return Math.abs(signedIdLength(at));
    }

    private int signedIdLength(int at) {
        return (short) (bytes[at] << 8 | (bytes[at + 1] & 0xFF));
    }

    private int contentLength(int at) {
        int signed = signedContentLength(at);
        return signed < 0 ? ~signed : signed;
    }

    private int signedContentLength(int at) {
        return ByteBuffer.wrap(bytes).getInt(at + ID_LENGTH_BYTES);
    }

    private int contentAt(int at) {
        return at + LENGTHS_BYTES + idLength(at);
    }

    private int after(int at) {
        return contentAt(at) + contentLength(at);
    }
}
