package dev.rota.chunks.placement;

import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/** A worker's id: its text, and the decoded bytes, by which ids are compared, ordered and hashed. */
public record WorkerId(String text, byte[] bytes) implements Comparable<WorkerId> {

    private static final String HEX = "0x";

    public static WorkerId of(String text) {
        byte[] bytes =
                text.startsWith(HEX) ? hex(text.substring(HEX.length())) : isPeerId(text) ? Base58.decode(text) : null;
        return new WorkerId(text, bytes == null ? text.getBytes(StandardCharsets.UTF_8) : bytes);
    }

    /** Returns the id with these bytes; its text is not the original spelling. */
    public static WorkerId ofHex(String hex) {
        return new WorkerId(hex, HexFormat.of().parseHex(hex));
    }

    private static boolean isPeerId(String text) {
        return text.startsWith("12D3Koo") || text.startsWith("16Uiu2") || text.startsWith("Qm");
    }

    private static @Nullable byte[] hex(String digits) {
        if (digits.length() % 2 != 0 || !digits.chars().allMatch(HexFormat::isHexDigit)) {
            return null;
        }
        return HexFormat.of().parseHex(digits);
    }

    /** Returns the bytes in hex, for row keys: ordered like ids, and the same for all spellings. */
    public String hex() {
        return HexFormat.of().formatHex(bytes);
    }

    public Key key() {
        return Key.of(hex());
    }

    @Override
    public int compareTo(WorkerId other) {
        return Arrays.compareUnsigned(bytes, other.bytes);
    }

    /** Returns whether the bytes are equal: an id may have several spellings. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof WorkerId id && Arrays.equals(bytes, id.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return text;
    }
}
