package dev.rota.chunks.placement;

import dev.rota.chunks.catalog.Dataset;
import dev.rota.chunks.catalog.IdStore;
import dev.rota.engine.Parallel;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * SHA-256 over all workers and their chunks. Hashing is sequential and its input is scattered in memory, so the next
 * pieces are gathered while the previous ones are hashed.
 */
public final class ReferenceDigest {

    /** The number of chunks of a piece, whose ids stay in the CPU cache between the first access and the copy. */
    private static final int PIECE_CHUNKS = 2_048;

    /** The number of pieces that are gathered per round. */
    private static final int ROUND_PIECES = 64;

    /** The workers in the order of their ids, with their chunks. */
    public interface Holdings {

        int workers();

        WorkerId worker(int worker);

        /** Returns the number of a worker's chunks. */
        int count(int worker);

        /** Returns a part of a worker's chunks, which are in the order of dataset and id. */
        int[] chunks(int worker, int from, int to);

        Dataset dataset(int chunk);

        /** Returns the place of a chunk's id in the {@link IdStore}. */
        int id(int chunk);

        IdStore ids();
    }

    /** Consecutive chunks of one worker; the worker's id precedes its first chunks. */
    private record Piece(int worker, int from, int to) {}

    private final Holdings holdings;
    private final List<Piece> pieces = new ArrayList<>();
    private final MessageDigest digest;

    private ReferenceDigest(Holdings holdings) {
        this.holdings = holdings;
        digest = AssignmentDigest.sha256();
        for (int worker = 0; worker < holdings.workers(); worker++) {
            int count = holdings.count(worker);
            for (int from = 0; from == 0 || from < count; from += PIECE_CHUNKS) {
                pieces.add(new Piece(worker, from, Math.min(count, from + PIECE_CHUNKS)));
            }
        }
    }

    /** Returns the digest in hex. */
    public static String of(Holdings holdings, Parallel parallel) {
        ReferenceDigest digest = new ReferenceDigest(holdings);
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

    /** Touches all ids first, independently of each other, so that their cache misses overlap; then copies them. */
    private byte[] gather(Piece piece) {
        int[] chunks = holdings.chunks(piece.worker, piece.from, piece.to);
        byte[] worker = holdings.worker(piece.worker).bytes();
        int bytes = piece.from == 0 ? 2 * Integer.BYTES + worker.length : 0;
        for (int chunk : chunks) {
            bytes += 2 * Integer.BYTES + dataset(chunk).length + holdings.ids().length(holdings.id(chunk));
        }
        ByteBuffer buffer = ByteBuffer.allocate(bytes);
        if (piece.from == 0) {
            buffer.putInt(worker.length).put(worker).putInt(holdings.count(piece.worker));
        }
        for (int chunk : chunks) {
            byte[] dataset = dataset(chunk);
            int id = holdings.id(chunk);
            buffer.putInt(dataset.length).put(dataset).putInt(holdings.ids().length(id));
            buffer.position(holdings.ids().copy(id, buffer.array(), buffer.position()));
        }
        return buffer.array();
    }

    private byte[] dataset(int chunk) {
        return holdings.dataset(chunk).utf8();
    }
}
