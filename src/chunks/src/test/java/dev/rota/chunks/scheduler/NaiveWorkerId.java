package dev.rota.chunks.scheduler;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.util.HexFormat;

/** Decodes a worker's id to the bytes that are hashed, ordered and digested. */
final class NaiveWorkerId {

    private static final String BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

    private NaiveWorkerId() {}

    static byte[] bytes(String id) {
        if (id.matches("0x(?:[0-9a-fA-F]{2})*")) {
            return HexFormat.of().parseHex(id.substring(2));
        }
        boolean peer = id.startsWith("12D3Koo") || id.startsWith("16Uiu2") || id.startsWith("Qm");
        return peer && id.chars().allMatch(digit -> BASE58.indexOf(digit) >= 0) ? base58(id) : id.getBytes(UTF_8);
    }

    /** Returns the id's bytes in hexadecimal, whose order as text is that of the bytes. */
    static String hex(String id) {
        return HexFormat.of().formatHex(bytes(id));
    }

    /** Decodes Base58: each leading 1 is a zero byte, the rest is a number. */
    private static byte[] base58(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int ones = 0;
        while (ones < text.length() && text.charAt(ones) == '1') {
            bytes.write(0);
            ones++;
        }
        BigInteger number = BigInteger.ZERO;
        for (int i = ones; i < text.length(); i++) {
            number = number.multiply(BigInteger.valueOf(58)).add(BigInteger.valueOf(BASE58.indexOf(text.charAt(i))));
        }
        byte[] digits = number.toByteArray();
        int sign = digits[0] == 0 ? 1 : 0;
        bytes.write(digits, sign, digits.length - sign);
        return bytes.toByteArray();
    }
}
