package dev.rota.shards.shard;

import java.nio.charset.StandardCharsets;

/**
 * A 32-bit hash of an id: FNV-1a over its UTF-8 bytes, finished as in MurmurHash3. Rows contain it, so it never
 * changes.
 */
final class Fingerprint {

    private static final long FNV_OFFSET = 0xCBF29CE484222325L;
    private static final long FNV_PRIME = 0x100000001B3L;

    private Fingerprint() {}

    static int of(String id) {
        return of(id.getBytes(StandardCharsets.UTF_8));
    }

    static int of(byte[] utf8) {
        return of(utf8, 0, utf8.length);
    }

    static int of(byte[] bytes, int from, int length) {
        long hash = FNV_OFFSET;
        for (int i = from; i < from + length; i++) {
            hash = (hash ^ (bytes[i] & 0xFF)) * FNV_PRIME;
        }
        hash = (hash ^ (hash >>> 33)) * 0xFF51AFD7ED558CCDL;
        hash = (hash ^ (hash >>> 33)) * 0xC4CEB9FE1A85EC53L;
        return (int) (hash ^ (hash >>> 33));
    }
}
