package dev.rota.chunks.scheduler;

/** Computes SeaHash by its definition: 64 bits, default seeds. */
final class NaiveSeaHash {

    private static final long FACTOR = 0x6eed0e9da4d94a4fL;

    private NaiveSeaHash() {}

    static long hash(byte[] bytes) {
        long a = 0x16f11fe89b0d677cL;
        long b = 0xb480a793d8e6c86cL;
        long c = 0x6fe2e5aaf078ebc9L;
        long d = 0x14f994a4c5259381L;
        for (int from = 0; from < bytes.length; from += 8) {
            long t = diffuse(a ^ word(bytes, from));
            a = b;
            b = c;
            c = d;
            d = t;
        }
        return diffuse(a ^ b ^ c ^ d ^ bytes.length);
    }

    /** Returns eight bytes as a little-endian number. Bytes beyond the end are zero. */
    private static long word(byte[] bytes, int from) {
        long word = 0;
        for (int i = 0; i < 8 && from + i < bytes.length; i++) {
            word |= (bytes[from + i] & 0xFFL) << (8 * i);
        }
        return word;
    }

    private static long diffuse(long x) {
        long once = x * FACTOR;
        return (once ^ ((once >>> 32) >>> (once >>> 60))) * FACTOR;
    }
}
