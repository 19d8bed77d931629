package dev.rota.chunks.scheduler;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.chunks.PlacementPolicy;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.Map;
import java.util.SortedMap;

/** Computes the digest of a whole assignment. */
final class NaiveDigest {

    private NaiveDigest() {}

    /** Returns the digest that a policy selects, of each worker's chunks by its id bytes in hexadecimal. */
    static String of(SortedMap<String, ? extends Collection<NaiveChunk>> held, PlacementPolicy policy) {
        return policy.getReferenceDigest() ? reference(held) : tree(held);
    }

    /** Returns a digest of the digests of all workers. */
    private static String tree(SortedMap<String, ? extends Collection<NaiveChunk>> held) {
        MessageDigest digest = sha256();
        held.forEach((worker, chunks) -> digest.update(worker(worker, chunks)));
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Returns the digest of one worker's chunks. */
    static byte[] worker(String hex, Collection<NaiveChunk> chunks) {
        MessageDigest digest = sha256();
        counted(digest, HexFormat.of().parseHex(hex));
        number(digest, chunks.size());
        chunks.stream().sorted(Comparator.comparing(NaiveChunk::number)).forEach(chunk -> {
            number(digest, chunk.number());
            digest.update(ByteBuffer.allocate(8).putLong(chunk.size()).array());
        });
        return digest.digest();
    }

    /** Returns one digest over everything, as the reference computes it. */
    private static String reference(SortedMap<String, ? extends Collection<NaiveChunk>> held) {
        MessageDigest digest = sha256();
        for (Map.Entry<String, ? extends Collection<NaiveChunk>> worker : held.entrySet()) {
            counted(digest, HexFormat.of().parseHex(worker.getKey()));
            number(digest, worker.getValue().size());
            worker.getValue().stream().sorted(NaiveChunk.GLOBAL).forEach(chunk -> {
                counted(digest, chunk.dataset().getBytes(UTF_8));
                counted(digest, chunk.id().getBytes(UTF_8));
            });
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static void counted(MessageDigest digest, byte[] bytes) {
        number(digest, bytes.length);
        digest.update(bytes);
    }

    private static void number(MessageDigest digest, int number) {
        digest.update(ByteBuffer.allocate(4).putInt(number).array());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("expected SHA-256 in every JDK", e);
        }
    }
}
