package dev.rota.chunks.placement;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The digest of an epoch's assignments: a tree of two levels, so that workers are hashed in parallel, and only those
 * whose chunks have changed. A worker's digest is SHA-256 over its id's length and bytes, the count of its chunks, and
 * each chunk's number and size, ascending by number. The epoch's is SHA-256 over these digests in the order of the
 * workers' id bytes. Lengths, counts and numbers have four bytes, sizes eight, in big-endian order. A number is never
 * used for another chunk and a chunk's size never changes, so an unchanged list of numbers has an unchanged digest.
 */
public final class AssignmentDigest {

    /** The bytes of a chunk's number and size. */
    private static final int CHUNK_BYTES = Integer.BYTES + Long.BYTES;

    private static final int PIECE_CHUNKS = 1_024;

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final MessageDigest sha256 = sha256();

    /** Adds a worker's digest. Callers add workers in the order of their id bytes. */
    public void add(byte[] worker) {
        sha256.update(worker);
    }

    /** Returns the digest of all workers, in hex. */
    public String hex() {
        return HexFormat.of().formatHex(sha256.digest());
    }

    /**
     * Returns the digest of one worker's assignment.
     *
     * @param numbers the numbers of its chunks, ascending
     * @param sizes the sizes of these chunks
     */
    public static byte[] ofWorker(WorkerId worker, int[] numbers, long[] sizes) {
        return new OfWorker().of(worker, numbers, sizes, numbers.length);
    }

    /** Computes digests of workers, one after the other. */
    static final class OfWorker {

        private final MessageDigest sha256 = sha256();
        private final byte[] piece = new byte[CHUNK_BYTES * PIECE_CHUNKS];

        /**
         * Returns the digest of one worker's assignment.
         *
         * @param numbers an array that begins with the numbers of its chunks, ascending
         * @param sizes an array that begins with the sizes of these chunks
         * @param count the number of its chunks
         */
        byte[] of(WorkerId worker, int[] numbers, long[] sizes, int count) {
            byte[] id = worker.bytes();
            sha256.update(ByteBuffer.allocate(Integer.BYTES).putInt(id.length).flip());
            sha256.update(id);
            sha256.update(ByteBuffer.allocate(Integer.BYTES).putInt(count).flip());
            for (int from = 0; from < count; from += PIECE_CHUNKS) {
                int to = Math.min(count, from + PIECE_CHUNKS);
                int at = 0;
                for (int i = from; i < to; i++) {
                    INT.set(piece, at, numbers[i]);
                    LONG.set(piece, at + Integer.BYTES, sizes[i]);
                    at += CHUNK_BYTES;
                }
                sha256.update(piece, 0, at);
            }
            return sha256.digest();
        }
    }

    /** Returns a new SHA-256. */
    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("expected SHA-256, which each Java has, but it is not there", e);
        }
    }
}
