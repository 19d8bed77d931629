package dev.rota.worker.verify;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Bytes;
import dev.rota.engine.Nullable;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.HexFormat;

/**
 * Formats keys and values: as text if they are printable UTF-8, else as hex. Different bytes never have the same text.
 */
public final class EntryText {

    private static final String HEX = "0x";

    private EntryText() {}

    /** Returns the text of some bytes: hex with the prefix {@code 0x} if they are not safe to print. */
    public static String of(byte[] bytes) {
        String text = text(bytes);
        boolean plain = text != null
                && !text.isEmpty()
                && !text.startsWith(HEX)
                && text.codePoints().allMatch(EntryText::isPrintable);
        return plain && text != null ? text : HEX + HexFormat.of().formatHex(bytes);
    }

    static String of(@Nullable ByteBuffer buffer) {
        return buffer == null ? "gone" : of(Bytes.of(buffer));
    }

    private static @Nullable String text(byte[] bytes) {
        try {
            return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    private static boolean isPrintable(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> character == ' ' || !Character.isSpaceChar(character);
        };
    }
}
