package dev.rota.chunks;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;

/** The digest of what an export is going to say, by the letter of its rule. */
final class ExportDigest {

    private final ExportedChunks chunks;
    private final MessageDigest digest;
    private ByteBuffer buffer = ByteBuffer.allocate(1 << 16);

    ExportDigest(ExportedChunks chunks) {
        this.chunks = chunks;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("expected SHA-256, which each Java has, but it is not there", e);
        }
    }

    /** In hex. */
    String of(Collection<ExportedWorker> workers) {
        for (ExportedWorker worker : workers) {
            byte[] id = worker.id.bytes();
            room(2 * Integer.BYTES + id.length);
            buffer.putInt(id.length).put(id).putInt(worker.chunks().length);
            for (int place : worker.chunks()) {
                chunk(chunks.dataset(place), chunks.row(place));
            }
        }
        room(buffer.capacity());
        return HexFormat.of().formatHex(digest.digest());
    }

    private void chunk(Dataset dataset, int row) {
        int length = dataset.idLength(row);
        room(2 * Integer.BYTES + dataset.utf8().length + length);
        buffer.putInt(dataset.utf8().length).put(dataset.utf8()).putInt(length);
        dataset.copyId(row, buffer.array(), buffer.position());
        buffer.position(buffer.position() + length);
    }

    /** Makes room; ids are short, so a buffer has some for many. */
    private void room(int bytes) {
        if (buffer.remaining() < bytes) {
            digest.update(buffer.flip());
            buffer.clear();
        }
    }
}
