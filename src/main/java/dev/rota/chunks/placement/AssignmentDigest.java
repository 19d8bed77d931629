package dev.rota.chunks.placement;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The digest of an epoch's assignments: a tree of two levels, so that workers are hashed in parallel, and only those
 * whose chunks have changed. A worker's digest is SHA-256 over its id's length and bytes, the count of its chunks, and
 * each chunk's number and size, ascending by number; the epoch's is SHA-256 over these digests in the order of the
 * workers' id bytes. Lengths, counts and numbers have four bytes, sizes eight, the highest first. A number never means
 * another chunk and a chunk's size never changes, so an unchanged list of numbers has an unchanged digest.
 */
public final class AssignmentDigest {

    /** A number and a size. */
    private static final int CHUNK_BYTES = Integer.BYTES + Long.BYTES;

    private static final int BUFFER_CHUNKS = 1_024;

    private final MessageDigest sha256 = sha256();

    /** Adds a worker's digest; to be called in the order of the workers' id bytes. */
    public void add(byte[] worker) {
        sha256.update(worker);
    }

    /** The digest of all in hex. */
    public String hex() {
        return HexFormat.of().formatHex(sha256.digest());
    }

    /** The digest of one worker's assignment, chunk by chunk. */
    public static final class OfWorker {
        private final MessageDigest sha256 = AssignmentDigest.sha256();
        private final ByteBuffer buffer = ByteBuffer.allocate(CHUNK_BYTES * BUFFER_CHUNKS);

        public OfWorker(WorkerId worker, int chunks) {
            byte[] id = worker.bytes();
            buffer.putInt(id.length);
            flush();
            sha256.update(id);
            buffer.putInt(chunks);
            flush();
        }

        /** Adds a chunk; to be called in the order of numbers. */
        public void add(int number, long size) {
            if (buffer.remaining() < CHUNK_BYTES) {
                flush();
            }
            buffer.putInt(number).putLong(size);
        }

        private void flush() {
            sha256.update(buffer.array(), 0, buffer.position());
            buffer.clear();
        }

        /** The digest; to be called once. */
        public byte[] bytes() {
            flush();
            return sha256.digest();
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("expected SHA-256, which each Java has, but it is not there", e);
        }
    }
}
