package dev.rota.chunks;

import dev.rota.engine.Parallel;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * SHA-256 over all workers and their chunks. It is one after the other by nature, and its input lies scattered; so the
 * next pieces of input are gathered while the last ones are hashed.
 */
final class Digest {

    /** The ids of one piece stay near the processor between a look at them and their copy. */
    private static final int PIECE_CHUNKS = 2_048;

    /** Pieces that are gathered at once. */
    private static final int ROUND_PIECES = 64;

    /** Some chunks of one worker, the first of them after the worker itself. */
    private record Piece(int worker, int from, int to) {}

    private final Placed placed;
    private final Load load;
    private final List<Piece> pieces = new ArrayList<>();
    private final MessageDigest digest;

    private Digest(Placed placed) {
        this.placed = placed;
        this.load = placed.load();
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("expected SHA-256, which each Java has, but it is not there", e);
        }
        for (int worker = 0; worker < placed.workers().size(); worker++) {
            int count = placed.chunks(worker).length;
            for (int from = 0; from == 0 || from < count; from += PIECE_CHUNKS) {
                pieces.add(new Piece(worker, from, Math.min(count, from + PIECE_CHUNKS)));
            }
        }
    }

    /** In hex. */
    static String of(Placed placed, Parallel parallel) {
        Digest digest = new Digest(placed);
        byte[][] last = {};
        for (int from = 0; from < digest.pieces.size(); from += ROUND_PIECES) {
            byte[][] gathered = last;
            byte[][] next = new byte[Math.min(ROUND_PIECES, digest.pieces.size() - from)][];
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

    private void take(byte[][] gathered) {
        for (byte[] bytes : gathered) {
            digest.update(bytes);
        }
    }

    /** Looks at all ids first, one independent of the other, so that memory answers many at once; then copies. */
    private byte[] gather(Piece piece) {
        int[] chunks = placed.chunks(piece.worker);
        byte[] worker = placed.workers().get(piece.worker).id.bytes();
        int bytes = piece.from == 0 ? 2 * Integer.BYTES + worker.length : 0;
        for (int i = piece.from; i < piece.to; i++) {
            bytes += 2 * Integer.BYTES + dataset(chunks[i]).length + load.ids.length(load.id[chunks[i]]);
        }
        ByteBuffer buffer = ByteBuffer.allocate(bytes);
        if (piece.from == 0) {
            buffer.putInt(worker.length).put(worker).putInt(chunks.length);
        }
        for (int i = piece.from; i < piece.to; i++) {
            byte[] dataset = dataset(chunks[i]);
            int id = load.id[chunks[i]];
            buffer.putInt(dataset.length).put(dataset).putInt(load.ids.length(id));
            buffer.position(load.ids.copy(id, buffer.array(), buffer.position()));
        }
        return buffer.array();
    }

    private byte[] dataset(int chunk) {
        return load.datasets.get(load.dataset[chunk]).utf8();
    }
}
