package dev.rota.chunks;

import dev.rota.engine.Parallel;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * SHA-256 over all workers and their chunks. It is one after the other by nature, and its input lies scattered; so the
 * next pieces of input are gathered while the last ones are hashed.
 */
final class Digest {

    private static final int PIECE_CHUNKS = 8_192;

    /** Pieces that are gathered at once. */
    private static final int ROUND_PIECES = 8;

    /** Some chunks of one worker, the first of them after the worker itself. */
    private record Piece(int worker, int from, int to) {}

    private final Placed placed;
    private final List<Piece> pieces = new ArrayList<>();
    private final MessageDigest digest;

    private Digest(Placed placed) {
        this.placed = placed;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("expected SHA-256, which each Java has, but it is not there", e);
        }
        for (int worker = 0; worker < placed.workers().size(); worker++) {
            int count = placed.chunks(worker).length;
            int from = 0;
            do {
                int to = Math.min(count, from + PIECE_CHUNKS);
                pieces.add(new Piece(worker, from, to));
                from = to;
            } while (from < count);
        }
    }

    /** In hex. */
    static String of(Placed placed, Parallel parallel) {
        Digest digest = new Digest(placed);
        byte[][] last = {};
        for (int from = 0; from < digest.pieces.size(); from += ROUND_PIECES) {
            byte[][] next = new byte[Math.min(ROUND_PIECES, digest.pieces.size() - from)][];
            byte[][] gathered = last;
            int first = from;
            parallel.run(1 + next.length, slice -> {
                if (slice == 0) {
                    digest.take(gathered);
                } else {
                    next[slice - 1] = digest.gather(digest.pieces.get(first + slice - 1));
                }
            });
            last = next;
        }
        digest.take(last);
        return HexFormat.of().formatHex(digest.digest.digest());
    }

    private void take(byte[][] parts) {
        for (byte[] part : parts) {
            digest.update(part);
        }
    }

    private byte[] gather(Piece piece) {
        Load load = placed.load();
        int[] chunks = placed.chunks(piece.worker);
        ByteBuffer buffer = ByteBuffer.allocate(4_096 + 80 * (piece.to - piece.from));
        if (piece.from == 0) {
            byte[] id = placed.workers().get(piece.worker).id.bytes();
            buffer.putInt(id.length).put(id).putInt(chunks.length);
        }
        for (int i = piece.from; i < piece.to; i++) {
            Dataset dataset = load.datasets.get(load.dataset[chunks[i]]);
            int row = load.row[chunks[i]];
            int length = dataset.idLength(row);
            int needed = 2 * Integer.BYTES + dataset.utf8().length + length;
            if (buffer.remaining() < needed) {
                buffer = ByteBuffer.allocate(2 * buffer.capacity() + needed).put(buffer.array(), 0, buffer.position());
            }
            buffer.putInt(dataset.utf8().length).put(dataset.utf8()).putInt(length);
            dataset.copyId(row, buffer.array(), buffer.position());
            buffer.position(buffer.position() + length);
        }
        return Arrays.copyOf(buffer.array(), buffer.position());
    }
}
