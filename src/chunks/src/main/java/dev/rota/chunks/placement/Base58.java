package dev.rota.chunks.placement;

import dev.rota.engine.Nullable;

/** Base58 with Bitcoin's alphabet: a number in base 58, preceded by a digit 1 for each leading zero byte. */
final class Base58 {

    private static final String ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

    private Base58() {}

    /** Decodes a text; returns null if a character is not a digit. */
    static @Nullable byte[] decode(String text) {
        byte[] number = new byte[text.length()];
        int from = number.length;
        int zeros = 0;
        for (int i = 0; i < text.length(); i++) {
            int carry = ALPHABET.indexOf(text.charAt(i));
            if (carry < 0) {
                return null;
            }
            if (carry == 0 && zeros == i) {
                zeros++;
            }
            for (int at = number.length - 1; at >= from || carry != 0; at--) {
                carry += at < from ? 0 : 58 * (number[at] & 0xFF);
                number[at] = (byte) carry;
                carry >>>= Byte.SIZE;
                from = Math.min(from, at);
            }
        }
        byte[] bytes = new byte[zeros + number.length - from];
        System.arraycopy(number, from, bytes, zeros, number.length - from);
        return bytes;
    }
}
